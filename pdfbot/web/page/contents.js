// The contents: sections, how much of each is shown, and which one is being read.

import { byId, element } from "./dom.js";
import { scriptNodes } from "./text_nodes.js";
import { change, settings } from "./settings.js";

// CSS pixels: from this width on there is room for the contents beside the paper.
const WIDE = 1200;
// The contents lie above the paper. As in app.css.
const OVERLAY = "(max-width: 960px)";

export class Contents {
  constructor(onChoose) {
    this.items = [];
    this.panel = byId("contents");
    this.list = byId("contents-list");
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) onChoose(Number(button.dataset.section));
    });
    byId("contents-button").addEventListener("click", () => this.toggle());
    byId("contents-close").addEventListener("click", () => this.toggle());
    byId("main").addEventListener("click", () => this.uncover());
  }

  /** Whether the contents hide a part of the paper. */
  get covers() {
    return !this.panel.hidden && matchMedia(OVERLAY).matches;
  }

  /** Open or close the panel, as the reader asks. */
  toggle() {
    const open = this.panel.hidden;
    this.#reveal(open);
    if (!matchMedia(OVERLAY).matches) change({ contents: open });
    const item = this.items[this.current] ?? this.items[0];
    if (open) item?.button.focus();
    else byId("contents-button").focus();
  }

  /** Close the panel if it hides a part of the paper. */
  uncover() {
    if (this.covers) this.#reveal(false);
  }

  #reveal(open) {
    this.panel.hidden = !open;
    byId("contents-button").setAttribute("aria-expanded", open);
  }

  /** List the sections of a paper. */
  open(paper) {
    this.paper = paper;
    const top = Math.min(...paper.sections.map((section) => section.level));
    this.items = paper.sections.map(({ number, heading, scripts, level }, index) => {
      const isEmpty = !paper.firstOf(index);
      const count = element("span", { class: "section-count" });
      const name = element(
        "span",
        { class: "section-name" },
        number ? `${number} ` : null,
        ...scriptNodes(heading, scripts),
      );
      const button = element(
        "button",
        { "data-section": index, class: isEmpty ? "empty" : null, dir: paper.directionOf(heading) },
        name,
        count,
      );
      return {
        button,
        count,
        node: element("li", { "data-depth": Math.min(level - top, 3) }, button),
      };
    });
    const none = element("li", { class: "none" }, "No section headings were found.");
    this.list.replaceChildren(
      ...(this.items.length ? this.items.map((item) => item.node) : [none]),
    );
    this.current = null;
    this.#reveal(!matchMedia(OVERLAY).matches && (settings.contents ?? innerWidth >= WIDE));
  }

  /** How many sentences of each section are shown at a layer. */
  show(layer) {
    const counts = new Array(this.items.length).fill(0);
    for (const { section, layer: own } of this.paper.sentences) {
      if (section !== null && own <= layer) counts[section] += 1;
    }
    for (const [index, { count }] of this.items.entries()) {
      count.textContent = counts[index] || "";
      count.title = counts[index] ? "sentences shown" : "";
    }
  }

  /** Mark the section that is being read. */
  follow(section) {
    if (section === this.current) return;
    this.items[this.current]?.button.removeAttribute("aria-current");
    this.current = section;
    const item = this.items[section];
    if (!item) return;
    item.button.setAttribute("aria-current", "location");
    if (!this.panel.hidden) item.node.scrollIntoView({ block: "nearest" });
  }
}
