// One page of the paper: its place, its frame while it is near the screen, and its highlights.

import { element } from "./dom.js";
import { drawMarks } from "./page_marks.js";
import { draw } from "./server.js";

// No script can run in a page: its own policy forbids them all, and so does the sandbox. Safari,
// however, then ignores the listeners of this page, too (WebKit bug 218086).
const SAFARI = /^((?!chrome|chromium|android).)*safari/i.test(navigator.userAgent);
const SANDBOX = SAFARI ? "allow-same-origin allow-scripts" : "allow-same-origin";
// The page alone, without the desk around it; what the theme changes is changed outside.
const STYLE = `
html, body { margin: 0 !important; overflow: hidden !important; background: #fff !important; }
#page-container { padding: 0 !important; }
.pf { margin: 0 !important; zoom: 1 !important; box-shadow: none !important; filter: none !important; }
.over, .over * { cursor: pointer !important; }
`;

export class Sheet {
  /** A page of a paper; `size` is in points. */
  constructor(paper, size, url) {
    this.paper = paper;
    this.size = size;
    this.number = size.number;
    this.url = url;
    this.boxes = paper.boxes.get(size.number);
    this.frame = null;
    this.loading = null;
    this.failed = false;
    this.stale = true;
    this.marks = element("div", { class: "marks", "aria-hidden": "true" });
    this.note = element("p", { class: "sheet-note" }, `Page ${size.label}`);
    this.node = element("div", { class: "sheet", "data-page": size.number }, this.note, this.marks);
  }

  /** Whether the page is neither there nor requested. */
  get isMissing() {
    return !this.frame && !this.loading && !this.failed;
  }

  /** Lay the page out at a scale, in CSS pixels per point. */
  resize(scale) {
    this.width = this.size.width * scale;
    this.node.style.width = `${this.width}px`;
    this.node.style.height = `${this.size.height * scale}px`;
    this.#fit();
  }

  /** Have the page drawn and show it; `connect` gets its document. */
  async load(connect) {
    this.loading = new AbortController();
    const { signal } = this.loading;
    try {
      await draw(this.url, signal);
      if (!signal.aborted) await this.#show(signal, connect);
    } catch (problem) {
      if (signal.aborted) return;
      this.failed = true;
      const reason = problem.message || "the server does not respond";
      this.note.textContent = `Page ${this.size.label} cannot be shown: ${reason}`;
    } finally {
      if (this.loading?.signal === signal) this.loading = null;
    }
  }

  async #show(signal, connect) {
    const frame = element("iframe", { title: `Page ${this.size.label} as printed`, src: this.url });
    frame.setAttribute("sandbox", SANDBOX);
    const loaded = new Promise((resolve) => {
      frame.addEventListener("load", resolve, { once: true });
      signal.addEventListener("abort", resolve, { once: true });
    });
    this.marks.before(frame);
    await loaded;
    const inside = frame.contentDocument;
    const page = inside?.querySelector(".pf[data-page-no]");
    if (signal.aborted || !page) {
      frame.remove();
      return;
    }
    inside.head.append(Object.assign(inside.createElement("style"), { textContent: STYLE }));
    this.frame = frame;
    this.natural = { width: page.offsetWidth, height: page.offsetHeight };
    this.#fit();
    this.node.classList.add("drawn");
    connect(this, inside, page);
  }

  #fit() {
    if (!this.frame) return;
    const { style } = this.frame;
    style.width = `${this.natural.width}px`;
    style.height = `${this.natural.height}px`;
    style.transform = `scale(${this.width / this.natural.width})`;
  }

  /** Drop the frame of a page that is no longer near the screen. */
  unload() {
    this.loading?.abort();
    this.loading = null;
    this.frame?.remove();
    this.frame = null;
    this.node.classList.remove("drawn");
    this.marks.replaceChildren();
    this.stale = true;
    this.failed = false;
  }

  /** Draw the highlights, unless they are drawn already. */
  mark(shown) {
    if (!this.stale) return;
    this.stale = false;
    drawMarks(this.marks, this.number, this.boxes, this.size, shown);
  }
}
