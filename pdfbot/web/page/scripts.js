// Raised and lowered characters of a text as <sup> and <sub>; the text itself is never read as markup.

const TAGS = { raised: "sup", lowered: "sub" };

/** The nodes of a text; `scripts` count code points, and come in order, the outer before the inner. */
export function scriptNodes(text, scripts = []) {
  if (!scripts.length) return [text];
  const characters = Array.from(text);
  return nodesOf(characters, 0, characters.length, scripts);
}

function nodesOf(characters, start, end, scripts) {
  const nodes = [];
  const addText = (from, to) => {
    if (from < to) nodes.push(characters.slice(from, to).join(""));
  };
  let position = start;
  let index = 0;
  while (index < scripts.length) {
    const script = scripts[index];
    let after = index + 1;
    while (after < scripts.length && scripts[after].end <= script.end) after += 1;
    addText(position, script.start);
    const node = document.createElement(TAGS[script.kind]);
    node.append(...nodesOf(characters, script.start, script.end, scripts.slice(index + 1, after)));
    nodes.push(node);
    position = script.end;
    index = after;
  }
  addText(position, end);
  return nodes;
}
