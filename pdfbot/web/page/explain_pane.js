// The explain view in place of the paper: a page with one script, in a frame without an origin.

import { byId, element } from "./dom.js";
import { draw, paperUrl } from "./server.js";

// CSS pixels that a page with the legend beside it takes up, and the smallest scale to fit them.
const FULL_WIDTH = 1040;
const MIN_SCALE = 0.7;
// CSS pixels: in less the legend is below the pages, which fit themselves.
const NARROW = 640;
// Pages that are explained at a time in papers with more than twice as many.
const WINDOW = 30;

export class ExplainPane {
  constructor() {
    this.url = null;
    this.holder = null;
    new ResizeObserver(() => this.#fit()).observe(byId("page-pane"));
  }

  /** Explain a paper, a long one from around a page on; or show the paper itself, if it is null. */
  show(paper, page = 1) {
    const isOpen = paper !== null;
    if (isOpen) {
      const count = paper.pages.length;
      const first = count > 2 * WINDOW ? page - ((page - 1) % WINDOW) : 0;
      this.#explain(paper, first);
    }
    if (this.holder) this.holder.hidden = !isOpen;
    byId("explain-button").setAttribute("aria-pressed", isOpen);
    byId("page-pane").classList.toggle("explaining", isOpen);
  }

  /** Explain the pages from one on, or all pages if it is 0. */
  #explain(paper, first) {
    const last = Math.min(first + WINDOW - 1, paper.pages.length);
    const url = paperUrl(paper.id, "explain", first ? { pages: `${first}-${last}` } : {});
    if (url === this.url) return;
    const bar = first ? this.#pager(paper, first, last) : null;
    this.#load(url, bar);
  }

  /** Which pages are explained, and the way to those before and after them. */
  #pager(paper, first, last) {
    const count = paper.pages.length;
    const step = (label, from, isThere) => {
      const button = element("button", { class: "quiet", disabled: !isThere }, label);
      button.addEventListener("click", () => this.#explain(paper, from));
      return button;
    };
    return element(
      "div",
      { class: "explain-pager", role: "group", "aria-label": "Pages that are explained" },
      step("Before", first - WINDOW, first > 1),
      element("span", {}, `Pages ${first} to ${last} of ${count}`),
      step("After", last + 1, last < count),
    );
  }

  async #load(url, bar) {
    this.close();
    this.url = url;
    const note = element("p", { class: "pane-note" }, "Drawing every line with its verdict…");
    const holder = element("div", { class: "explain-frame" }, note, bar ?? "");
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
    const scale = width < NARROW ? 1 : Math.min(Math.max(width / FULL_WIDTH, MIN_SCALE), 1);
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
