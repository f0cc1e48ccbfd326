// Interactive highlights: details on hover and focus, next and previous.
const items = [...document.querySelectorAll(".pb-panel .pb-list li")];
const switches = [...document.querySelectorAll(".pb-panel .pb-legend input[type=checkbox]")];
const ranked = switches.filter((box) => box.hasAttribute("data-ranked"));
const range = document.querySelector(".pb-panel .pb-upto input");
const count = document.querySelector(".pb-panel .pb-count");
const rects = items.map(() => []);
for (const rect of document.querySelectorAll(".pb-layer .pb-mark")) rects[rect.dataset.mark].push(rect);
let current = -1;
let hovered = -1;

const isShown = (index) => switches[items[index].dataset.layer].checked;

function describe(index) {
  const { id, name, score, label, note, page, layer } = items[index].dataset;
  const facts = [label, score && "score " + score, "page " + page, id];
  fillTip([["span", "pb-name", name], ["small", "", facts.filter(Boolean).join(" · ")], ["span", "pb-note", note]]);
  const swatch = document.createElement("i");
  swatch.className = "pb-swatch pb-on" + layer;
  tip.firstChild.prepend(swatch);
}

function showCurrent() {
  describe(current);
  const box = rects[current][0].getBoundingClientRect();
  const last = rects[current].at(-1).getBoundingClientRect();
  const isOnePlace = last.bottom > box.top && last.bottom - box.top < window.innerHeight / 2;
  placeTip(box.left, box.top, isOnePlace ? last.bottom : box.bottom);
}

function updateCount() {
  const shown = items.map((_, index) => index).filter(isShown);
  const place = shown.indexOf(current) + 1;
  count.textContent = place ? `${place} of ${shown.length}` : String(shown.length);
}

function clear() {
  if (current < 0) return;
  items[current].removeAttribute("aria-current");
  for (const rect of rects[current]) rect.classList.remove("pb-current");
  rects[current][0].removeAttribute("aria-describedby");
  current = -1;
  tip.hidden = true;
  updateCount();
}

function choose(index, mayScroll) {
  clear();
  current = index;
  items[index].setAttribute("aria-current", "true");
  for (const rect of rects[index]) rect.classList.add("pb-current");
  rects[index][0].setAttribute("aria-describedby", "pb-tip");
  if (mayScroll) rects[index][0].scrollIntoView({ block: "center", inline: "nearest" });
  if (fold.open) items[index].scrollIntoView({ block: "nearest" });
  showCurrent();
  updateCount();
}

function step(by) {
  const visible = items.map((_, index) => index).filter(isShown);
  if (!visible.length) return;
  let place = visible.indexOf(current);
  if (place < 0) place = by > 0 ? firstBelow(visible) - 1 : firstBelow(visible);
  focusOn(visible[(place + by + visible.length) % visible.length]);
}

// The first highlight of the visible part of the paper.
function firstBelow(visible) {
  const found = visible.findIndex((index) => rects[index][0].getBoundingClientRect().top >= 0);
  return found < 0 ? visible.length : found;
}

function focusOn(index) {
  if (document.activeElement === rects[index][0]) choose(index, true);
  else rects[index][0].focus({ preventScroll: true });
}

function markAt(x, y) {
  const mark = drawnAt(x, y, ".pb-layer .pb-mark");
  return mark ? Number(mark.dataset.mark) : -1;
}

document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch" || event.buttons) return;
  hovered = markAt(event.clientX, event.clientY);
  if (hovered >= 0) {
    describe(hovered);
    placeTip(event.clientX + 12, event.clientY - 8, event.clientY + 12);
  } else if (current >= 0) showCurrent();
  else tip.hidden = true;
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches(".pb-layer .pb-mark")) choose(Number(event.target.dataset.mark), true);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".pb-panel .pb-list a");
  if (link) {
    event.preventDefault();
    if (!isWide.matches) setFold(false);
    focusOn(items.indexOf(link.parentElement));
  } else if (event.target.closest(".pf") && !event.target.closest("a") && getSelection().isCollapsed) {
    const index = markAt(event.clientX, event.clientY);
    if (index >= 0) choose(index, false);
    else clear();
  }
});

document.addEventListener("scroll", () => {
  if (current >= 0) showCurrent();
  else tip.hidden = true;
}, { passive: true });

document.addEventListener("keydown", (event) => {
  if (isTyped(event)) return;
  if (event.key === "n" || event.key === "j") step(1);
  else if (event.key === "p" || event.key === "k") step(-1);
  else if (event.key === "l") {
    setFold(true);
    fold.querySelector("summary").focus();
  } else if (event.key === "Escape") {
    if (current >= 0) rects[current][0].blur();
    clear();
    tip.hidden = true;
  }
});

document.querySelector(".pb-panel .pb-previous").addEventListener("click", () => step(-1));
document.querySelector(".pb-panel .pb-next").addEventListener("click", () => step(1));

function updateRange() {
  const shown = ranked.filter((box) => box.checked).length;
  const isUpTo = ranked.every((box, index) => box.checked === index < shown);
  const name = shown ? ranked[shown - 1].dataset.name : "nothing";
  range.value = shown;
  range.nextElementSibling.textContent = isUpTo ? name : "a choice";
  range.setAttribute("aria-valuetext", isUpTo ? name : "a choice");
}

for (const box of switches) {
  box.addEventListener("change", () => {
    if (current >= 0 && !isShown(current)) clear();
    if (range) updateRange();
    updateCount();
  });
}
if (range) {
  range.addEventListener("input", () => {
    ranked.forEach((box, index) => { box.checked = index < Number(range.value); });
    applySwitches();
    if (current >= 0 && !isShown(current)) clear();
    updateRange();
    updateCount();
  });
  updateRange();
}
updateCount();

function followAnchor() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.matches(".pb-layer .pb-mark")) choose(Number(target.dataset.mark), true);
}
window.addEventListener("hashchange", followAnchor);
followAnchor();
