// The parts of the text: sentences with what they lead to, equations and figures as pictures.

import { element, plural } from "./dom.js";
import { paperUrl } from "./server.js";
import { scriptNodes, scriptRanges, textNodes } from "./text_nodes.js";

// Sizes of pictures in ems of the text: as wide as printed, but no higher than this.
const MAX_HEIGHT = 24;
const USUAL_TEXT_SIZE = 10;
const PICTURES_ALONE = ["algorithm", "listing"];
// The Tab key reaches what is in the current sentence; in all of them would be too much.
const CITATION = { class: "cite", role: "button", tabIndex: -1, "aria-haspopup": "dialog" };

/** The node of a sentence, hidden. */
export function sentenceNode(paper, sentence) {
  const { text, scripts, citations, notes, equations } = sentence;
  const ranges = [
    ...citations.map(({ start, end, references }) => ({
      start,
      end,
      make: () => element("span", { ...CITATION, "data-references": references.join(" ") }),
    })),
    ...notes.map(({ start, end, note }) => ({ start, end, make: () => noteNode(paper, note, end > start) })),
    ...equations.map(({ start, equation }) => ({
      start,
      end: start,
      make: () => equationNode(paper, paper.equations.get(equation)),
    })),
    ...scriptRanges(scripts),
  ];
  return element(
    "span",
    { class: "s", hidden: true, "data-sentence": sentence.id },
    ...textNodes(text, ranges),
  );
}

/** The mark of a footnote; one that is not in the text is drawn behind it by the style sheet. */
function noteNode(paper, id, isPrinted) {
  const { mark } = paper.notes.get(id);
  const node = element("span", {
    ...CITATION,
    class: "cite note",
    "data-note": id,
    "aria-label": `Footnote ${mark}`,
  });
  if (!isPrinted) node.dataset.mark = mark || "∗";
  return node;
}

function equationNode(paper, equation) {
  const name = equation.number ? `Equation ${equation.number}` : "Equation";
  if (!equation.picture) return element("span", { class: "equation" }, equation.text);
  const picture = pictureButton(paper, equation, `${name}: ${equation.tex}`);
  picture.tabIndex = -1;
  return element("span", { class: "equation" }, picture);
}

/** Where the abstract goes, below a heading; in papers that print one, it is a section. */
export const abstractNode = () =>
  element("div", { class: "abstract" }, element("h2", { lang: "en", dir: "ltr" }, "Abstract"));

/** A figure or table with its caption. */
export function figureNode(paper, figure) {
  const { id, kind, label, text, scripts, picture, page } = figure;
  const caption = element(
    "figcaption",
    { dir: "auto" },
    element("b", {}, label),
    " ",
    // The text of an algorithm is its lines, which the picture shows better.
    ...(PICTURES_ALONE.includes(kind) && picture ? [] : scriptNodes(text, scripts)),
  );
  const shown = picture
    ? pictureButton(paper, figure, `${label}, enlarge`)
    : element("button", { class: "quiet", "data-part": id }, `On page ${paper.pageLabel(page)}`);
  return element("figure", { hidden: true, "data-figure": id }, shown, caption);
}

/** The picture of a part as large as its text; it can be enlarged. */
function pictureButton(paper, { id, picture }, name) {
  const ratio = picture.width / picture.height;
  const width = picture.width / (paper.textSize || USUAL_TEXT_SIZE);
  const image = element("img", { alt: name, loading: "lazy", src: pictureUrl(paper, id) });
  image.style.width = `${Math.min(width, MAX_HEIGHT * ratio)}em`;
  image.style.aspectRatio = ratio;
  return element("button", { class: "picture", "data-part": id, "aria-haspopup": "dialog" }, image);
}

/** The address of the picture of a part. */
export const pictureUrl = (paper, id) => paperUrl(paper.id, `pictures/${encodeURIComponent(id)}`);

// Names that fit on the first screen.
const MAX_AUTHORS = 8;

/** What stands above the text: title, authors, year, and what is being read. */
export function headNode(paper, summary) {
  const shown = paper.authors.slice(0, MAX_AUTHORS);
  const others = paper.authors.length - shown.length;
  const people = others ? `${shown.join(", ")} and ${others} more` : listed(shown);
  const facts = [
    paper.year,
    plural(paper.pages.length, "page"),
    plural(paper.sentences.length, "sentence"),
  ].filter(Boolean);
  return element(
    "header",
    { class: "head" },
    element("h1", { dir: "auto" }, ...scriptNodes(paper.title, paper.titleScripts)),
    people ? element("p", { class: "authors", dir: "auto" }, people) : null,
    element("p", { class: "facts" }, facts.join(" · ")),
    summary,
  );
}

const listed = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
