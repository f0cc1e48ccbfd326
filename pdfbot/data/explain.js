// The tooltip of the explain page, and the buttons that show or hide the lines of all rules.
"use strict";
const tip = document.querySelector(".pb-tip");

function describe(line) {
  const rows = [
    [line.id, "b"],
    [line.dataset.rule + (line.dataset.rule === line.dataset.role ? "" : " (" + line.dataset.role + ")"), "span"],
    [line.dataset.finding, "span"],
    [line.classList.contains("pb-paragraph-start") ? "a paragraph starts here" : "", "span"],
  ];
  tip.replaceChildren(...rows.filter((row) => row[0]).map(([text, kind]) => {
    const part = document.createElement(kind);
    part.textContent = text;
    return part;
  }));
}

document.addEventListener("mousemove", (event) => {
  const found = document.elementsFromPoint(event.clientX, event.clientY);
  const line = found.find((element) => element.classList.contains("pb-line"));
  tip.hidden = !line || found.some((element) => element.classList.contains("pb-panel"));
  if (tip.hidden) return;
  describe(line);
  const left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8);
  const below = event.clientY + 18;
  const top = below + tip.offsetHeight < window.innerHeight ? below : event.clientY - tip.offsetHeight - 10;
  tip.style.left = left + "px";
  tip.style.top = top + "px";
});

for (const button of document.querySelectorAll(".pb-filter button")) {
  button.addEventListener("click", () => {
    for (const box of document.querySelectorAll(".pb-filter input")) {
      box.checked = button.dataset.all === "1";
    }
  });
}
