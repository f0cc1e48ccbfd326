// What the panels of highlighted and explained pages share: folding, and the tip near a place.
"use strict";
const tip = document.querySelector(".pb-panel .pb-tip");
const fold = document.querySelector(".pb-panel .pb-fold");
const isWide = window.matchMedia("(min-width: 1000px)");
const page = document.documentElement;
page.classList.add("pb-live");

function setFold(isOpen) {
  fold.open = isOpen;
  page.classList.toggle("pb-open", isOpen);
}
setFold(isWide.matches);
isWide.addEventListener("change", () => setFold(isWide.matches));
fold.addEventListener("toggle", () => setFold(fold.open));

// Shows and hides what checkboxes stand for.
function applySwitches() {
  for (const box of document.querySelectorAll(".pb-panel [data-off]")) page.classList.toggle(box.dataset.off, !box.checked);
}
document.addEventListener("change", applySwitches);

// Fills the tip with rows of [element, class, text], without those that have no text.
function fillTip(rows) {
  tip.replaceChildren(...rows.filter((row) => row[2]).map(([kind, name, text]) => {
    const part = document.createElement(kind);
    part.className = name;
    part.textContent = text;
    return part;
  }));
}

// Shows the tip at x, below a place that reaches from `top` to `bottom`, or above it.
function placeTip(x, top, bottom) {
  tip.hidden = false;
  const below = bottom + 8;
  const fits = below + tip.offsetHeight < window.innerHeight;
  tip.style.left = Math.max(8, Math.min(x, window.innerWidth - tip.offsetWidth - 8)) + "px";
  tip.style.top = (fits ? below : Math.max(8, top - tip.offsetHeight - 8)) + "px";
}

// Whether a key was typed into a field, or belongs to a browser shortcut.
function isTyped(event) {
  return event.ctrlKey || event.metaKey || event.altKey
    || event.target.matches("input:not([type=checkbox], [type=range]), textarea, select");
}

// What is at a point of a page, of the elements that `selector` finds; the last drawn comes first.
// The text above them gets the events, so their boxes are compared.
function drawnAt(x, y, selector) {
  const under = document.elementFromPoint(x, y);
  const frame = under && under.closest(".pf");
  return frame && [...frame.querySelectorAll(selector)].reverse().find((drawn) => {
    const box = drawn.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
}
