// Search in the sentences: regardless of case, accents, typographic variants, and of what is raised or lowered.

const MARKS = /\p{M}/gu;
const HIGHLIGHT = "search";

/** Text as the search compares it. */
function fold(text) {
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, " ");
}

/** The sentences that contain the query. */
export function findSentences(paper, query) {
  const wanted = fold(query).trim();
  if (!wanted) return [];
  return paper.sentences.filter((sentence) => {
    sentence.folded ??= fold(sentence.text);
    return sentence.folded.includes(wanted);
  });
}

/** Highlight the words in the text, if the browser can do so without changing the document. */
export function markWords(nodes, query) {
  if (!globalThis.CSS?.highlights) return;
  const wanted = fold(query).trim();
  const ranges = wanted ? nodes.flatMap((node) => wordRanges(node, wanted)) : [];
  if (ranges.length) CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
  else CSS.highlights.delete(HIGHLIGHT);
}

function wordRanges(node, wanted) {
  const { folded, places } = foldWithPlaces(node);
  const ranges = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const first = places[at];
    const last = places[at + wanted.length - 1];
    const range = document.createRange();
    range.setStart(first.textNode, first.start);
    range.setEnd(last.textNode, last.end);
    ranges.push(range);
  }
  return ranges;
}

/** The folded text of a node, and for each of its characters where it comes from. */
function foldWithPlaces(node) {
  let folded = "";
  const places = [];
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const textNode = walker.currentNode;
    let start = 0;
    for (const character of textNode.data) {
      const end = start + character.length;
      for (const part of fold(character)) {
        if (part === " " && folded.endsWith(" ")) continue;
        folded += part;
        for (let unit = 0; unit < part.length; unit += 1) places.push({ textNode, start, end });
      }
      start = end;
    }
  }
  return { folded, places };
}
