// The explain view in place of the paper: a page with one script, in a frame without an origin.

import { byId, element } from "./dom.js";
import { draw } from "./server.js";

// CSS pixels that a page and the panel beside it take up, and the smallest scale to fit them.
const FULL_WIDTH = 1180;
const MIN_SCALE = 0.62;

export class ExplainPane {
  constructor() {
    this.url = null;
    this.holder = null;
    new ResizeObserver(() => this.#fit()).observe(byId("page-pane"));
  }

  /** Show the explain page at this address, or the paper if there is none. */
  show(url) {
    if (url !== null && url !== this.url) this.#load(url);
    if (this.holder) this.holder.hidden = url === null;
    byId("explain-button").setAttribute("aria-pressed", url !== null);
    byId("page-pane").classList.toggle("explaining", url !== null);
  }

  async #load(url) {
    this.close();
    this.url = url;
    const note = element("p", { class: "pane-note" }, "Drawing every line with its verdict…");
    const holder = element("div", { class: "explain-frame" }, note);
    this.holder = holder;
    byId("page-pane").append(holder);
    try {
      await draw(url);
    } catch (problem) {
      note.textContent = `The explanation cannot be shown: ${problem.message || "the server does not respond"}`;
      return;
    }
    const frame = element("iframe", {
      title: "Every line of the paper with the rule that judged it",
    });
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = url;
    frame.addEventListener("load", () => note.remove(), { once: true });
    holder.append(frame);
    this.#fit();
  }

  #fit() {
    const { clientWidth: width, clientHeight: height } = byId("page-pane");
    const style = this.holder?.querySelector("iframe")?.style;
    if (!style || !width) return;
    const scale = Math.min(Math.max(width / FULL_WIDTH, MIN_SCALE), 1);
    style.width = `${width / scale}px`;
    style.height = `${height / scale}px`;
    style.transform = `scale(${scale})`;
  }

  /** Forget the page that was shown. */
  close() {
    this.holder?.remove();
    this.holder = null;
    this.url = null;
  }
}
