// The highlights on one page of the paper: sentences of the layers, search hits, the current one.

// Points: the line around the current sentence, and its distance from the text.
const OUTLINE = 1.4;
const OUTLINE_OFFSET = 0.8;
const OUTLINE_COLOUR = "#1d4ed8";
// Share of a line's height above and below it that belongs to the line, so that lines meet.
const LINE_GAP = 0.12;
const SVG = "http://www.w3.org/2000/svg";

/** How a sentence of a layer is marked: new ones are tinted, earlier ones have a thin bar. */
export function markOf(layer, shown, layers) {
  if (layer > shown || layer === layers) return "";
  return layer === shown ? "tint" : "earlier";
}

/** Draw the highlights of a page above it; `boxes` are shares of its size, which is in points. */
export function drawMarks(holder, number, boxes, size, { layer, layers, hits, current }) {
  const marks = boxes.flatMap((box) => {
    const name = markOf(box.sentence.layer, layer, layers);
    return name ? [mark(box, `mark ${name} layer-${box.sentence.layer}`)] : [];
  });
  const found = boxes.filter(({ sentence }) => hits.has(sentence.id));
  const own = boxes.filter(({ sentence }) => sentence === current);
  holder.replaceChildren(
    ...marks,
    ...found.map((box) => mark(box, "hit")),
    ...(own.length ? [outline(own, size, number)] : []),
  );
}

function mark(box, name) {
  const node = document.createElement("i");
  node.className = name;
  node.dataset.sentence = box.sentence.id;
  for (const side of ["left", "top", "width", "height"]) node.style[side] = `${100 * box[side]}%`;
  return node;
}

/** One line around all lines of a sentence: their area, grown, without the area itself. */
function outline(boxes, { width, height }, number) {
  const grown = (more, fill) =>
    boxes.map((box) =>
      svg("rect", {
        x: width * box.left - more,
        y: height * (box.top - LINE_GAP * box.height) - more,
        width: width * box.width + 2 * more,
        height: height * box.height * (1 + 2 * LINE_GAP) + 2 * more,
        rx: more,
        fill,
      }),
    );
  const whole = { x: 0, y: 0, width, height };
  const id = `outline-${number}`;
  const mask = svg(
    "mask",
    { id, maskUnits: "userSpaceOnUse", ...whole },
    ...grown(OUTLINE_OFFSET + OUTLINE, "#fff"),
    ...grown(OUTLINE_OFFSET, "#000"),
  );
  const line = svg("rect", { ...whole, fill: OUTLINE_COLOUR, mask: `url(#${id})` });
  const tint = boxes.map((box) =>
    svg("rect", {
      x: width * box.left,
      y: height * box.top,
      width: width * box.width,
      height: height * box.height,
      class: "chosen",
    }),
  );
  const view = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none" };
  return svg(
    "svg",
    { class: "now", "data-sentence": boxes[0].sentence.id, ...view },
    mask,
    ...tint,
    line,
  );
}

function svg(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
