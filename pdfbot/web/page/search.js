// Search in the sentences: regardless of case, accents, typographic variants, and of what is raised or lowered.

const MARKS = /\p{M}/gu;
const HIGHLIGHT = "search";
// Letters that are no letter with an accent to Unicode, but are typed as if they were.
const LETTERS = { ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i", ħ: "h" };
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
// Characters that are not printed.
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Text as the search compares it. */
function fold(text) {
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .replace(UNSEEN, "")
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter])
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, " ");
}

/** The words of a query, and the phrases that are in quotation marks. */
function wantedParts(query) {
  const parts = fold(query).match(/"[^"]+"|[^\s"]+/g) ?? [];
  return parts.map((part) => part.replaceAll('"', "").trim()).filter(Boolean);
}

/** The sentences that contain all words of the query, in whatever order. */
export function findSentences(paper, query) {
  const wanted = wantedParts(query);
  if (!wanted.length) return [];
  return paper.sentences.filter((sentence) => {
    sentence.folded ??= fold(sentence.text);
    return wanted.every((part) => sentence.folded.includes(part));
  });
}

/** Highlight the words in the text, if the browser can do so without changing the document. */
export function markWords(nodes, query) {
  if (!globalThis.CSS?.highlights) return;
  const wanted = wantedParts(query);
  const ranges = nodes.flatMap((node) => {
    const text = foldWithPlaces(node);
    return wanted.flatMap((part) => wordRanges(text, part));
  });
  if (ranges.length) CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
  else CSS.highlights.delete(HIGHLIGHT);
}

function wordRanges({ folded, places }, wanted) {
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
