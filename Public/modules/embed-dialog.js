import { home } from "../chart-surface.js";
import { pageElement } from "./page-element.js";
import { say } from "./page-language.js";

/** Shows the lines that put the chart into another page. */
export class EmbedDialog {
  #dialog = pageElement("embed-dialog", HTMLDialogElement);
  #code = pageElement("embed-code", HTMLElement);
  #button = pageElement("embed-copy", HTMLButtonElement);

  constructor() {
    this.#button.addEventListener("click", () => this.#copy());
  }

  /** @param {string} dataset */
  show(dataset) {
    this.#code.textContent = linesFor(dataset);
    this.#button.textContent = say("Copy");
    this.#dialog.showModal();
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#code.textContent ?? "");
      this.#button.textContent = say("Copied");
    } catch {
      getSelection()?.selectAllChildren(this.#code);
    }
  }
}

/**
 * The element in a page of its own server or of another one.
 * @param {string} dataset
 */
export function linesFor(dataset) {
  return `<script type="module" src="${home}chart-surface.js"></script>\n<chart-surface dataset="${dataset}" overview controls></chart-surface>`;
}
