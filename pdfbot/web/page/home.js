// The start: what this is, a place to drop a PDF, samples, and recent papers.

import { byId, element, icon } from "./dom.js";
import { samples } from "./server.js";
import { formatAddress } from "./address.js";
import { forgetPaper, recentPapers } from "./settings.js";

const STEPS = [
  [
    "layer-1",
    "Start with what matters.",
    "Layer 1 shows only the most important sentences, in colour where they are printed.",
  ],
  [
    "layer-2",
    "Add as much as you need.",
    "Each layer adds sentences between those you have read, in the order of the paper.",
  ],
  [
    "layer-3",
    "Never lose your place.",
    "Click a sentence in the text to see it on the page, or the other way round.",
  ],
];

/** Draw the start page; `onFile` and `onSample` get what the reader chooses. */
export function showHome({ onFile, onSample }) {
  const input = element("input", {
    type: "file",
    id: "file",
    accept: "application/pdf,.pdf",
    class: "unseen",
  });
  input.addEventListener("change", () => input.files.length && onFile(input.files[0]));
  const choose = element("label", { class: "button primary", htmlFor: "file" }, "Choose a PDF");
  const zone = element(
    "div",
    { class: "zone", id: "zone" },
    icon("file"),
    element("p", { class: "zone-title" }, "Drop the PDF of a paper here"),
    element("p", { class: "zone-or" }, "or"),
    input,
    choose,
  );
  const offered = element("div", { class: "samples", id: "samples" });
  const parts = [
    element(
      "div",
      { class: "pitch" },
      element("h1", {}, "Read a paper in layers"),
      element(
        "p",
        { class: "lead" },
        "The most important sentences first, then the next layer in between, next to the paper itself.",
      ),
    ),
    zone,
    offered,
    recentList(),
    element(
      "ul",
      { class: "steps" },
      ...STEPS.map(([name, title, text]) =>
        element(
          "li",
          {},
          element("span", { class: `swatch ${name}`, "aria-hidden": "true" }),
          element("h2", {}, title),
          element("p", {}, text),
        ),
      ),
    ),
    element(
      "p",
      { class: "promise" },
      "Your PDF stays on this server, which deletes it after a while; nothing is sent anywhere else.",
    ),
  ];
  byId("home").replaceChildren(...parts.filter(Boolean));
  offerSamples(offered, onSample);
}

async function offerSamples(place, onSample) {
  const offered = await samples().catch(() => []);
  if (!offered.length) return;
  const buttons = offered.map(({ name, title }) => {
    const button = element(
      "button",
      { class: "sample", "data-sample": name },
      icon("file"),
      element("span", {}, title),
    );
    button.addEventListener("click", () => onSample(name, title));
    return button;
  });
  place.replaceChildren(element("span", { class: "label" }, "Or try a sample"), ...buttons);
}

function recentList() {
  const papers = recentPapers();
  if (!papers.length) return null;
  const section = element(
    "section",
    { class: "recent", "aria-label": "Recent papers" },
    element("h2", {}, "Recent papers"),
  );
  const list = element("ul");
  for (const { id, title, time } of papers) {
    const day = new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short" });
    const link = element(
      "a",
      { href: formatAddress({ id }) },
      element("span", { class: "recent-title" }, title),
      element("time", {}, day),
    );
    const forget = element(
      "button",
      { class: "icon small", "aria-label": `Forget ${title}`, title: "Remove from this list" },
      icon("close"),
    );
    const item = element("li", {}, link, forget);
    forget.addEventListener("click", () => {
      forgetPaper(id);
      const next = item.nextElementSibling ?? item.previousElementSibling;
      item.remove();
      if (next) next.querySelector("a").focus();
      else {
        section.remove();
        byId("main").focus();
      }
    });
    list.append(item);
  }
  section.append(list);
  return section;
}
