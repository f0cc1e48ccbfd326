// A text as nodes: raised and lowered characters, citations, notes, equations; never read as markup.

const TAGS = { raised: "sup", lowered: "sub" };

/** Raised and lowered characters as ranges. */
export const scriptRanges = (scripts = []) =>
  scripts.map(({ kind, start, end }) => ({
    start,
    end,
    make: () => document.createElement(TAGS[kind]),
  }));

/** The nodes of a text with its scripts. */
export const scriptNodes = (text, scripts) => textNodes(text, scriptRanges(scripts));

/** The nodes of a text; ranges count code points, and `make` gives the element around each of them. */
export function textNodes(text, ranges) {
  if (!ranges.length) return [text];
  const characters = Array.from(text);
  return nodesOf(characters, 0, characters.length, nested(ranges));
}

/** The ranges in order, the outer before the inner; one that crosses another is left out. */
function nested(ranges) {
  const order = [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
  const open = [];
  return order.filter((range) => {
    while (open.length && open.at(-1).end <= range.start) open.pop();
    if (open.length && range.end > open.at(-1).end) return false;
    open.push(range);
    return true;
  });
}

function nodesOf(characters, start, end, ranges) {
  const nodes = [];
  const addText = (from, to) => {
    if (from < to) nodes.push(characters.slice(from, to).join(""));
  };
  let position = start;
  let index = 0;
  while (index < ranges.length) {
    const range = ranges[index];
    let after = index + 1;
    while (after < ranges.length && ranges[after].start < range.end) after += 1;
    addText(position, range.start);
    const node = range.make();
    node.append(...nodesOf(characters, range.start, range.end, ranges.slice(index + 1, after)));
    nodes.push(node);
    position = range.end;
    index = after;
  }
  addText(position, end);
  return nodes;
}
