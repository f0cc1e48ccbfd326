// What stands in the reader's place: progress while a paper is read, and what went wrong.

import { announce, byId, element, icon } from "./dom.js";
import { describeProblem } from "./problems.js";

/** A card with progress; the answer has `update(message, share)`. */
export function showProgress(name, onCancel) {
  const words = element("p", { class: "words", role: "status" }, "Getting ready…");
  const bar = element(
    "div",
    {
      class: "progress",
      role: "progressbar",
      "aria-label": "Progress",
      "aria-valuemin": "0",
      "aria-valuemax": "100",
    },
    element("div"),
  );
  const cancel = element("button", { class: "button" }, "Cancel");
  cancel.addEventListener("click", onCancel);
  const title = element("h1", {}, name);
  document.title = `${name} · pdfbot`;
  byId("message").replaceChildren(
    element("div", { class: "card working" }, icon("file"), title, bar, words, cancel),
  );
  return {
    update(message, share = null) {
      if (message && words.textContent !== message) words.textContent = message;
      bar.classList.toggle("known", share !== null);
      if (share === null) bar.removeAttribute("aria-valuenow");
      else {
        bar.setAttribute("aria-valuenow", Math.round(100 * share));
        bar.firstChild.style.width = `${100 * share}%`;
      }
    },
    rename(better) {
      if (better) title.textContent = better;
    },
  };
}

/** What a status of the service means, in words, and how far the work is if that is known. */
export function describeStatus({ status, message = "", position }) {
  const pages = /(\d+) of (\d+)/.exec(message ?? "");
  const share =
    status === "working" && pages && Number(pages[2]) ? Number(pages[1]) / Number(pages[2]) : null;
  if (status === "queued")
    return [
      position > 1 ? `Waiting: number ${position} in the queue` : "Waiting for its turn",
      null,
    ];
  return [capitalise(message || "reading the paper"), share];
}

const capitalise = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** A card that says what went wrong and what to do; `actions` are pairs of a label and a function. */
export function showProblem(problem, actions) {
  const buttons = actions.map(([label, act], index) => {
    const button = element("button", { class: index ? "button" : "button primary" }, label);
    button.addEventListener("click", act);
    return button;
  });
  const { title: words, remedy } = describeProblem(problem);
  const countdown = element("p", { class: "countdown" });
  const title = element("h1", { tabIndex: -1 }, words);
  byId("message").replaceChildren(
    element(
      "div",
      { class: "card problem", "data-code": problem.code ?? problem.status },
      icon("alert"),
      title,
      element("p", { class: "detail" }, problem.detail),
      element("p", { class: "remedy" }, remedy),
      countdown,
      element("div", { class: "row" }, ...buttons),
    ),
  );
  document.title = `${words} · pdfbot`;
  title.focus({ preventScroll: true });
  announce(`${words}. ${problem.detail} ${remedy}`);
  return countdown;
}
