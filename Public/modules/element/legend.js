import { textElement } from "../elements.js";
import { colorOf, paintPaths } from "../scene.js";
import { texts } from "../texts.js";

/**
 * @typedef {import("../scene.js").Look} Look
 * @typedef {import("../series.js").Series} Series
 */

const sampleHeight = 14;

/** The names of the series. A click on a name hides or shows its series; a double click shows it alone, or all again. */
export class Legend {
  #list;
  #toggle;
  #isolate;
  #key = "";

  /**
   * @param {HTMLElement} list
   * @param {(series: Series) => void} toggle
   * @param {(series: Series) => void} isolate
   */
  constructor(list, toggle, isolate) {
    this.#list = list;
    this.#toggle = toggle;
    this.#isolate = isolate;
  }

  /**
   * @param {Series[]} series
   * @param {Look} look
   */
  show(series, look) {
    const key = JSON.stringify([[...look.colors.values()], series]);
    if (this.#key === key) return;
    this.#key = key;
    const root = /** @type {ShadowRoot} */ (this.#list.getRootNode());
    const focused = [...this.#list.querySelectorAll("button")].findIndex(button => button === root.activeElement);
    this.#list.replaceChildren(...series.map(entry => this.#item(entry, look)));
    this.#list.querySelectorAll("button")[focused]?.focus();
  }

  /**
   * @param {Series} entry
   * @param {Look} look
   */
  #item(entry, look) {
    const title = entry.visible ? texts.hide : texts.show;
    const button = Object.assign(document.createElement("button"), { type: "button", title });
    button.setAttribute("aria-pressed", String(entry.visible));
    button.addEventListener("click", ({ detail }) => (detail === 2 ? this.#isolate(entry) : this.#toggle(entry)));
    button.append(entry.pattern > 0 ? sampleOf(entry, look) : swatchOf(entry, look), entry.name);
    const item = document.createElement("li");
    item.append(button);
    return item;
  }
}

/** @param {Series} entry */
function isLine({ kind }) {
  return kind === "line" || kind === "step";
}

/**
 * @param {Series} entry
 * @param {Look} look
 */
function swatchOf(entry, look) {
  const isDashed = entry.dash !== undefined && entry.dash.length > 0 && isLine(entry);
  const swatch = textElement("span", "", isDashed ? "swatch dashed" : "swatch");
  swatch.style.setProperty("--swatch", colorOf(entry.stroke, look));
  return swatch;
}

/**
 * A picture of a series with its pattern: its dashes with its mark, or its hatching.
 * @param {Series} entry
 * @param {Look} look
 */
function sampleOf({ stroke, pattern, dash, kind }, look) {
  const [width, middle] = [kind === "line" || kind === "step" ? 36 : 14, sampleHeight / 2];
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * sampleHeight, className: "sample" });
  canvas.style.width = `${width}px`;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  context.scale(2, 2);
  const line = { path: `M0 ${middle}h${width}`, stroke, width: 2, dash, pattern };
  /** @type {import("../types.js").ScenePath} */
  const mark = { path: `M${width / 2} ${middle}h.01`, stroke, width: 9, ends: "round", pattern };
  const isFilled = ["bar", "area", "band", "candlestick"].includes(kind);
  const box = { path: `M1 1h12v12h-12z`, fill: stroke, pattern };
  paintPaths(context, isFilled ? [box] : width > 14 ? [line, mark] : [mark], look);
  return canvas;
}
