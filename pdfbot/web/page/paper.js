// A paper as the page knows it: sentences in reading order, their layers, and where they are printed.

const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur"]);
const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export class Paper {
  /** Made from the answer of /papers/ID/sentences; `name` is that of its file, if it is known. */
  constructor(id, answer, name) {
    this.id = id;
    this.language = answer.language;
    this.title = answer.title || name || "Untitled paper";
    this.titleScripts = answer.title_scripts;
    this.authors = answer.authors;
    this.year = answer.year;
    this.textSize = answer.text_size;
    this.figures = answer.figures;
    this.equations = byIdOf(answer.equations);
    this.notes = byIdOf(answer.footnotes);
    this.references = byIdOf(answer.references);
    this.sections = answer.sections;
    this.paragraphs = answer.paragraphs;
    this.pages = answer.pages;
    this.sizes = new Map(this.pages.map((page) => [page.number, page]));
    this.sentences = answer.sentences.map((sentence, index) => ({
      ...sentence,
      index,
      section: null,
    }));
    this.byId = byIdOf(this.sentences);
    for (const paragraph of this.paragraphs) {
      for (const name of paragraph.sentences) {
        const sentence = this.byId.get(name);
        if (sentence) sentence.section = paragraph.section;
      }
    }
    this.setLayers(answer);
    this.boxes = boxesByPage(this.sentences, this.pages);
  }

  /** The direction of a part of the text, which may begin with a Latin word. */
  directionOf(text) {
    const isMirrored = RIGHT_TO_LEFT.has(this.language) && RIGHT_TO_LEFT_LETTER.test(text);
    return isMirrored ? "rtl" : "auto";
  }

  /** Take over the layers of another answer for the same paper. */
  setLayers(answer) {
    this.layers = answer.layers;
    this.hasOwnScores = answer.own_scores;
    for (const { id, layer, score, note, reason } of answer.sentences) {
      const sentence = this.byId.get(id);
      if (sentence) Object.assign(sentence, { layer, score, note, reason });
    }
    const sizes = new Array(this.layers + 1).fill(0);
    for (const sentence of this.sentences) sizes[sentence.layer] += 1;
    this.layerSizes = sizes;
  }

  /** Width and height of a page in points. */
  pageSize(number) {
    return this.sizes.get(number);
  }

  /** The number that is printed on a page. */
  pageLabel(number) {
    return this.pageSize(number)?.label ?? String(number);
  }

  /** How many sentences the layers up to this one have. */
  countUpTo(layer) {
    return this.layerSizes.slice(1, layer + 1).reduce((sum, size) => sum + size, 0);
  }

  /** The sentence printed at a point of a page, given as shares of its width and height. */
  sentenceAt(page, x, y) {
    const found = (this.boxes.get(page) ?? []).find(
      (box) =>
        x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height,
    );
    return found?.sentence ?? null;
  }

  /** The first sentence of a section or of one of its subsections. */
  firstOf(section) {
    const { level } = this.sections[section];
    let last = section + 1;
    while (last < this.sections.length && this.sections[last].level > level) last += 1;
    return (
      this.sentences.find((s) => s.section !== null && s.section >= section && s.section < last) ??
      null
    );
  }

  /** The next sentence (or, with step -1, the previous one) that a test lets through. */
  neighbour(from, step, test) {
    for (let index = from + step; index >= 0 && index < this.sentences.length; index += step) {
      if (test(this.sentences[index])) return this.sentences[index];
    }
    return null;
  }
}

const byIdOf = (list) => new Map(list.map((item) => [item.id, item]));

/** The rectangles of each page as shares of its size, with their sentences. */
function boxesByPage(sentences, pages) {
  const sizes = new Map(pages.map((page) => [page.number, page]));
  const boxes = new Map(pages.map((page) => [page.number, []]));
  for (const sentence of sentences) {
    for (const { page, left, top, width, height } of sentence.rectangles) {
      const size = sizes.get(page);
      if (!size) continue;
      boxes.get(page).push({
        sentence,
        left: left / size.width,
        top: top / size.height,
        width: width / size.width,
        height: height / size.height,
      });
    }
  }
  return boxes;
}
