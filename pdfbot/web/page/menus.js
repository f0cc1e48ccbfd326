// The menus of the bar: downloads of the paper being read, and where an open menu is placed.

import { byId, element } from "./dom.js";
import { paperUrl } from "./server.js";

// CSS pixels: the width of a menu, its distance from its button and from the edge of the window.
const WIDTH = 300;
const DISTANCE = 6;
const EDGE = 8;
// Characters of a title in the name of a file. As on the server.
const MAX_NAME = 120;

const TEXT_FORMATS = [
  ["txt", "Plain text", ".txt"],
  ["md", "Markdown with headings", ".md"],
  ["json", "Everything, as JSON", ".json"],
  ["tei", "TEI, as GROBID writes it", ".tei.xml"],
];
const PAPER_FORMATS = [
  ["html", "Web page", ".html"],
  ["pdf", "PDF with annotations", ".pdf"],
];

/** Offer the files of a paper, highlighted with the layers as they are set. */
export function offerDownloads(paper, choice) {
  const stem = fileName(paper.title);
  const item = ([format, label, suffix], url, name) =>
    element(
      "li",
      {},
      element(
        "a",
        { href: url, download: `${name}${suffix}`, "data-format": format },
        element("span", {}, label),
        element("code", {}, suffix),
      ),
    );
  byId("download-text").replaceChildren(
    ...TEXT_FORMATS.map((format) =>
      item(format, paperUrl(paper.id, "", { format: format[0] }), stem),
    ),
  );
  const { layers, spread, density } = choice;
  byId("download-paper").replaceChildren(
    ...PAPER_FORMATS.map((format) =>
      item(
        format,
        paperUrl(paper.id, "highlight", {
          layers,
          spread,
          density: density / 100,
          format: format[0],
        }),
        `${stem}.highlighted`,
      ),
    ),
  );
}

/** A title as the name of a file: without what no system allows, and not too long. */
const fileName = (title) =>
  title
    .replace(/[\p{Cc}/\\:*?"<>|\s]+/gu, " ")
    .slice(0, MAX_NAME)
    .replace(/^[ .]+|[ .]+$/g, "") || "paper";

/** Place a menu below its button, within the window. */
export function connectMenu(menuId, buttonId) {
  const menu = byId(menuId);
  const button = byId(buttonId);
  menu.addEventListener("beforetoggle", (event) => {
    button.setAttribute("aria-expanded", event.newState === "open");
    // Where the keyboard goes when the menu opens.
    menu.querySelector("a, input").setAttribute("autofocus", "");
    const box = button.getBoundingClientRect();
    const width = Math.min(WIDTH, innerWidth - 2 * EDGE);
    menu.style.width = `${width}px`;
    menu.style.top = `${box.bottom + DISTANCE}px`;
    menu.style.left = `${Math.max(Math.min(box.right - width, innerWidth - width - EDGE), EDGE)}px`;
  });
}
