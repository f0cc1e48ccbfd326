// The paper: the replica in a frame where no script can run, with highlights drawn by this module.

import { element, plural, scrollBehaviour } from "./dom.js";
import { PageMarks, STYLE } from "./page_marks.js";
import { draw } from "./server.js";
import { isDark, settings } from "./settings.js";

// No script can run in a replica: its own policy forbids them all, and so does the sandbox. Safari,
// however, then ignores the listeners of this page, too (WebKit bug 218086).
const SAFARI = /^((?!chrome|chromium|android).)*safari/i.test(navigator.userAgent);
const SANDBOX = SAFARI ? "allow-same-origin allow-scripts" : "allow-same-origin";
// CSS pixels left and right of a page, together.
const GUTTER = 32;
const ZOOM_STEP = 1.2;
const MIN_SCALE = 0.3;
const MAX_SCALE = 4;
// Share of the pane above a sentence that is scrolled to.
const HEADROOM = 0.3;

export class PagePane {
  constructor(holder, { onSelect, onKey, onDrag, onScroll }) {
    this.holder = holder;
    this.onSelect = onSelect;
    this.onKey = onKey;
    this.onDrag = onDrag;
    this.onScroll = onScroll;
    this.scale = 0;
    this.clear();
    new ResizeObserver(() => this.#resize()).observe(holder);
  }

  /** Show nothing. A new frame for each paper leaves no entry in the browser's history. */
  clear() {
    this.observer?.disconnect();
    this.loading?.abort();
    this.holder.replaceChildren();
    this.frame = null;
    this.frames = new Map();
    this.visible = new Set();
    this.shown = { layer: 0, hits: new Set(), current: null };
  }

  /** Load a replica and prepare it for highlights. */
  async open(url, paper) {
    this.clear();
    this.paper = paper;
    this.loading = new AbortController();
    const { signal } = this.loading;
    const note = element(
      "p",
      { class: "pane-note" },
      `Drawing ${plural(paper.pages.length, "page")}…`,
    );
    const sheet = element("div", { class: "sheet" });
    sheet.style.aspectRatio = paper.pages.length
      ? paper.pages[0].width / paper.pages[0].height
      : "";
    this.holder.replaceChildren(sheet, note);
    try {
      await draw(url, signal);
    } catch (problem) {
      if (!signal.aborted)
        note.textContent = `The pages cannot be shown: ${problem.message || "the server does not respond"}`;
      return;
    }
    const frame = element("iframe", { title: "The paper as printed", src: url });
    frame.setAttribute("sandbox", SANDBOX);
    const loaded = new Promise((resolve) =>
      frame.addEventListener("load", resolve, { once: true }),
    );
    this.frame = frame;
    this.holder.append(frame);
    await loaded;
    if (signal.aborted) return;
    note.remove();
    sheet.remove();
    this.#prepare([...frame.contentDocument.querySelectorAll(".pf[data-page-no]")]);
  }

  #prepare(found) {
    const page = this.frame.contentDocument;
    page.head.append(Object.assign(page.createElement("style"), { textContent: STYLE }));
    for (const node of found) {
      const number = pageNumber(node);
      const size = this.paper.pageSize(number);
      if (size) this.frames.set(number, new PageMarks(node, this.paper.boxes.get(number), size));
    }
    this.applyTheme();
    this.#listen(page);
    this.#resize();
    this.observer = new IntersectionObserver((entries) => this.#seen(entries), {
      root: page,
      rootMargin: "60%",
    });
    for (const { node } of this.frames.values()) this.observer.observe(node);
    if (this.shown.current) this.scrollTo(this.shown.current, true);
  }

  #listen(page) {
    page.addEventListener("click", (event) => this.#clicked(event));
    page.addEventListener("keydown", (event) => this.onKey(event));
    page.addEventListener("scroll", () => this.onScroll(), { passive: true });
    page.addEventListener("dragenter", () => this.onDrag());
    let over = null;
    page.addEventListener(
      "pointermove",
      (event) => {
        const node = this.#sentenceUnder(event) ? event.target.closest(".pf") : null;
        if (node === over) return;
        over?.classList.remove("pbr-over");
        node?.classList.add("pbr-over");
        over = node;
      },
      { passive: true },
    );
  }

  #clicked(event) {
    const link = event.target.closest?.("a[href]");
    if (link) {
      event.preventDefault();
      this.#follow(link.getAttribute("href"));
      return;
    }
    if (!this.frame.contentDocument.getSelection()?.isCollapsed) return;
    const sentence = this.#sentenceUnder(event);
    if (sentence) this.onSelect(sentence);
  }

  /** Links within the paper scroll; others open in a new tab. */
  #follow(href) {
    if (href.startsWith("#"))
      this.frame.contentDocument.getElementById(href.slice(1))?.scrollIntoView();
    else if (/^(https?|mailto):/i.test(href)) window.open(href, "_blank", "noopener,noreferrer");
  }

  #sentenceUnder(event) {
    const node = event.target.closest?.(".pf[data-page-no]");
    if (!node) return null;
    const box = node.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    return this.paper.sentenceAt(pageNumber(node), x, y);
  }

  #seen(entries) {
    for (const entry of entries) {
      const number = pageNumber(entry.target);
      if (entry.isIntersecting) {
        this.visible.add(number);
        this.frames.get(number).draw(this.shown, this.colours);
      } else {
        this.visible.delete(number);
      }
    }
  }

  /** Colour the layers up to `layer`; outline search hits and the current sentence. */
  show(layer, hits, current) {
    this.shown = { layer, hits, current };
    for (const entry of this.frames.values()) entry.stale = true;
    for (const number of this.visible) this.frames.get(number).draw(this.shown, this.colours);
  }

  /** Scroll to a sentence, unless it can be seen already. */
  scrollTo(sentence, always = false) {
    const place = sentence.rectangles[0];
    const entry = place && this.frames.get(place.page);
    if (!entry) return;
    const view = this.frame.contentWindow;
    const box = entry.node.getBoundingClientRect();
    const size = this.paper.pageSize(place.page);
    const top = box.top + (place.top / size.height) * box.height;
    const bottom = top + (place.height / size.height) * box.height;
    if (!always && top > 0.08 * view.innerHeight && bottom < 0.85 * view.innerHeight) return;
    const distance = top - HEADROOM * view.innerHeight;
    const left = box.left + (place.left / size.width) * box.width - 0.1 * view.innerWidth;
    view.scrollBy({ top: distance, left, behavior: scrollBehaviour(distance, view.innerHeight) });
  }

  /** Scroll to the top of a page. */
  scrollToPage(number) {
    this.frames.get(number)?.node.scrollIntoView({ behavior: "instant" });
  }

  /** The sentence printed first at or below the upper edge of the pane. */
  topSentence() {
    for (const [number, { node }] of this.frames) {
      const box = node.getBoundingClientRect();
      if (box.bottom < 0) continue;
      const from = (HEADROOM * this.frame.contentWindow.innerHeight - box.top) / box.height;
      const boxes = this.paper.boxes.get(number) ?? [];
      const found = boxes.find(({ top, height }) => top + height >= from);
      if (found) return found.sentence;
    }
    return null;
  }

  /** Zoom in (1) or out (-1), or fit the width (0). */
  zoom(direction) {
    if (!this.frames.size) return;
    const next = this.#currentScale() * ZOOM_STEP ** direction;
    this.scale = direction ? Math.min(Math.max(next, MIN_SCALE), MAX_SCALE) : 0;
    this.#resize();
  }

  #currentScale() {
    const widest = Math.max(...[...this.frames.values()].map(({ node }) => node.offsetWidth));
    return this.scale || Math.max((this.holder.clientWidth - GUTTER) / widest, MIN_SCALE);
  }

  /** The frame is laid out in the replica's own pixels and scaled as a whole. */
  #resize() {
    if (!this.frames.size || !this.holder.clientWidth) return;
    const scale = this.#currentScale();
    const view = this.frame.contentWindow;
    const place = view.scrollY / Math.max(view.document.documentElement.scrollHeight, 1);
    const style = this.frame.style;
    style.width = `${this.holder.clientWidth / scale}px`;
    style.height = `${this.holder.clientHeight / scale}px`;
    style.transform = `scale(${scale})`;
    view.scrollTo(view.scrollX, place * view.document.documentElement.scrollHeight);
  }

  /** Take over the theme: the desk around the pages, and whether pages are dimmed or inverted. */
  applyTheme() {
    const theme = getComputedStyle(document.documentElement);
    // On paper the colours are the same in every theme.
    this.colours = [1, 2, 3, 4].map((layer) =>
      theme.getPropertyValue(`--paper-layer-${layer}`).trim(),
    );
    const root = this.frame?.contentDocument?.documentElement;
    if (!root) return;
    root.classList.toggle("pbr-dark", isDark() && settings.darkPages);
    root.classList.toggle("pbr-dim", isDark() && !settings.darkPages);
    root.style.setProperty("--desk", getComputedStyle(this.holder).backgroundColor);
  }
}

/** The number of a page from its frame, where pdf2htmlEX writes it in hexadecimal. */
const pageNumber = (node) => parseInt(node.dataset.pageNo, 16);
