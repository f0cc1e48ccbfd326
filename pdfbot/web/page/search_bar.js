// The search field: results are counted, highlighted on both sides, and visited one by one.

import { announce, byId, plural } from "./dom.js";
import { findSentences, markWords } from "./search.js";

const DELAY = 120;

export class SearchBar {
  constructor({ onSearch, onSelect }) {
    this.onSearch = onSearch;
    this.onSelect = onSelect;
    this.field = byId("query");
    this.found = [];
    this.at = -1;
    let timer = 0;
    this.field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#search(), DELAY);
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.shiftKey) {
        event.preventDefault();
        this.#visit(-1);
      }
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        this.clear();
        this.field.blur();
        byId("text-pane").focus();
      }
    });
    byId("search").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#visit(1);
    });
    byId("search-previous").addEventListener("click", () => this.#visit(-1));
    byId("search-button").addEventListener("click", () => this.focus());
    byId("search-close").addEventListener("click", () => this.clear());
    this.#count();
  }

  get query() {
    return this.field.value;
  }

  open(paper) {
    this.paper = paper;
    this.clear();
  }

  /** Open the search field and focus it. */
  focus() {
    byId("search").classList.add("open");
    this.field.focus();
    this.field.select();
  }

  clear() {
    byId("search").classList.remove("open");
    this.field.value = "";
    this.#search();
  }

  #search() {
    const before = this.found.length;
    this.found = this.paper ? findSentences(this.paper, this.query) : [];
    this.at = -1;
    this.#count();
    if (this.query)
      announce(
        this.found.length ? `${plural(this.found.length, "sentence")} found` : "Nothing found",
      );
    if (before || this.found.length) this.onSearch(this.found);
  }

  #visit(direction) {
    if (this.query && !this.found.length) this.#search();
    if (!this.found.length) return;
    const first = direction > 0 ? 0 : this.found.length - 1;
    this.at = this.at < 0 ? first : (this.at + direction + this.found.length) % this.found.length;
    this.#count();
    this.onSelect(this.found[this.at]);
  }

  #count() {
    const { length } = this.found;
    const place = this.at < 0 ? `${length}` : `${this.at + 1} of ${length}`;
    byId("search-count").textContent = this.query ? (length ? place : "none") : "";
    byId("search").classList.toggle("active", Boolean(this.query));
  }

  /** Highlight the words in the text. */
  mark(nodes) {
    markWords(this.found.map((sentence) => nodes[sentence.index]).filter(Boolean), this.query);
  }
}
