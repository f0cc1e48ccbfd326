// The start page: the field for a PDF, samples, and recent papers.

import { byId, element, icon } from "./dom.js";
import { samples } from "./server.js";
import { formatAddress } from "./address.js";
import { forgetPaper, recentPapers } from "./settings.js";

/** Connect the start page, which is part of the document; a file may have been chosen before. */
export function connectHome({ onFile }) {
  const input = byId("file");
  const open = () => input.files.length && onFile(input.files[0]);
  input.addEventListener("change", open);
  return open;
}

/** Show samples and recent papers; `onSample` gets the one that the reader chooses. */
export function showHome({ onSample }) {
  byId("file").value = "";
  byId("recent").replaceChildren(...[recentList()].filter(Boolean));
  offerSamples(byId("samples"), onSample);
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
