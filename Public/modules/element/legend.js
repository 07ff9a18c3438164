import { textElement } from "../elements.js";
import { texts } from "../texts.js";

/** @typedef {import("../chart/series.js").Series} Series */

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

  /** @param {Series[]} series */
  show(series) {
    const key = JSON.stringify(series.map(({ name, color, dash, visible }) => [name, color, dash, visible]));
    if (this.#key === key) return;
    this.#key = key;
    const root = /** @type {ShadowRoot} */ (this.#list.getRootNode());
    const focused = [...this.#list.querySelectorAll("button")].findIndex(button => button === root.activeElement);
    this.#list.replaceChildren(...series.map(entry => this.#item(entry)));
    this.#list.querySelectorAll("button")[focused]?.focus();
  }

  /** @param {Series} entry */
  #item(entry) {
    const title = entry.visible ? texts.hide : texts.show;
    const button = Object.assign(document.createElement("button"), { type: "button", title });
    button.setAttribute("aria-pressed", String(entry.visible));
    button.addEventListener("click", () => this.#toggle(entry));
    const isDashed = entry.dash.length > 0 && ["line", "step"].includes(entry.kind);
    const swatch = textElement("span", "", isDashed ? "swatch dashed" : "swatch");
    swatch.style.setProperty("--swatch", entry.color);
    button.append(swatch, entry.name);
    const item = document.createElement("li");
    item.append(button);
    return item;
  }
}
