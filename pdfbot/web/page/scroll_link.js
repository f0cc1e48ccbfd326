// Text and paper scroll together: the side that the reader moves leads, the other one follows.

import { settings } from "./settings.js";

const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"];

export class ScrollLink {
  /** `text` and `pages` are the two sides; both have `position` and `scrollToPosition`. */
  constructor(text, pages) {
    this.sides = { text, pages };
    this.leader = null;
    for (const side of ["text", "pages"]) {
      const node = this.sides[side].scroller;
      for (const name of MOVES) {
        node.addEventListener(name, () => this.lead(side), { passive: true });
      }
    }
  }

  /** The reader moves this side. */
  lead(side) {
    this.leader = side;
  }

  /** The page itself scrolls, to a place that was chosen: nothing follows. */
  release() {
    this.leader = null;
  }

  /** Let the other side follow one that has scrolled. */
  follow(side) {
    if (side !== this.leader || !settings.together) return;
    const { text, pages } = this.sides;
    if (side === "text") pages.scrollToPosition(text.position, text.sentenceAtLine());
    else text.scrollToPosition(pages.position);
  }
}
