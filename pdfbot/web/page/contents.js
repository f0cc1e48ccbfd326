// The contents: sections, how much of each is shown, and which one is being read.

import { byId, element } from "./dom.js";

export class Contents {
  constructor(onChoose) {
    this.items = [];
    this.list = byId("contents-list");
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) onChoose(Number(button.dataset.section));
    });
  }

  /** List the sections of a paper. */
  open(paper) {
    this.paper = paper;
    const top = Math.min(...paper.sections.map((section) => section.level));
    this.items = paper.sections.map(({ number, heading, level }, index) => {
      const count = element("span", { class: "section-count" });
      const name = element("span", { class: "section-name" }, number ? `${number} ${heading}` : heading);
      const button = element("button", { "data-section": index }, name, count);
      return { button, count, node: element("li", { "data-depth": Math.min(level - top, 3) }, button) };
    });
    const none = element("li", { class: "none" }, "No section headings were found.");
    this.list.replaceChildren(...(this.items.length ? this.items.map((item) => item.node) : [none]));
    this.current = null;
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
    if (!byId("contents").hidden) item.node.scrollIntoView({ block: "nearest" });
  }
}
