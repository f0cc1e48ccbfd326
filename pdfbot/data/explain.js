// The tip on a line, the search for lines by their words, and the buttons that show all rules or none.
const lines = [...document.querySelectorAll(".pb-layer .pb-line")];
const field = document.querySelector(".pb-panel .pb-search input");
const foundList = document.querySelector(".pb-panel .pb-found");
const foundCount = document.querySelector(".pb-panel .pb-found-count");
const MAX_FOUND = 50;
let current = null;

function show(line, x, top, bottom) {
  if (current !== line) {
    if (current) current.classList.remove("pb-current");
    line.classList.add("pb-current");
    current = line;
    const { name, rule, finding, reason } = line.dataset;
    const verdict = rule === "body" ? "body text: no rule took it out" : "not body text: " + name;
    const facts = line.id + (rule === "body" ? "" : " · rule " + rule);
    fillTip([["span", "pb-name", verdict], ["span", "", finding], ["span", "", reason], ["small", "", facts]]);
  }
  placeTip(x, top, bottom);
}

function hide() {
  if (current) current.classList.remove("pb-current");
  current = null;
  tip.hidden = true;
}

function goTo(line) {
  line.scrollIntoView({ block: "center", inline: "nearest" });
  const box = line.getBoundingClientRect();
  show(line, box.left, box.top, box.bottom);
}

function answer(event) {
  const line = drawnAt(event.clientX, event.clientY, ".pb-layer .pb-line");
  if (line) show(line, event.clientX + 12, event.clientY - 8, event.clientY + 12);
  else if (!event.target.closest || !event.target.closest(".pb-panel")) hide();
}

document.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "touch" && !event.buttons) answer(event);
});
document.addEventListener("click", answer);
document.addEventListener("scroll", () => {
  const box = current && current.getBoundingClientRect();
  if (box) placeTip(box.left, box.top, box.bottom);
}, { passive: true });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
  else if (event.key === "/" && !isTyped(event)) {
    event.preventDefault();
    setFold(true);
    field.focus();
  }
});

// Text as the search compares it: without spaces and hyphens, quotes and capitals alike.
function foldText(text) {
  return text.replace(/[\s\-\u00ad\u2010-\u2014\u2212]/g, "").replace(/[\u2018\u2019\u201a`\u00b4\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"').normalize("NFKC").toLowerCase().replace(/\s/g, "");
}

const folded = lines.map((line) => foldText(line.dataset.text));
const starts = [0];
for (const text of folded) starts.push(starts.at(-1) + text.length);
const whole = folded.join("");

// The lines that contain this text, which may run across line ends.
function findLines(text) {
  const wanted = foldText(text);
  const found = new Set();
  let index = 0;
  for (let place = wanted ? whole.indexOf(wanted) : -1; place >= 0; place = whole.indexOf(wanted, place + 1)) {
    while (starts[index + 1] <= place) index += 1;
    for (let next = index; starts[next] < place + wanted.length; next += 1) {
      if (folded[next]) found.add(lines[next]);
    }
  }
  return [...found];
}

function foundItem(line) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const swatch = document.createElement("i");
  const text = document.createElement("span");
  const verdict = document.createElement("small");
  link.href = "#" + line.id;
  swatch.className = "pb-swatch " + [...line.classList].find((name) => name.startsWith("pb-rule"));
  text.textContent = line.dataset.text;
  verdict.textContent = line.id + " · " + line.dataset.name;
  link.append(swatch, text, verdict);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isWide.matches) setFold(false);
    goTo(line);
  });
  item.append(link);
  return item;
}

field.addEventListener("input", () => {
  const found = findLines(field.value);
  const count = found.length === 1 ? "1 line" : found.length + " lines";
  foundList.replaceChildren(...found.slice(0, MAX_FOUND).map(foundItem));
  foundCount.textContent = !field.value.trim() ? "" : found.length > MAX_FOUND ? `${count}, the first ${MAX_FOUND}` : count;
});
field.addEventListener("keydown", (event) => {
  const first = foundList.querySelector("a");
  if (event.key === "Enter" && first) first.click();
});

for (const button of document.querySelectorAll(".pb-panel .pb-filter button")) {
  button.addEventListener("click", () => {
    for (const box of document.querySelectorAll(".pb-panel .pb-filter input")) {
      box.checked = button.dataset.all === "1";
    }
    applySwitches();
  });
}

function followAnchor() {
  const line = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (line && line.matches(".pb-layer .pb-line")) goTo(line);
}
window.addEventListener("hashchange", followAnchor);
followAnchor();
