// The clean text under its headings; sentences of deeper layers are hidden until their layer is shown.

import { element, scrollBehaviour } from "./dom.js";
import { HEADROOM } from "./page_pane.js";
import { abstractNode, figureNode, headNode, sentenceNode } from "./text_parts.js";
import { scriptNodes } from "./text_nodes.js";

const MAX_HEADING = 6;
// Sentences that fade in when a layer is added; more at once would stutter.
const MAX_FADING = 250;
// CSS pixels: a reader who has scrolled less is still at the beginning, and stays there.
const AT_THE_TOP = 8;

// Chinese and Japanese sentences end with signs that bring their own white space.
const WIDE_STOP = /[。！？｡．][」』）”’》]?$/;

export class TextPane {
  constructor(pane, article, { onSelect, onScroll, onOpen, onMore }) {
    this.pane = pane;
    this.article = article;
    this.onMore = onMore;
    this.clear();
    const open = (event) => {
      const node = event.target.closest("[data-references], [data-note], [data-part]");
      if (node) onOpen(node);
      return node;
    };
    article.addEventListener("click", (event) => {
      if (open(event)) return;
      const node = event.target.closest(".s");
      if (node && getSelection().isCollapsed) onSelect(this.paper.byId.get(node.dataset.sentence));
    });
    article.addEventListener("keydown", (event) => {
      if (/^(Enter| )$/.test(event.key) && event.target.matches(".cite") && open(event)) {
        event.preventDefault();
      }
    });
    pane.addEventListener("scroll", onScroll, { passive: true });
    new ResizeObserver(() => {
      this.tops = null;
    }).observe(article);
  }

  /** The element that scrolls. */
  get scroller() {
    return this.pane;
  }

  clear() {
    this.article.replaceChildren();
    this.nodes = [];
    this.parts = [];
    this.figures = [];
    this.current = null;
    this.tops = null;
  }

  /** Lay out the whole text of a paper, with every sentence hidden. */
  open(paper) {
    this.clear();
    this.paper = paper;
    this.article.lang = paper.language;
    this.nodes = paper.sentences.map((sentence) => sentenceNode(paper, sentence));
    this.summary = element("p", { class: "summary" });
    const head = headNode(paper, this.summary);
    this.parts = this.#sections();
    this.article.replaceChildren(head, ...this.parts.map((part) => part.node));
    this.pane.scrollTop = 0;
  }

  /** A part for the text before the first heading, and one for each section. */
  #sections() {
    const parts = [null, ...this.paper.sections.keys()].map((section) => this.#section(section));
    let abstract = null;
    const figures = Map.groupBy(this.paper.figures, ({ paragraph }) => paragraph);
    for (const paragraph of this.paper.paragraphs) {
      const part = parts[paragraph.section === null ? 0 : paragraph.section + 1];
      const members = paragraph.sentences.map((id) => this.paper.byId.get(id)).filter(Boolean);
      if (!members.length) continue;
      const text = members.map((sentence) => sentence.text).join(" ");
      const node = element("p", { id: `par-${paragraph.id}`, dir: this.paper.directionOf(text) });
      // Between two sentences: a space, which becomes an ellipsis while something is left out there.
      const gaps = members.map(({ index }) => {
        const space = WIDE_STOP.test(this.paper.sentences[index - 1]?.text) ? "" : " ";
        return element("span", { class: "gap", hidden: true }, space);
      });
      node.append(
        ...members.flatMap((sentence, index) => [gaps[index], this.nodes[sentence.index]]),
      );
      // An abstract that is printed without a heading, or in one line with it.
      const isApart = paragraph.abstract && paragraph.section === null;
      if (isApart && !abstract) {
        abstract = abstractNode();
        part.node.append(abstract);
      }
      const place = isApart ? abstract : part.node;
      place.append(node);
      part.paragraphs.push({ node, members, gaps });
      for (const figure of figures.get(paragraph.id) ?? []) {
        const shown = figureNode(this.paper, figure);
        place.append(shown);
        this.figures.push({ node: shown, mentions: figure.mentions });
      }
    }
    return parts;
  }

  #section(index) {
    if (index === null) return { index, level: Infinity, node: element("section"), paragraphs: [] };
    const { number, heading, scripts, level } = this.paper.sections[index];
    const id = `section-${index}`;
    const title = element(`h${Math.min(level + 1, MAX_HEADING)}`, {
      id,
      dir: this.paper.directionOf(heading),
    });
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
    this.#showFigures(layer);
    this.#labelPages();
    this.#summarise(layer);
    this.tops = null;
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
      const name = `s${coloured ? this.#colour(sentence, layer) : ""}${hit ? " hit" : ""}`;
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

  /** New sentences are tinted, earlier ones have a dot; layer 1 alone and the rest are plain. */
  #colour(sentence, layer) {
    const { layers } = this.paper;
    const isNew = sentence.layer === layer && layer > 1 && layer < layers;
    const isKnown = sentence.layer < layer;
    return ` layer-${sentence.layer}${isNew ? " new" : ""}${isKnown ? " known" : ""}`;
  }

  /** A figure is shown with a sentence that mentions it; with the whole text, all are. */
  #showFigures(layer) {
    const isShown = (id) => {
      const sentence = this.paper.byId.get(id);
      return sentence && !this.nodes[sentence.index].hidden;
    };
    for (const { node, mentions } of this.figures) {
      node.hidden = layer < this.paper.layers && !mentions.some(isShown);
    }
  }

  /** The number of the page at the first sentence that is shown of it. */
  #labelPages() {
    let last = 0;
    for (const sentence of this.paper.sentences) {
      const node = this.nodes[sentence.index];
      const isFirst = !node.hidden && sentence.page !== last;
      if (isFirst) last = sentence.page;
      const label = isFirst ? `p. ${this.paper.pageLabel(sentence.page)}` : undefined;
      if (label) node.dataset.page = label;
      else if (node.dataset.page) delete node.dataset.page;
    }
  }

  /** What is being read, in words, and the way to more. */
  #summarise(layer) {
    const { layers } = this.paper;
    const shown = this.paper.countUpTo(layer).toLocaleString("en");
    const all = this.paper.sentences.length.toLocaleString("en");
    const why = this.paper.hasOwnScores
      ? "with the highest of the scores that were given"
      : "that say what was found, and the best of each section";
    const more = element("button", { class: "more" }, layer + 1 < layers ? `Add layer ${layer + 1}` : "Show all");
    more.addEventListener("click", () => this.onMore(layer + 1));
    const words =
      layer === layers
        ? [`The whole text. A dot marks what is in layers 1 to ${layers - 1}.`]
        : layer === 1
          ? [
              element("b", {}, "Layer 1"),
              ` is what to read if you read nothing else: the ${shown} of ${all} sentences ${why}. `,
              element("span", { class: "dots" }, "⋯"),
              " stands for what is left out. ",
              more,
            ]
          : [
              element("b", {}, `Layers 1 to ${layer}`),
              `: ${shown} of ${all} sentences. What layer ${layer} adds is tinted, what was there before has a dot. `,
              more,
            ];
    this.summary.replaceChildren(...words);
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
      reach(node, -1);
    }
    this.current = current;
    if (!current) return;
    const node = this.nodes[current.index];
    node.setAttribute("aria-current", "true");
    node.tabIndex = 0;
    reach(node, 0);
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

  /** The first sentence shown of each page, and how far down it is. */
  #pageTops() {
    if (this.tops) return this.tops;
    const origin = this.article.getBoundingClientRect().top;
    const tops = [];
    for (const { index, page } of this.paper.sentences) {
      const node = this.nodes[index];
      if (node.hidden || (tops.length && page <= tops.at(-1).page)) continue;
      tops.push({ page, top: node.getBoundingClientRect().top - origin });
    }
    const lastPage = this.paper.pages.at(-1)?.number ?? 1;
    const last = this.nodes.findLast((node) => !node.hidden);
    const bottom = last ? last.getBoundingClientRect().bottom - origin : 0;
    tops.push({ page: Math.max(lastPage, tops.at(-1)?.page ?? 0) + 1, top: bottom });
    this.tops = tops;
    return tops;
  }

  /** What is at the reading line: the number of the page, and as decimals the share above it. */
  get position() {
    const y = this.pane.scrollTop + HEADROOM * this.pane.clientHeight;
    return between(this.#pageTops(), y, "top", "page");
  }

  /** Scroll so that a position is at the reading line. */
  scrollToPosition(position) {
    const y = between(this.#pageTops(), position, "page", "top");
    this.pane.scrollTo({ top: y - HEADROOM * this.pane.clientHeight, behavior: "instant" });
  }

  /** The sentence at the reading line. */
  sentenceAtLine() {
    const y = this.pane.getBoundingClientRect().top + HEADROOM * this.pane.clientHeight;
    const shown = this.paper.sentences.filter(({ index }) => !this.nodes[index].hidden);
    let low = 0;
    let high = shown.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.nodes[shown[middle].index].getBoundingClientRect().bottom > y) high = middle;
      else low = middle + 1;
    }
    return shown[low] ?? null;
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

/** Whether the Tab key reaches what is in a sentence. */
function reach(sentence, tabIndex) {
  for (const node of sentence?.querySelectorAll("[tabindex]") ?? []) node.tabIndex = tabIndex;
}

/** The value of one field where another has `value`, in a list in which both grow. */
function between(places, value, from, to) {
  let index = places.findIndex((place) => place[from] > value) - 1;
  if (index < 0) index = places[0][from] > value ? 0 : places.length - 2;
  const [one, other] = [places[Math.max(index, 0)], places[Math.max(index, 0) + 1]];
  if (!other) return one[to];
  const share = (value - one[from]) / Math.max(other[from] - one[from], 0.001);
  return one[to] + Math.min(Math.max(share, 0), 1) * (other[to] - one[to]);
}
