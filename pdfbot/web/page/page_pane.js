// The paper, page by page: only those near the screen are in the document, each in its own frame.

import { byId, element, scrollBehaviour } from "./dom.js";
import { paperUrl } from "./server.js";
import { isDark, settings } from "./settings.js";
import { Sheet } from "./sheet.js";

// CSS pixels left and right of a page together, and between pages. As in app.css.
const GUTTER = 32;
const GAP = 16;
const ZOOM_STEP = 1.2;
const MIN_SCALE = 0.2;
const MAX_SCALE = 6;
// How far from the screen pages are drawn, in heights of the pane.
const NEAR = "100%";
// Pages that are requested at the same time.
const MAX_LOADING = 3;
// Milliseconds: pages that are passed more quickly are not drawn.
const DELAY = 60;
// Share of the pane above what is being read.
export const HEADROOM = 0.3;

export class PagePane {
  constructor(holder, { onSelect, onKey, onDrag, onScroll, onDrive }) {
    Object.assign(this, { holder, onSelect, onKey, onDrag, onScroll, onDrive });
    this.scale = 0;
    this.clear();
    new ResizeObserver(() => this.#resize()).observe(holder);
    holder.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    holder.addEventListener("click", (event) => {
      const sheet = this.#sheetOf(event.target.closest(".sheet"));
      if (sheet) this.#choose(sheet, event, sheet.node);
    });
  }

  /** The element that scrolls. */
  get scroller() {
    return this.holder;
  }

  /** Show nothing. */
  clear() {
    this.observer?.disconnect();
    clearTimeout(this.timer);
    for (const sheet of this.sheets ?? []) sheet.unload();
    this.holder.replaceChildren();
    this.sheets = [];
    this.near = new Set();
    this.paper = null;
    this.shown = { layer: 0, layers: 0, hits: new Set(), current: null };
  }

  /** Lay out the pages of a paper; they are drawn as they come near the screen. */
  open(paper) {
    this.clear();
    this.paper = paper;
    this.sheets = paper.pages.map(
      (size) => new Sheet(paper, size, paperUrl(paper.id, `pages/${size.number}`)),
    );
    this.byNumber = new Map(this.sheets.map((sheet) => [sheet.number, sheet]));
    const list = element("div", { class: "sheets" }, ...this.sheets.map((sheet) => sheet.node));
    this.holder.replaceChildren(list);
    this.applyTheme();
    this.holder.scrollTop = 0;
    this.#resize();
    this.observer = new IntersectionObserver((entries) => this.#seen(entries), {
      root: this.holder,
      rootMargin: `${NEAR} 0px`,
    });
    for (const { node } of this.sheets) this.observer.observe(node);
  }

  #sheetOf(node) {
    return node ? this.byNumber.get(Number(node.dataset.page)) : undefined;
  }

  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const sheet = this.#sheetOf(target);
      if (isIntersecting) {
        this.near.add(sheet);
        sheet.mark(this.shown);
      } else {
        this.near.delete(sheet);
        sheet.unload();
      }
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#load(), DELAY);
  }

  /** Have the pages drawn that are near the screen, the nearest first. */
  #load() {
    const waiting = [...this.near].filter((sheet) => sheet.isMissing);
    const room = MAX_LOADING - [...this.near].filter((sheet) => sheet.loading).length;
    const middle = this.holder.scrollTop + this.holder.clientHeight / 2;
    const distance = ({ node }) => Math.abs(node.offsetTop + node.offsetHeight / 2 - middle);
    waiting.sort((one, other) => distance(one) - distance(other));
    for (const sheet of waiting.slice(0, Math.max(room, 0))) {
      sheet.load((...found) => this.#listen(...found)).then(() => this.#load());
    }
  }

  #listen(sheet, inside, page) {
    inside.addEventListener("click", (event) => this.#clicked(sheet, inside, page, event));
    inside.addEventListener("keydown", (event) => {
      this.onDrive();
      this.onKey(event);
    });
    for (const name of ["wheel", "touchstart", "pointerdown"]) {
      inside.addEventListener(name, () => this.onDrive(), { passive: true });
    }
    inside.addEventListener("dragenter", () => this.onDrag());
    inside.addEventListener(
      "pointermove",
      (event) => page.classList.toggle("over", Boolean(this.#sentenceUnder(sheet, event, page))),
      { passive: true },
    );
  }

  #clicked(sheet, inside, page, event) {
    const link = event.target.closest?.("a[href]");
    if (link) {
      event.preventDefault();
      this.#follow(link.getAttribute("href"));
    } else if (inside.getSelection()?.isCollapsed) this.#choose(sheet, event, page);
  }

  #choose(sheet, event, page) {
    const sentence = this.#sentenceUnder(sheet, event, page);
    if (sentence) this.onSelect(sentence);
  }

  /** Links within the paper scroll; others open in a new tab. */
  #follow(href) {
    const page = /^#pf([0-9a-f]+)$/.exec(href);
    const place = /^#to-(\d+)-(-?\d+)$/.exec(href);
    if (page) this.scrollToPage(parseInt(page[1], 16));
    else if (place) this.scrollToPage(Number(place[1]), Number(place[2]));
    else if (/^(https?|mailto):/i.test(href)) window.open(href, "_blank", "noopener,noreferrer");
  }

  #sentenceUnder(sheet, { clientX, clientY }, page) {
    const box = page.getBoundingClientRect();
    const x = (clientX - box.left) / box.width;
    return this.paper.sentenceAt(sheet.number, x, (clientY - box.top) / box.height);
  }

  /** Mark the layers up to `layer`, search hits and the current sentence. */
  show(layer, hits, current) {
    this.shown = { layer, layers: this.paper.layers, hits, current };
    for (const sheet of this.sheets) sheet.stale = true;
    for (const sheet of this.near) sheet.mark(this.shown);
  }

  /** Where a sentence begins, in pixels of the scrolled content. */
  #placeOf(sentence) {
    const place = sentence.rectangles[0];
    const sheet = place && this.byNumber.get(place.page);
    if (!sheet) return null;
    const scale = sheet.width / sheet.size.width;
    return {
      top: sheet.node.offsetTop + place.top * scale,
      left: sheet.node.offsetLeft + place.left * scale,
      height: place.height * scale,
    };
  }

  /** Scroll to a sentence, unless it can be seen already. */
  scrollTo(sentence, always = false) {
    const place = this.#placeOf(sentence);
    if (!place) return;
    const { scrollTop, clientHeight, scrollLeft, clientWidth } = this.holder;
    const top = place.top - scrollTop;
    const isSeen = top > 0.08 * clientHeight && top + place.height < 0.85 * clientHeight;
    if (isSeen && !always) return;
    const isBeside = place.left < scrollLeft || place.left > scrollLeft + 0.9 * clientWidth;
    const distance = top - HEADROOM * clientHeight;
    this.holder.scrollBy({
      top: distance,
      left: isBeside ? place.left - scrollLeft - 0.1 * clientWidth : 0,
      behavior: scrollBehaviour(distance, clientHeight),
    });
  }

  /** Scroll to a page, to a height above its bottom if one is given in points. */
  scrollToPage(number, height = null) {
    const sheet = this.byNumber.get(number);
    if (!sheet) return;
    const { size, width, node } = sheet;
    const below = height === null ? 0 : Math.max(size.height - height, 0) * (width / size.width);
    this.holder.scrollTo({ top: node.offsetTop + below - GAP, behavior: "instant" });
  }

  /** What is at the reading line: the number of the page, and as decimals the share above it. */
  get position() {
    const y = this.holder.scrollTop + HEADROOM * this.holder.clientHeight;
    const sheet = this.#sheetAt(y);
    if (!sheet) return 1;
    const share = (y - sheet.node.offsetTop) / (sheet.node.offsetHeight + GAP);
    return sheet.number + Math.min(Math.max(share, 0), 0.999);
  }

  /** Scroll so that a position is at the reading line, and a sentence in any case in view. */
  scrollToPosition(position, sentence) {
    const sheet = this.byNumber.get(Math.floor(position)) ?? this.sheets.at(-1);
    if (!sheet) return;
    const share = Math.min(Math.max(position - sheet.number, 0), 1);
    const { clientHeight } = this.holder;
    let top = sheet.node.offsetTop + share * (sheet.node.offsetHeight + GAP);
    top -= HEADROOM * clientHeight;
    const place = sentence && this.#placeOf(sentence);
    if (place) {
      const lowest = place.top - 0.06 * clientHeight;
      top = Math.min(top, lowest);
      top = Math.max(top, Math.min(lowest, place.top + place.height - 0.9 * clientHeight));
    }
    this.holder.scrollTo({ top, behavior: "instant" });
  }

  #sheetAt(y) {
    let low = 0;
    let high = this.sheets.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.sheets[middle].node.offsetTop <= y) low = middle;
      else high = middle - 1;
    }
    return this.sheets[low];
  }

  #scrolled() {
    this.#tellPage();
    this.onScroll();
  }

  #tellPage() {
    const sheet = this.#sheetAt(this.holder.scrollTop + this.holder.clientHeight / 2);
    if (!sheet) return;
    const { label, number } = sheet.size;
    const count = this.sheets.length;
    byId("page-number").textContent =
      label === String(number) ? `${number} / ${count}` : `p. ${label} (${number} / ${count})`;
  }

  /** The sentence printed first at or below the reading line. */
  topSentence() {
    const position = this.position;
    for (let number = Math.floor(position); this.byNumber.has(number); number += 1) {
      const from = number === Math.floor(position) ? position - number : 0;
      const boxes = this.paper.boxes.get(number) ?? [];
      const found = boxes.find(({ top, height }) => top + height >= from);
      if (found) return found.sentence;
    }
    return null;
  }

  /** Zoom in (1) or out (-1), or fit the width (0). */
  zoom(direction) {
    if (!this.sheets.length) return;
    const next = this.#currentScale() * ZOOM_STEP ** direction;
    this.scale = direction ? Math.min(Math.max(next, MIN_SCALE), MAX_SCALE) : 0;
    this.#resize();
  }

  #currentScale() {
    const widest = Math.max(...this.paper.pages.map(({ width }) => width));
    return this.scale || Math.max((this.holder.clientWidth - GUTTER) / widest, MIN_SCALE);
  }

  #resize() {
    if (!this.sheets.length || !this.holder.clientWidth) return;
    const { position } = this;
    const isFirst = this.holder.scrollTop === 0;
    const scale = this.#currentScale();
    for (const sheet of this.sheets) sheet.resize(scale);
    if (!isFirst) this.scrollToPosition(position);
    this.#tellPage();
  }

  /** Take over the theme: whether pages are dimmed or inverted. */
  applyTheme() {
    this.holder.classList.toggle("inverted", isDark() && settings.darkPages);
    this.holder.classList.toggle("dimmed", isDark() && !settings.darkPages);
  }
}
