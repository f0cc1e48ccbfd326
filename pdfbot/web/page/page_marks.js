// The highlights on one page of the replica: coloured sentences, search hits, the current sentence.

// Points: the line around the current sentence, and its distance from the text.
const OUTLINE = 1.4;
const OUTLINE_OFFSET = 0.8;
const OUTLINE_COLOUR = "#1d4ed8";
// Share of a line's height above and below it that belongs to the line, so that lines meet.
const LINE_GAP = 0.12;
const SVG = "http://www.w3.org/2000/svg";

// Highlights multiply with the page, so that black stays black; outlines are drawn above it.
export const STYLE = `
html { background: var(--desk) !important; scrollbar-color: #8888 transparent; }
.pf { box-shadow: 0 1px 3px #0003, 0 6px 20px #0002 !important; }
html.pbr-dim .pf { filter: brightness(.86); }
html.pbr-dark .pf { filter: invert(.9) hue-rotate(180deg); }
.pbr-over, .pbr-over * { cursor: pointer !important; }
.pbr { position: absolute; inset: 0; pointer-events: none; }
.pbr i { position: absolute; border-radius: 2px; }
.pbr-marks { mix-blend-mode: multiply; }
.pbr .hit { border-radius: 0; box-shadow: 0 2px 0 #0b6bcb; }
.pbr svg { position: absolute; inset: 0; width: 100%; height: 100%; }
`;

export class PageMarks {
  /** Made for the frame of a page; `boxes` are its rectangles, `size` is in points. */
  constructor(node, boxes, size) {
    this.node = node;
    this.boxes = boxes;
    this.size = size;
    this.document = node.ownerDocument;
    this.stale = true;
    this.coloured = this.#layer("pbr pbr-marks");
    this.outlined = this.#layer("pbr pbr-lines");
    node.append(this.coloured, this.outlined);
  }

  #layer(name) {
    const layer = this.document.createElement("div");
    layer.className = name;
    layer.setAttribute("aria-hidden", "true");
    return layer;
  }

  /** Draw what is shown, unless it is drawn already. */
  draw({ layer, hits, current }, colours) {
    if (!this.stale) return;
    this.stale = false;
    const coloured = this.boxes.filter(({ sentence }) => sentence.layer <= layer);
    const found = this.boxes.filter(({ sentence }) => hits.has(sentence.id));
    const own = this.boxes.filter(({ sentence }) => sentence === current);
    this.coloured.replaceChildren(
      ...coloured.map((box) => this.#mark(box, "mark", colours[box.sentence.layer - 1])),
    );
    this.outlined.replaceChildren(
      ...found.map((box) => this.#mark(box, "hit", "")),
      ...(own.length ? [this.#outline(own)] : []),
    );
  }

  #mark(box, name, colour) {
    const node = this.document.createElement("i");
    node.className = name;
    node.dataset.sentence = box.sentence.id;
    const { style } = node;
    for (const side of ["left", "top", "width", "height"]) style[side] = `${100 * box[side]}%`;
    style.background = colour;
    return node;
  }

  /** One line around all lines of a sentence: their area, grown, without the area itself. */
  #outline(boxes) {
    const { width, height } = this.size;
    const grown = (more, fill) =>
      boxes.map((box) =>
        this.#svg("rect", {
          x: width * box.left - more,
          y: height * (box.top - LINE_GAP * box.height) - more,
          width: width * box.width + 2 * more,
          height: height * box.height * (1 + 2 * LINE_GAP) + 2 * more,
          rx: more,
          fill,
        }),
      );
    const whole = { x: 0, y: 0, width, height };
    const id = `pbr-outline-${this.node.dataset.pageNo}`;
    const mask = this.#svg(
      "mask",
      { id, maskUnits: "userSpaceOnUse", ...whole },
      ...grown(OUTLINE_OFFSET + OUTLINE, "#fff"),
      ...grown(OUTLINE_OFFSET, "#000"),
    );
    const line = this.#svg("rect", { ...whole, fill: OUTLINE_COLOUR, mask: `url(#${id})` });
    const box = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none" };
    return this.#svg(
      "svg",
      { class: "now", "data-sentence": boxes[0].sentence.id, ...box },
      mask,
      line,
    );
  }

  #svg(name, attributes, ...children) {
    const node = this.document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }
}
