import { ProblemError, problemText, textElement } from "../chart-surface.js";
import { pageElement } from "./page-element.js";
import { pageTexts } from "./page-texts.js";

const previewed = 5;
const previewBytes = 20_000;

/** The dialog that shows the columns of a CSV file before the server gets it. */
export class TableDialog {
  #dialog = pageElement("table-dialog", HTMLDialogElement);
  #name = pageElement("table-name", HTMLInputElement);
  #fault = pageElement("table-fault", HTMLElement);
  #table = pageElement("table-preview", HTMLTableElement);
  #show = pageElement("table-show", HTMLButtonElement);
  /** @type {() => void} */
  #submit = () => {};
  /** @type {(name: string | null) => void} */
  #answer = () => {};

  constructor() {
    const cancel = pageElement("table-cancel", HTMLButtonElement);
    pageElement("table-label", HTMLElement).textContent = pageTexts.tableName;
    this.#show.textContent = pageTexts.tableShow;
    cancel.textContent = pageTexts.cancel;
    pageElement("table-form", HTMLFormElement).addEventListener("submit", event => {
      event.preventDefault();
      this.#submit();
    });
    cancel.addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("close", () => this.#answer(null));
  }

  /**
   * Shows the first rows of a file and asks for a name.
   * @param {File} file
   * @param {(name: string, text: string) => Promise<unknown>} put sends the table; a refusal stays in the dialog
   * @returns {Promise<string | null>} the name of the new dataset; null when the reader has cancelled
   */
  async ask(file, put) {
    const head = await file.slice(0, previewBytes).text();
    const lines = head.split(/\r?\n/).filter(line => line !== "").slice(0, previewed + 1).map(cellsOf);
    this.#preview(lines);
    pageElement("table-title", HTMLElement).textContent = pageTexts.tableTitle(file.name);
    pageElement("table-purpose", HTMLElement).textContent = pageTexts.tablePurpose(lines[0]?.length ?? 0);
    this.#name.value = nameFrom(file.name);
    this.#fault.textContent = lines.length < 2 ? pageTexts.tableEmpty : "";
    this.#show.disabled = lines.length < 2;
    this.#dialog.showModal();
    return new Promise(resolve => {
      this.#answer = resolve;
      this.#submit = async () => {
        this.#show.disabled = true;
        try {
          await put(this.#name.value, await file.text());
          resolve(this.#name.value);
          this.#dialog.close();
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          const text = problemText(error);
          this.#fault.textContent = pageTexts.tableFault(text, error instanceof ProblemError ? error.line : null);
          // The server names the column and the value, in English.
          if (text !== error.message) this.#fault.append(" ", Object.assign(textElement("span", error.message), { lang: "en" }));
        }
        this.#show.disabled = false;
      };
    });
  }

  /** @param {string[][]} lines the first one has the names */
  #preview([names = [], ...rows]) {
    const head = document.createElement("tr");
    head.append(...names.map(name => textElement("th", name)));
    this.#table.replaceChildren(head, ...rows.map(cells => {
      const row = document.createElement("tr");
      row.append(...cells.map(cell => textElement("td", cell)));
      return row;
    }));
  }
}

/**
 * The cells of a line; a quoted cell may hold commas.
 * @param {string} line
 */
function cellsOf(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

/**
 * A name for a dataset, made from that of a file.
 * @param {string} file
 */
function nameFrom(file) {
  const name = file.replace(/\.[^.]*$/, "").replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "").slice(0, 64);
  return name || "table";
}
