// Elements, icons, and what is said to screen readers.

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** A new element; properties are set as such, `class`, `data-…`, `aria-…` and `role` as attributes. */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name in node && !/^(class|role|list|form)$/.test(name)) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** An icon of index.html by its name. */
export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const use = document.createElementNS(namespace, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** Say something to screen readers, also if it is what was said before. */
export function announce(text) {
  const live = byId("live");
  live.textContent = "";
  setTimeout(() => {
    live.textContent = text;
  }, 50);
}

let toastTimer = 0;
const TOAST_MILLISECONDS = 3500;

/** Show a short message for a few seconds. */
export function toast(text) {
  const node = byId("toast");
  node.textContent = text;
  node.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => node.classList.remove("shown"), TOAST_MILLISECONDS);
}

/** A number with its noun: "1 sentence", "24 sentences". */
export const plural = (number, noun) =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** How to scroll: smoothly only over short distances, and never against the reader's wish. */
export function scrollBehaviour(distance, height) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still || Math.abs(distance) > 2 * height ? "instant" : "smooth";
}
