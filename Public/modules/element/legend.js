import { drawSample } from "../chart/patterns.js";
import { textElement } from "../elements.js";
import { texts } from "../texts.js";

/** @typedef {import("../chart/series.js").Series} Series */

const sampleHeight = 14;

/** The names of the series. A click on a name hides or shows its series. */
export class Legend {
  #list;
  #toggle;
  #key = "";

  /**
   * @param {HTMLElement} list
   * @param {(series: Series) => void} toggle
   */
  constructor(list, toggle) {
    this.#list = list;
    this.#toggle = toggle;
  }

  /**
   * @param {Series[]} series
   * @param {string} ground the colour behind them
   */
  show(series, ground) {
    const key = JSON.stringify([ground, series.map(({ name, color, dash, visible, pattern, kind }) => [name, color, dash, visible, pattern, kind])]);
    if (this.#key === key) return;
    this.#key = key;
    const root = /** @type {ShadowRoot} */ (this.#list.getRootNode());
    const focused = [...this.#list.querySelectorAll("button")].findIndex(button => button === root.activeElement);
    this.#list.replaceChildren(...series.map(entry => this.#item(entry, ground)));
    this.#list.querySelectorAll("button")[focused]?.focus();
  }

  /**
   * @param {Series} entry
   * @param {string} ground
   */
  #item(entry, ground) {
    const title = entry.visible ? texts.hide : texts.show;
    const button = Object.assign(document.createElement("button"), { type: "button", title });
    button.setAttribute("aria-pressed", String(entry.visible));
    button.addEventListener("click", () => this.#toggle(entry));
    button.append(entry.pattern > 0 ? sampleOf(entry, ground) : swatchOf(entry), entry.name);
    const item = document.createElement("li");
    item.append(button);
    return item;
  }
}

/** @param {Series} entry */
function isLine({ kind }) {
  return kind === "line" || kind === "step";
}

/** @param {Series} entry */
function swatchOf(entry) {
  const isDashed = entry.dash.length > 0 && isLine(entry);
  const swatch = textElement("span", "", isDashed ? "swatch dashed" : "swatch");
  swatch.style.setProperty("--swatch", entry.color);
  return swatch;
}

/**
 * A picture of a series with its pattern: its dashes with its mark, or its hatching.
 * @param {Series} entry
 * @param {string} ground
 */
function sampleOf(entry, ground) {
  const [width, size] = isLine(entry) ? [36, 9] : [14, 12];
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * sampleHeight, className: "sample" });
  canvas.style.width = `${width}px`;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  context.scale(2, 2);
  if (isLine(entry)) {
    context.strokeStyle = entry.color;
    context.lineWidth = 2;
    context.setLineDash(entry.dash);
    context.stroke(new Path2D(`M0 ${sampleHeight / 2}H${width}`));
  }
  drawSample(context, entry, { left: (width - size) / 2, middle: sampleHeight / 2, size }, ground);
  return canvas;
}
