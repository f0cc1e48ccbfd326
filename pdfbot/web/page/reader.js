// A paper being read: both sides, the layers, the current sentence, search, and the contents.

import { LAYERS, MAX_DENSITY, MIN_DENSITY } from "./address.js";
import { Contents } from "./contents.js";
import { ExplainPane } from "./explain_pane.js";
import { LayerBar } from "./layer_bar.js";
import { announce, byId, toast } from "./dom.js";
import { offerDownloads } from "./menus.js";
import { PagePane } from "./page_pane.js";
import { Paper } from "./paper.js";
import { SearchBar } from "./search_bar.js";
import { sentences } from "./server.js";
import { rememberPaper } from "./settings.js";
import { Asides } from "./asides.js";
import { ScrollLink } from "./scroll_link.js";
import { TextPane } from "./text_pane.js";

// Milliseconds that scrolling to a place may take.
const SETTLING = 900;
// One side is shown at a time. As in app.css.
const NARROW = "(max-width: 760px)";

export class Reader {
  constructor({ onAddress, onKey, onDrag }) {
    this.onAddress = onAddress;
    this.paper = null;
    this.place = null;
    this.settled = 0;
    this.hits = new Set();
    const select = (sentence) => this.select(sentence);
    this.pages = new PagePane(byId("page-frame"), {
      onSelect: select,
      onKey,
      onDrag,
      onScroll: () => this.#scrolled("pages"),
      onDrive: () => this.link.lead("pages"),
    });
    this.text = new TextPane(byId("text-pane"), byId("text"), {
      onSelect: select,
      onScroll: () => this.#scrolled("text"),
      onOpen: (node) => this.asides.open(this.paper, node),
      onMore: (layer) => this.setLayer(layer),
    });
    this.link = new ScrollLink(this.text, this.pages);
    this.asides = new Asides({ onPage: (number) => this.goToPage(number) });
    this.explain = new ExplainPane();
    this.contents = new Contents((section) => this.goToSection(section));
    this.bar = new LayerBar({
      onLayer: (layer, done) => this.setLayer(layer, done),
      onSpread: (spread) => this.#rank({ spread }),
      onDensity: (density) => this.#rank({ density }),
      onStep: (step) => this.step(step),
    });
    this.search = new SearchBar({
      onSearch: (found) => this.#searched(found),
      onSelect: (sentence) => this.select(sentence, { focus: false }),
    });
    byId("explain-button").addEventListener("click", () => this.toggleExplain());
    byId("link-button").addEventListener("click", () => this.copyLink());
    for (const [id, direction] of [
      ["zoom-in", 1],
      ["zoom-out", -1],
      ["zoom-fit", 0],
    ]) {
      byId(id).addEventListener("click", () => this.zoom(direction));
    }
    byId("skip").addEventListener("click", (event) => {
      event.preventDefault();
      byId("text-pane").focus();
    });
  }

  /** Load the paper of a place; `name` is that of its file, if it is known. */
  async load(place, name, signal) {
    const answer = await sentences(place.id, this.#choice(place), signal);
    signal.throwIfAborted();
    this.paper = new Paper(place.id, answer, name);
    this.place = place;
  }

  /** Show the paper that was loaded, at its place. */
  open() {
    const { place } = this;
    rememberPaper(place.id, this.paper.title);
    document.title = `${this.paper.title} · pdfbot`;
    byId("paper-title").textContent = this.paper.title;
    byId("paper-title").title = this.paper.title;
    this.search.open(this.paper);
    this.text.open(this.paper);
    this.contents.open(this.paper);
    this.pages.open(this.paper);
    this.#arrive();
    announce(`${this.paper.title}. ${this.bar.words}`);
  }

  /** Close the paper. */
  close() {
    if (!this.paper) return;
    this.paper = null;
    this.place = null;
    this.hits = new Set();
    this.pages.clear();
    this.text.clear();
    this.explain.show(null);
    this.explain.close();
    this.search.clear();
  }

  /** Go to another place in the same paper, as the back button does. */
  async goTo(place) {
    const { paper, place: before } = this;
    this.place = place;
    if (place.spread !== before.spread || place.density !== before.density) {
      const answer = await sentences(place.id, this.#choice(place));
      if (this.place !== place) return;
      paper.setLayers(answer);
    }
    this.#arrive();
  }

  #choice({ spread, density }) {
    return { layers: LAYERS, spread, density };
  }

  get current() {
    return this.paper.byId.get(this.place.sentence) ?? null;
  }

  #arrive() {
    this.link.release();
    this.#explain();
    this.#show();
    offerDownloads(this.paper, this.#choice(this.place));
    if (this.current) {
      this.text.scrollTo(this.current);
      this.pages.scrollTo(this.current);
    }
    this.#follow("text");
  }

  #show() {
    const { layer } = this.place;
    this.text.show(layer, this.hits, this.current);
    this.pages.show(layer, this.hits, this.current);
    this.contents.show(layer);
    this.bar.show(this.paper, this.place);
    this.search.mark(this.text.nodes);
  }

  /** Show the layers up to this one; a slider in motion makes no history entry. */
  setLayer(layer, done = true) {
    if (layer > LAYERS) return;
    if (layer !== this.place.layer) {
      this.place = { ...this.place, layer };
      this.#show();
      announce(this.bar.words);
    }
    if (done) this.#write(true);
  }

  /** Ask the server to assign the sentences to layers again. */
  async #rank(choice) {
    const { paper } = this;
    const { spread, density } = this.place;
    const place = { ...this.place, ...choice };
    this.place = place;
    this.bar.show(paper, place);
    this.ranking?.abort();
    this.ranking = new AbortController();
    try {
      const answer = await sentences(paper.id, this.#choice(place), this.ranking.signal);
      if (this.paper !== paper) return;
      paper.setLayers(answer);
      this.#show();
      offerDownloads(paper, this.#choice(place));
      this.#write(false);
      announce(this.bar.words);
    } catch (problem) {
      if (problem.name === "AbortError" || this.paper !== paper) return;
      this.place = { ...this.place, spread, density };
      this.bar.show(paper, this.place);
      toast(problem.message || "The server does not respond; the layers are unchanged");
    }
  }

  toggleSpread() {
    this.#rank({ spread: this.place.spread === "even" ? "none" : "even" });
  }

  stepDensity(step) {
    this.#rank({
      density: Math.min(Math.max(this.place.density + step, MIN_DENSITY), MAX_DENSITY),
    });
  }

  /** Make a sentence the current one, on both sides. */
  select(sentence, { isNew = true, focus = false } = {}) {
    this.place = { ...this.place, sentence: sentence.id };
    this.link.release();
    this.#show();
    this.text.scrollTo(sentence, focus);
    this.pages.scrollTo(sentence);
    this.#write(isNew);
    this.#settle(sentence.section);
    const section =
      sentence.section === null ? "" : `, ${this.paper.sections[sentence.section].heading}`;
    announce(
      `Page ${sentence.page}${section}, layer ${sentence.layer}${focus ? "" : `: ${sentence.text}`}`,
    );
  }

  /** Go to the next or the previous sentence that is shown in colour. */
  step(direction) {
    const from =
      this.current?.index ?? (direction > 0 ? this.#firstInView() - 1 : this.#firstInView());
    const found = this.paper.neighbour(
      from,
      direction,
      (sentence) => sentence.layer <= this.place.layer,
    );
    if (found) this.select(found, { isNew: false, focus: !matchMedia(NARROW).matches });
    else toast(direction > 0 ? "That was the last highlight" : "That was the first highlight");
  }

  #firstInView() {
    const top = byId("text-pane").getBoundingClientRect().top;
    const index = this.text.nodes.findIndex(
      (node) => !node.hidden && node.getBoundingClientRect().bottom > top,
    );
    return Math.max(index, 0);
  }

  /** Show a page of the paper. */
  goToPage(number) {
    this.link.release();
    if (matchMedia(NARROW).matches) byId("tab-page").click();
    this.pages.scrollToPage(number);
  }

  goToSection(section) {
    this.link.release();
    const first = this.paper.firstOf(section);
    if (!first) this.pages.scrollToPage(this.paper.sections[section].page);
    else this.pages.scrollTo(first, true);
    if (!this.text.parts[section + 1].node.hidden) this.text.scrollToSection(section);
    else if (first) this.text.scrollTo(this.#nearest(first));
    else toast("This section is not part of the text");
    this.#settle(section);
    this.contents.uncover();
    announce(this.paper.sections[section].heading);
  }

  /** The sentence itself if it is shown, else the next one that is. */
  #nearest(sentence) {
    const shown = ({ layer }) => layer <= this.place.layer;
    return shown(sentence)
      ? sentence
      : (this.paper.neighbour(sentence.index, 1, shown) ??
          this.paper.neighbour(sentence.index, -1, shown) ??
          sentence);
  }

  stepSection(direction) {
    const next = (this.contents.current ?? -1) + direction;
    if (this.paper.sections[next]) this.goToSection(next);
  }

  #searched(found) {
    this.hits = new Set(found.map((sentence) => sentence.id));
    if (this.paper) this.#show();
  }

  openSearch() {
    this.search.focus();
  }

  toggleContents() {
    this.contents.toggle();
  }

  toggleExplain() {
    this.place = { ...this.place, view: this.place.view === "explain" ? "pages" : "explain" };
    this.#explain();
    this.#write(true);
    announce(
      this.place.view === "explain" ? "Every line with the rule that judged it" : "The paper",
    );
    if (matchMedia(NARROW).matches) byId("tab-page").click();
  }

  #explain() {
    const isOpen = this.place.view === "explain";
    this.explain.show(isOpen ? this.paper : null, (this.current?.page ?? Math.floor(this.pages.position)) || 1);
  }

  async copyLink() {
    this.#write(false);
    try {
      await navigator.clipboard.writeText(location.href);
      toast("Link copied");
    } catch {
      toast("Copy the link from the address bar");
    }
  }

  zoom(direction) {
    this.pages.zoom(direction);
  }

  /** Clear the search first, then the current sentence. */
  escape() {
    if (this.search.query) return this.search.clear();
    if (this.contents.covers) return this.contents.toggle();
    this.place = { ...this.place, sentence: "" };
    this.#show();
    return this.#write(false);
  }

  applyTheme() {
    this.pages.applyTheme();
    if (this.paper) this.#show();
  }

  /** Update the other side when it comes into view. */
  turned() {
    if (!this.paper || !this.current) return;
    this.link.release();
    this.text.scrollTo(this.current);
    this.pages.scrollTo(this.current);
  }

  /** Make a section the current one; the scrolling that leads there must not change it. */
  #settle(section) {
    this.settled = performance.now() + SETTLING;
    this.contents.follow(section);
  }

  #scrolled(side) {
    if (!this.paper) return;
    this.#follow(side);
    if (this.linking) return;
    this.linking = requestAnimationFrame(() => {
      this.linking = 0;
      if (this.paper) this.link.follow(side);
    });
  }

  #follow(side) {
    if (this.following || performance.now() < this.settled) return;
    this.following = requestAnimationFrame(() => {
      this.following = 0;
      if (!this.paper) return;
      const section =
        side === "text" ? this.text.currentSection() : this.pages.topSentence()?.section;
      this.contents.follow(section ?? null);
    });
  }

  #write(isNew) {
    this.onAddress(this.place, isNew);
  }
}
