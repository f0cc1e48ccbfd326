// The clean text under its headings; sentences of deeper layers are hidden until their layer is shown.

import { element, plural, scrollBehaviour } from "./dom.js";
import { scriptNodes } from "./scripts.js";

const MAX_HEADING = 6;
// Sentences that fade in when a layer is added; more at once would stutter.
const MAX_FADING = 250;
// CSS pixels: a reader who has scrolled less is still at the beginning, and stays there.
const AT_THE_TOP = 8;
// Share of the pane above a sentence that is scrolled to.
const HEADROOM = 0.3;

// Chinese and Japanese sentences end with signs that bring their own white space.
const WIDE_STOP = /[。！？｡．][」』）”’》]?$/;

export class TextPane {
  constructor(pane, article, { onSelect, onScroll }) {
    this.pane = pane;
    this.article = article;
    this.clear();
    article.addEventListener("click", (event) => {
      const node = event.target.closest(".s");
      if (node && getSelection().isCollapsed) onSelect(this.paper.byId.get(node.dataset.sentence));
    });
    pane.addEventListener("scroll", onScroll, { passive: true });
  }

  clear() {
    this.article.replaceChildren();
    this.nodes = [];
    this.parts = [];
    this.current = null;
  }

  /** Lay out the whole text of a paper, with every sentence hidden. */
  open(paper) {
    this.clear();
    this.paper = paper;
    this.article.lang = paper.language;
    this.nodes = paper.sentences.map((sentence) =>
      element(
        "span",
        { class: "s", hidden: true, "data-sentence": sentence.id },
        ...scriptNodes(sentence.text, sentence.scripts),
      ),
    );
    const facts = [plural(paper.pages.length, "page"), plural(paper.sentences.length, "sentence")];
    const head = element(
      "header",
      {},
      element("h1", { dir: "auto" }, ...scriptNodes(paper.title, paper.titleScripts)),
      element("p", { class: "facts" }, facts.join(" · ")),
    );
    this.parts = this.#sections();
    this.article.replaceChildren(head, ...this.parts.map((part) => part.node));
    this.pane.scrollTop = 0;
  }

  /** A part for the text before the first heading, and one for each section. */
  #sections() {
    const parts = [null, ...this.paper.sections.keys()].map((section) => this.#section(section));
    let lastPage = 0;
    for (const paragraph of this.paper.paragraphs) {
      const part = parts[paragraph.section === null ? 0 : paragraph.section + 1];
      const members = paragraph.sentences.map((id) => this.paper.byId.get(id)).filter(Boolean);
      if (!members.length) continue;
      const node = element("p", { id: `par-${paragraph.id}`, dir: "auto" });
      // Between two sentences: a space, which becomes an ellipsis while something is left out there.
      const gaps = members.map(({ index }) => {
        const space = WIDE_STOP.test(this.paper.sentences[index - 1]?.text) ? "" : " ";
        return element("span", { class: "gap", hidden: true }, space);
      });
      node.append(
        ...members.flatMap((sentence, index) => [gaps[index], this.nodes[sentence.index]]),
      );
      const { page } = members[0];
      if (page !== lastPage) node.dataset.page = page;
      lastPage = page;
      part.node.append(node);
      part.paragraphs.push({ node, members, gaps });
    }
    return parts;
  }

  #section(index) {
    if (index === null) return { index, level: Infinity, node: element("section"), paragraphs: [] };
    const { number, heading, scripts, level } = this.paper.sections[index];
    const id = `section-${index}`;
    const title = element(`h${Math.min(level + 1, MAX_HEADING)}`, { id, dir: "auto" });
    if (number) title.append(element("span", { class: "number" }, number), " ");
    title.append(...scriptNodes(heading, scripts));
    return {
      index,
      level,
      node: element("section", {}, title),
      paragraphs: [],
    };
  }

  /** Show the layers up to `layer`; search hits and the current sentence are shown whatever their layer. */
  show(layer, hits, current) {
    const anchor = this.#anchor(layer);
    const before = anchor?.getBoundingClientRect().top;
    const fresh = [];
    const shown = new Set();
    for (const part of this.parts) {
      for (const paragraph of part.paragraphs) {
        if (this.#showParagraph(paragraph, layer, hits, current, fresh)) shown.add(part);
      }
    }
    this.#showHeadings(shown);
    if (anchor) this.pane.scrollTop += anchor.getBoundingClientRect().top - before;
    const fading = fresh.length <= MAX_FADING;
    for (const node of fresh) node.classList.toggle("fresh", fading);
    this.#mark(current);
  }

  #showParagraph({ node: paragraph, members, gaps }, layer, hits, current, fresh) {
    let gap = false;
    let any = false;
    for (const [index, sentence] of members.entries()) {
      const node = this.nodes[sentence.index];
      const coloured = sentence.layer <= layer;
      const hit = hits.has(sentence.id);
      const visible = coloured || hit || sentence === current;
      const name = `s${coloured ? ` layer-${sentence.layer}` : ""}${hit ? " hit" : ""}`;
      if (visible && node.hidden) fresh.push(node);
      if (node.hidden === visible) node.hidden = !visible;
      if (node.className !== name) node.className = name;
      const title = sentence.note ?? `Layer ${sentence.layer}: ${sentence.reason}`;
      if (node.title !== title) node.title = title;
      if (gaps[index].hidden === visible) gaps[index].hidden = !visible;
      gaps[index].classList.toggle("open", gap);
      gap = !visible;
      any ||= visible;
    }
    const cut = any && gap;
    if (paragraph.hidden === any) paragraph.hidden = !any;
    paragraph.classList.toggle("cut", cut);
    return any;
  }

  /** A heading is shown if anything is shown below it, also in a subsection. */
  #showHeadings(shown) {
    let below = [];
    for (const part of [...this.parts].reverse()) {
      const visible = shown.has(part) || below.some((level) => level > part.level);
      if (part.node.hidden === visible) part.node.hidden = !visible;
      below = below.filter((level) => level <= part.level);
      if (visible) below.push(part.level);
    }
  }

  /** A sentence in view that stays: the text must not jump when sentences appear above it. */
  #anchor(layer) {
    if (this.pane.scrollTop < AT_THE_TOP) return null;
    const { top, bottom } = this.pane.getBoundingClientRect();
    let fallback = null;
    for (const sentence of this.paper.sentences) {
      const node = this.nodes[sentence.index];
      if (node.hidden || sentence.layer > layer) continue;
      const box = node.getBoundingClientRect();
      if (box.top >= bottom) return fallback ?? null;
      if (box.top >= top) return node;
      if (box.bottom > top) fallback = node;
    }
    return fallback;
  }

  #mark(current) {
    if (this.current && this.current !== current) {
      const node = this.nodes[this.current.index];
      node?.removeAttribute("aria-current");
      node?.removeAttribute("tabindex");
    }
    this.current = current;
    if (!current) return;
    const node = this.nodes[current.index];
    node.setAttribute("aria-current", "true");
    node.tabIndex = 0;
  }

  /** Scroll to a sentence, unless it can be seen already; with `focus`, the keyboard goes there too. */
  scrollTo(sentence, focus = false) {
    const node = this.nodes[sentence.index];
    const pane = this.pane.getBoundingClientRect();
    const box = node.getBoundingClientRect();
    if (box.top < pane.top + 0.08 * pane.height || box.bottom > pane.bottom - 0.12 * pane.height) {
      const distance = box.top - pane.top - HEADROOM * pane.height;
      this.pane.scrollBy({ top: distance, behavior: scrollBehaviour(distance, pane.height) });
    }
    if (focus) node.focus({ preventScroll: true });
  }

  /** Scroll to the heading of a section. */
  scrollToSection(index) {
    const part = this.parts[index + 1];
    const distance =
      part.node.getBoundingClientRect().top - this.pane.getBoundingClientRect().top - 16;
    this.pane.scrollBy({
      top: distance,
      behavior: scrollBehaviour(distance, this.pane.clientHeight),
    });
  }

  /** The section that is being read: the last one that begins above a line in the upper part of the pane. */
  currentSection() {
    const limit = this.pane.getBoundingClientRect().top + HEADROOM * this.pane.clientHeight;
    let found = null;
    for (const part of this.parts) {
      if (part.node.hidden) continue;
      if (part.node.getBoundingClientRect().top > limit) break;
      found = part.index;
    }
    return found;
  }
}
