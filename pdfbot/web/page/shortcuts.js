// The shortcuts while a paper is read; an action that did nothing returns undefined.

import { byId } from "./dom.js";
import { change, settings } from "./settings.js";

const FONT_STEP = 10;
const MIN_FONT = 80;
const MAX_FONT = 170;

/** The shortcuts as [keys, description, action, group]. */
export function readingShortcuts(reader) {
  const reading = (action) => (event) => (reader.paper ? (action(event), true) : undefined);
  const size = (step) => () => {
    change({ fontSize: Math.min(Math.max(settings.fontSize + step, MIN_FONT), MAX_FONT) });
    return true;
  };
  return [
    [
      ["1", "2", "3", "4"],
      "Layers up to this one; 4 shows all",
      reading((event) => reader.setLayer(Number(event.key))),
      "Layers",
    ],
    [["s"], "Even spread, or by score", reading(() => reader.toggleSpread()), "Layers"],
    [["<"], "Lower density", reading(() => reader.stepDensity(-1)), "Layers"],
    [[">"], "Higher density", reading(() => reader.stepDensity(1)), "Layers"],
    [["j", "n"], "Next highlight", reading(() => reader.step(1)), "Moving"],
    [["k", "p"], "Previous highlight", reading(() => reader.step(-1)), "Moving"],
    [["]"], "Next section", reading(() => reader.stepSection(1)), "Moving"],
    [["["], "Previous section", reading(() => reader.stepSection(-1)), "Moving"],
    [["/"], "Search", reading(() => reader.openSearch()), "Moving"],
    [["c"], "Contents", reading(() => reader.toggleContents()), "Moving"],
    [
      ["e"],
      "Explain every line, or back to the paper",
      reading(() => reader.toggleExplain()),
      "Paper",
    ],
    [["d"], "Downloads", reading(() => byId("downloads").togglePopover()), "Paper"],
    [["l"], "Copy a link to this place", reading(() => reader.copyLink()), "Paper"],
    [["+", "="], "Zoom in", reading(() => reader.zoom(1)), "Paper"],
    [["-"], "Zoom out", reading(() => reader.zoom(-1)), "Paper"],
    [["0"], "Fit the width", reading(() => reader.zoom(0)), "Paper"],
    [
      ["Escape"],
      "Clear the search or the selected sentence",
      reading(() => reader.escape()),
      "Moving",
    ],
    [[")"], "Larger text", size(FONT_STEP), "Everywhere"],
    [["("], "Smaller text", size(-FONT_STEP), "Everywhere"],
  ];
}
