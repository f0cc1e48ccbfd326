// Shortcuts of single keys, and the list of them behind "?".

import { byId, element } from "./dom.js";
import { change, settings } from "./settings.js";

/** Connect shortcuts: [keys, description, action, group]; the answer handles the keys of other documents. */
export function connectKeyboard(shortcuts) {
  const actions = new Map(
    shortcuts.flatMap(([keys, , action]) => keys.map((key) => [key, action])),
  );
  const handle = (event) => {
    const always = event.key === "Escape" || event.key === "?";
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!settings.shortcuts && !always) return;
    if (event.key !== "Escape" && takesKeys(event)) return;
    // Dialogs and menus close by themselves.
    if (document.querySelector("dialog[open], :popover-open")) return;
    const action = actions.get(event.key);
    if (action?.(event) === undefined) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", handle);
  listShortcuts(shortcuts);
  return handle;
}

/** Whether the element that has the focus needs the key itself. */
function takesKeys({ key, target }) {
  if (target.matches?.("input[type=search], input[type=text], textarea, select")) return true;
  return (
    target.matches?.("input[type=range], input[type=radio]") && /^(Arrow|Home|End|Page)/.test(key)
  );
}

function listShortcuts(shortcuts) {
  const groups = new Map();
  for (const [keys, description, , group] of shortcuts) {
    if (!description) continue;
    const entry = element(
      "div",
      {},
      element("dt", {}, ...keyNames(keys)),
      element("dd", {}, description),
    );
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  const list = byId("shortcuts");
  const sections = [...groups].map(([name, entries]) =>
    element("section", {}, element("h3", {}, name), element("dl", {}, ...entries)),
  );
  const box = element("input", { type: "checkbox", checked: settings.shortcuts });
  box.addEventListener("change", () => change({ shortcuts: box.checked }));
  list.replaceChildren(
    ...sections,
    element("label", { class: "check" }, box, element("span", {}, "Use single-key shortcuts")),
  );
}

/** "j or n", but "1 to 4". */
function keyNames(keys) {
  const [word, shown] = keys.length > 2 ? [" to ", [keys[0], keys.at(-1)]] : [" or ", keys];
  return shown.flatMap((key, index) => [
    index ? word : "",
    element("kbd", {}, key === "Escape" ? "Esc" : key),
  ]);
}
