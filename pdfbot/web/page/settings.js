// What the reader prefers, and recent papers: kept in this browser only.

import { byId } from "./dom.js";

const KEY = "pdfbot";
const RECENT_KEY = "pdfbot-recent";
const MAX_RECENT = 8;
const USUAL = {
  theme: "auto",
  darkPages: false,
  together: true,
  typeface: "serif",
  fontSize: 100,
  split: 52,
  contents: null,
  shortcuts: true,
};

export const settings = { ...USUAL, ...load(KEY, {}) };

/** Change settings and remember them. */
export function change(changes) {
  Object.assign(settings, changes);
  save(KEY, settings);
  apply();
}

const systemDark = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now, by choice or by the system. */
export const isDark = () =>
  settings.theme === "dark" || (settings.theme === "auto" && systemDark.matches);

/** Show the settings on the page. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.classList.toggle("dark", isDark());
  root.dataset.typeface = settings.typeface;
  root.style.setProperty("--font-scale", settings.fontSize / 100);
  root.style.setProperty("--split", `${settings.split}%`);
  byId("font-size").value = settings.fontSize;
  byId("font-size-value").textContent = `${settings.fontSize}%`;
  byId("dark-pages").checked = settings.darkPages;
  byId("together").checked = settings.together;
  for (const name of ["theme", "typeface"]) {
    document.querySelector(`input[name="${name}"][value="${settings[name]}"]`).checked = true;
  }
}

/** Connect the controls of the appearance menu; `onTheme` is called when colours may have changed. */
export function connectSettings(onTheme) {
  byId("theme").addEventListener("change", (event) => {
    change({ theme: event.target.value });
    onTheme();
  });
  byId("typeface").addEventListener("change", (event) => change({ typeface: event.target.value }));
  byId("font-size").addEventListener("input", (event) =>
    change({ fontSize: Number(event.target.value) }),
  );
  byId("dark-pages").addEventListener("change", (event) => {
    change({ darkPages: event.target.checked });
    onTheme();
  });
  byId("together").addEventListener("change", (event) =>
    change({ together: event.target.checked }),
  );
  systemDark.addEventListener("change", () => {
    apply();
    onTheme();
  });
  apply();
}

/** Recent papers, the last one first. */
export const recentPapers = () => load(RECENT_KEY, []);

/** Put a paper at the top of the recent ones. */
export function rememberPaper(id, title) {
  const others = recentPapers().filter((paper) => paper.id !== id);
  save(RECENT_KEY, [{ id, title, time: Date.now() }, ...others].slice(0, MAX_RECENT));
}

/** Remove a paper from the recent ones. */
export function forgetPaper(id) {
  save(
    RECENT_KEY,
    recentPapers().filter((paper) => paper.id !== id),
  );
}

/** The saved value; browsers may forbid storage, and it may contain anything. */
function load(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? usual;
  } catch {
    return usual;
  }
}

function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window: the setting holds until it is closed.
  }
}
