// The explain view in the paper's place: a page with a script of its own, in a frame of no origin.

import { byId, element } from "./dom.js";

export class ExplainPane {
  constructor() {
    this.url = null;
    this.holder = null;
  }

  /** Show the explain page at this address, or the paper again if there is none. */
  show(url) {
    byId("explain-button").setAttribute("aria-pressed", url !== null);
    byId("page-pane").classList.toggle("explaining", url !== null);
    if (this.holder) this.holder.hidden = url === null;
    if (url === null || url === this.url) return;
    this.close();
    this.url = url;
    const frame = element("iframe", { title: "Every line of the paper with the rule that judged it" });
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = url;
    const note = element("p", { class: "pane-note" }, "Drawing every line with its verdict…");
    frame.addEventListener("load", () => note.remove(), { once: true });
    this.holder = element("div", { class: "explain-frame" }, note, frame);
    byId("page-pane").append(this.holder);
  }

  close() {
    this.holder?.remove();
    this.holder = null;
    this.url = null;
    byId("page-pane").classList.remove("explaining");
    byId("explain-button").setAttribute("aria-pressed", "false");
  }
}
