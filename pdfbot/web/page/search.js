// Search in the sentences: regardless of case, accents and typographic variants.

const MARKS = /\p{M}/gu;
const HIGHLIGHT = "search";

/** Text as it is compared. */
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

/** Mark the words themselves in the text, where the browser can do so without changing the document. */
export function markWords(nodes, query) {
  if (!globalThis.CSS?.highlights) return;
  const wanted = fold(query).trim();
  const ranges = wanted ? nodes.flatMap((node) => wordRanges(node.firstChild, wanted)) : [];
  if (ranges.length) CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
  else CSS.highlights.delete(HIGHLIGHT);
}

function wordRanges(textNode, wanted) {
  const { folded, places } = foldWithPlaces(textNode.data);
  const ranges = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const range = document.createRange();
    range.setStart(textNode, places[at]);
    range.setEnd(textNode, places[at + wanted.length] ?? textNode.data.length);
    ranges.push(range);
  }
  return ranges;
}

/** Folded text, and for each of its characters where it comes from. */
function foldWithPlaces(text) {
  let folded = "";
  const places = [];
  let offset = 0;
  for (const character of text) {
    for (const part of fold(character)) {
      if (part === " " && folded.endsWith(" ")) continue;
      folded += part;
      for (let unit = 0; unit < part.length; unit += 1) places.push(offset);
    }
    offset += character.length;
  }
  return { folded, places };
}
