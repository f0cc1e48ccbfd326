// The address of a place: #/p/ID?layer=2&spread=none&density=10&sentence=s4.1&view=explain

export const DEFAULTS = { layer: 1, spread: "even", density: 12, sentence: "", view: "pages" };

const SPREADS = ["even", "none"];
const VIEWS = ["pages", "explain"];
export const MIN_DENSITY = 3;
export const MAX_DENSITY = 25;
export const LAYERS = 4;

/** The place that an address names; invalid parts fall back to defaults. */
export function parseAddress(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?");
  const match = /^\/p\/([\w.~-]+)$/.exec(path);
  if (!match) return { id: "", ...DEFAULTS };
  const given = new URLSearchParams(query);
  const choice = (name, values) =>
    values.includes(given.get(name)) ? given.get(name) : DEFAULTS[name];
  return {
    id: match[1],
    layer: whole(given.get("layer"), 1, LAYERS, DEFAULTS.layer),
    spread: choice("spread", SPREADS),
    density: whole(given.get("density"), MIN_DENSITY, MAX_DENSITY, DEFAULTS.density),
    sentence: given.get("sentence") ?? "",
    view: choice("view", VIEWS),
  };
}

/** The shortest address of a place. */
export function formatAddress(place) {
  if (!place.id) return "#/";
  const query = new URLSearchParams();
  for (const [name, usual] of Object.entries(DEFAULTS)) {
    if (place[name] !== usual) query.set(name, place[name]);
  }
  return `#/p/${place.id}${query.size ? `?${query}` : ""}`;
}

function whole(text, low, high, usual) {
  const number = Number(text);
  return text && Number.isInteger(number) && number >= low && number <= high ? number : usual;
}
