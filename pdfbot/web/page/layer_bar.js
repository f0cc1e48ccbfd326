// The layers: a slider with a stop for each, the spread, the density, and what is shown.

import { LAYERS, MAX_DENSITY, MIN_DENSITY } from "./address.js";
import { byId, element, plural } from "./dom.js";

const DENSITY_DELAY = 200;

export class LayerBar {
  constructor({ onLayer, onSpread, onDensity, onStep }) {
    this.slider = byId("layer");
    this.slider.max = LAYERS;
    this.slider.addEventListener("input", () => onLayer(Number(this.slider.value), false));
    this.slider.addEventListener("change", () => onLayer(Number(this.slider.value), true));
    this.stops = Array.from({ length: LAYERS }, (_, index) => this.#stop(index + 1, onLayer));
    byId("stops").replaceChildren(...this.stops);
    byId("spread").addEventListener("change", (event) => onSpread(event.target.value));
    this.density = byId("density");
    Object.assign(this.density, { min: MIN_DENSITY, max: MAX_DENSITY });
    let timer = 0;
    this.density.addEventListener("input", () => {
      byId("density-value").textContent = `${this.density.value}%`;
      clearTimeout(timer);
      timer = setTimeout(() => onDensity(Number(this.density.value)), DENSITY_DELAY);
    });
    byId("previous").addEventListener("click", () => onStep(-1));
    byId("next").addEventListener("click", () => onStep(1));
    const tune = byId("tune-button");
    tune.addEventListener("click", () => {
      const open = byId("layers").classList.toggle("tuning");
      tune.setAttribute("aria-expanded", open);
    });
  }

  /** The slider itself is what keyboards and screen readers use; the stops are for pointers. */
  #stop(layer, onLayer) {
    const name = layer === LAYERS ? "All" : String(layer);
    const node = element("span", { class: "stop", "data-layer": layer }, name);
    node.addEventListener("click", () => onLayer(layer, true));
    return node;
  }

  /** Show where the reader is. */
  show(paper, { layer, spread, density }) {
    const shown = paper.countUpTo(layer);
    const all = paper.sentences.length;
    this.words =
      layer === paper.layers
        ? `All ${plural(all, "sentence")}`
        : `${shown.toLocaleString("en")} of ${plural(all, "sentence")}`;
    byId("count").textContent = this.words;
    this.slider.value = layer;
    this.slider.style.setProperty("--step", (layer - 1) / (LAYERS - 1));
    this.slider.setAttribute(
      "aria-valuetext",
      layer === paper.layers
        ? `All layers: ${this.words}`
        : `Layer ${layer} of ${paper.layers}: ${this.words}`,
    );
    for (const [index, stop] of this.stops.entries()) {
      stop.classList.toggle("on", index < layer);
      stop.title = plural(paper.layerSizes[index + 1] ?? 0, "sentence");
    }
    this.density.value = density;
    this.density.setAttribute(
      "aria-valuetext",
      `${density} per cent of the sentences in each layer`,
    );
    byId("density-value").textContent = `${density}%`;
    document.querySelector(`input[name="spread"][value="${spread}"]`).checked = true;
  }
}
