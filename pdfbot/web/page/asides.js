// What a tap opens: the references of a citation, a footnote, a picture enlarged.

import { announce, byId, element, toast } from "./dom.js";
import { pictureUrl } from "./text_parts.js";
import { scriptNodes } from "./text_nodes.js";

// CSS pixels: the card's width, its distance from its mark and from the edge of the window.
const WIDTH = 420;
const DISTANCE = 8;
const EDGE = 10;
// Of a list of references, so many are shown.
const MAX_REFERENCES = 20;

export class Asides {
  constructor({ onPage }) {
    this.onPage = onPage;
    this.card = byId("aside");
    this.dialog = byId("picture");
    byId("picture-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.card.addEventListener("toggle", (event) => {
      if (event.newState !== "closed") return;
      this.opener?.classList.remove("open");
      if (this.card.contains(document.activeElement)) this.opener?.focus();
    });
  }

  /** Show what a citation, the mark of a note or a picture leads to. */
  open(paper, node) {
    const { references, note, part } = node.dataset;
    if (part) this.#enlarge(paper, part);
    else if (note) this.#show(node, [noteNode(paper.notes.get(note))]);
    else {
      const entries = references.split(" ").map((id) => paper.references.get(id)).filter(Boolean);
      this.#show(node, entries.slice(0, MAX_REFERENCES).map((entry) => this.#reference(paper, entry)));
    }
  }

  #reference(paper, { label, text, scripts, url, page }) {
    const links = element("p", { class: "row" });
    if (url) {
      links.append(element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, "Open the work"));
    }
    const here = element("button", { class: "link" }, `Page ${paper.pageLabel(page)}`);
    here.addEventListener("click", () => {
      this.card.hidePopover();
      this.onPage(page);
    });
    links.append(here);
    return element(
      "section",
      {},
      element(
        "p",
        { dir: "auto" },
        label ? element("b", {}, label, " ") : null,
        ...scriptNodes(text, scripts),
      ),
      links,
    );
  }

  /** Open the card beside the node that it belongs to. */
  #show(node, parts) {
    const box = node.getBoundingClientRect();
    this.opener = node;
    node.classList.add("open");
    this.card.replaceChildren(...parts);
    const width = Math.min(WIDTH, innerWidth - 2 * EDGE);
    const { style } = this.card;
    style.width = `${width}px`;
    style.left = `${Math.max(Math.min(box.left - EDGE, innerWidth - width - EDGE), EDGE)}px`;
    const isHigh = box.bottom > 0.6 * innerHeight;
    style.top = isHigh ? "auto" : `${box.bottom + DISTANCE}px`;
    style.bottom = isHigh ? `${innerHeight - box.top + DISTANCE}px` : "auto";
    style.maxHeight = `${(isHigh ? box.top : innerHeight - box.bottom) - DISTANCE - EDGE}px`;
    this.card.showPopover();
    this.card.scrollTop = 0;
    this.card.focus();
    announce(this.card.textContent);
  }

  #enlarge(paper, id) {
    const figure = paper.figures.find((item) => item.id === id);
    const equation = paper.equations.get(id);
    const { picture } = figure ?? equation;
    const name = figure?.label ?? (equation.number ? `Equation ${equation.number}` : "Equation");
    byId("picture-title").textContent = name;
    byId("picture-image").replaceChildren(
      ...(picture ? [enlarged(pictureUrl(paper, id), picture, name)] : []),
    );
    byId("picture-caption").replaceChildren(...(figure ? scriptNodes(figure.text, figure.scripts) : []));
    const page = picture?.page ?? figure.page;
    const here = element("button", { class: "button" }, `Show on page ${paper.pageLabel(page)}`);
    here.addEventListener("click", () => {
      this.dialog.close();
      this.onPage(page);
    });
    byId("picture-actions").replaceChildren(here, ...(equation ? [copyButton(equation.tex)] : []));
    this.dialog.showModal();
  }
}

function enlarged(src, { width, height }, alt) {
  const image = element("img", { src, alt });
  image.style.aspectRatio = width / height;
  // As large as the window allows, but no larger than the picture is sharp.
  image.style.width = `${3 * width}px`;
  return image;
}

function noteNode({ mark, text, scripts }) {
  return element(
    "section",
    {},
    element("p", { dir: "auto" }, mark ? element("b", {}, mark, " ") : null, ...scriptNodes(text, scripts)),
  );
}

function copyButton(tex) {
  const button = element("button", { class: "button" }, "Copy TeX");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(tex);
      toast("TeX copied");
    } catch {
      toast("The browser does not allow copying");
    }
  });
  return button;
}
