// The bar between the two sides: moved by pointer or arrow keys, reset by a double click.

import { byId } from "./dom.js";
import { change, settings } from "./settings.js";

const MIN = 20;
const MAX = 80;
const STEP = 4;
const USUAL = 52;

/** Let the reader divide the width between paper and text. */
export function connectSplitter() {
  const bar = byId("splitter");
  const sides = byId("sides");
  const move = (share) => {
    const split = Math.round(Math.min(Math.max(share, MIN), MAX));
    change({ split });
    bar.setAttribute("aria-valuenow", split);
    bar.setAttribute("aria-valuetext", `${split} per cent for the paper`);
  };
  move(settings.split);
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    // Frames swallow the pointer's events while it is over them.
    sides.classList.add("dragging");
  });
  bar.addEventListener("pointermove", (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const { left, width } = sides.getBoundingClientRect();
    move((100 * (event.clientX - left)) / width);
  });
  bar.addEventListener("lostpointercapture", () => sides.classList.remove("dragging"));
  bar.addEventListener("dblclick", () => move(USUAL));
  const keys = {
    ArrowLeft: () => settings.split - STEP,
    ArrowRight: () => settings.split + STEP,
    Home: () => MIN,
    End: () => MAX,
  };
  bar.addEventListener("keydown", (event) => {
    if (!(event.key in keys)) return;
    event.preventDefault();
    move(keys[event.key]());
  });
}
