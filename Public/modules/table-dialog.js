import { ProblemError, problemText, textElement } from "../chart-surface.js";
import { adviceIn, isAboutForm, queryOf } from "./import-advice.js";
import { pageElement } from "./page-element.js";
import { pageTexts } from "./page-texts.js";
import { beginningOf, cellsOf, firstLines, nameFrom, typeOf } from "./table-file.js";

/** @typedef {import("./import-advice.js").Options} Options */
/** @typedef {import("./types.js").Dataset & {import: {leftOut?: string[], dialect: {[name: string]: string | number | null}}}} Import */
/**
 * Sends a table: its dataset, the query, the rows, their media type, and whether the server may not have the dataset.
 * @typedef {(dataset: string, query: string, body: Blob, type: string, isNew?: boolean) => Promise<Import>} Put
 */

const previewed = 5;
const patience = 400;

/** The options of an import that a reader may change, with the texts to choose from; others are written. */
const options = {
  delimiter: [",", ";", "tab", "|"], encoding: ["utf-8", "utf-16", "windows-1252"], headerLine: null, comment: null,
  x: null, columns: null, split: null, dateFormat: null, numberFormat: null, null: null, timeZone: null,
  xKind: ["date"], xUnit: ["milliseconds", "seconds", "microseconds", "nanoseconds"], sort: ["true"], skipBad: null,
};

/** The dialog that shows how the server reads a file, and lets the reader change that, before the dataset is made. */
export class TableDialog {
  #dialog = pageElement("table-dialog", HTMLDialogElement);
  #name = pageElement("table-name", HTMLInputElement);
  #fault = pageElement("table-fault", HTMLElement);
  #rows = pageElement("table-rows", HTMLElement);
  #advice = pageElement("table-advice", HTMLElement);
  #table = pageElement("table-preview", HTMLTableElement);
  #reading = pageElement("table-reading", HTMLDetailsElement);
  #show = pageElement("table-show", HTMLButtonElement);
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  #fields = new Map();
  /** @type {Blob | null} what is being read; another one when the reader has opened another file */
  #beginning = null;
  /** @type {() => void} */
  #submit = () => {};
  /** @type {() => void} */
  #change = () => {};
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
   * Shows how the server reads a file and asks for a name.
   * @param {File} file
   * @param {string[]} known the names of the datasets that the server has
   * @param {Put} put sends the table; a refusal stays in the dialog
   * @returns {Promise<string | null>} the name of the new dataset; null when the reader has cancelled
   */
  async ask(file, known, put) {
    const type = typeOf(file.name);
    const beginning = await beginningOf(file);
    pageElement("table-title", HTMLElement).textContent = pageTexts.tableTitle(file.name);
    pageElement("table-purpose", HTMLElement).textContent = pageTexts.tablePurpose;
    this.#name.value = nameFrom(file.name);
    this.#reading.hidden = type === "application/json";
    this.#reading.open = false;
    this.#offerOptions();
    this.#clear();
    this.#beginning = beginning;
    await this.#fillRaw(beginning);
    this.#dialog.showModal();
    const read = () => this.#read(beginning, type, put);
    this.#change = read;
    read().then(advice => this.#follow(advice, beginning, type, put));
    return new Promise(resolve => {
      this.#answer = resolve;
      this.#submit = async () => {
        if (known.includes(this.#name.value) && !confirm(pageTexts.tableReplaces(this.#name.value))) return;
        this.#show.disabled = true;
        try {
          if (await this.#send(file, type, known.includes(this.#name.value), put)) {
            resolve(this.#name.value);
            this.#dialog.close();
          }
        } catch (error) {
          this.#refuse(error);
        }
        this.#show.disabled = false;
      };
    });
  }

  /**
   * Makes the dataset; one that came meanwhile is replaced after a question alone.
   * @param {File} file
   * @param {string} type
   * @param {boolean} replaces whether the reader knows that there is such a dataset
   * @param {Put} put
   * @returns {Promise<boolean>} whether it was made
   */
  async #send(file, type, replaces, put) {
    const [name, query] = [this.#name.value, queryOf(this.#given())];
    try {
      await put(name, query, file, type, !replaces);
    } catch (error) {
      if (replaces || !(error instanceof ProblemError) || error.status !== 412) throw error;
      if (!confirm(pageTexts.tableReplaces(name))) return false;
      await put(name, query, file, type);
    }
    return true;
  }

  /**
   * Asks the server how it reads a file.
   * @param {Blob} beginning
   * @param {string} type
   * @param {Put} put
   * @returns {Promise<Options[]>} what the server advises
   */
  async #read(beginning, type, put) {
    const given = this.#given();
    this.#clear();
    const query = queryOf(new Map([...given, ["dryRun", "true"]]));
    try {
      const made = await put(this.#name.value || "table", query, beginning, type);
      if (this.#isLate(beginning, given)) return [];
      this.#preview(made);
    } catch (error) {
      if (this.#isLate(beginning, given)) return [];
      await this.#fillRaw(beginning);
      this.#refuse(error);
      const advice = error instanceof ProblemError ? adviceIn(error.message) : [];
      this.#advise(advice);
      return advice;
    }
    return [];
  }

  /**
   * Follows what the server advises of the form of a text, if all of it reads the same rows.
   * @param {Options[]} advice
   * @param {Blob} beginning
   * @param {string} type
   * @param {Put} put
   */
  async #follow(advice, beginning, type, put) {
    if (advice.length === 0 || !advice.every(isAboutForm)) return;
    const given = this.#given();
    const extents = await Promise.all(advice.map(async one => {
      const query = queryOf(new Map([...given, ...one, ["dryRun", "true"]]));
      const { extent } = await put(this.#name.value || "table", query, beginning, type);
      return String(extent);
    })).catch(() => ["", "other"]);
    if (new Set(extents).size > 1 || this.#isLate(beginning, given)) return;
    this.#take(advice[0]);
    this.#reading.open = true;
  }

  /** @param {Options} advised */
  #take(advised) {
    for (const [name, text] of advised) {
      const field = this.#fields.get(name);
      if (field) field.value = text;
    }
    this.#change();
  }

  /**
   * Whether an answer is about another file or other options than those in the dialog.
   * @param {Blob} beginning
   * @param {Options} given
   */
  #isLate(beginning, given) {
    return beginning !== this.#beginning || queryOf(given) !== queryOf(this.#given());
  }

  /**
   * Shows the first lines of a file that the server has not read.
   * @param {Blob} beginning
   */
  async #fillRaw(beginning) {
    const lines = await firstLines(beginning, previewed + 1);
    const given = this.#fields.get("delimiter")?.value;
    const delimiter = given === "tab" ? "\t" : given || likelyDelimiter(lines);
    this.#fill(lines.map(line => cellsOf(line, delimiter)));
  }

  /** The options that the reader gives. */
  #given() {
    return new Map([...this.#fields].map(([name, field]) => /** @type {[string, string]} */ ([name, field.value])).filter(([, text]) => text !== ""));
  }

  #clear() {
    this.#fault.textContent = "";
    this.#rows.textContent = "";
    this.#advice.replaceChildren();
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (!(error instanceof Error)) throw error;
    const text = problemText(error);
    this.#fault.textContent = pageTexts.tableFault(text, error instanceof ProblemError ? error.line : null);
    // The server names the column and the value, in English.
    if (text !== error.message) this.#fault.append(" ", Object.assign(textElement("span", error.message), { lang: "en" }));
  }

  /** @param {Options[]} advice */
  #advise(advice) {
    this.#advice.replaceChildren(...advice.map(one => {
      const button = textElement("button", [...one].map(([name, text]) => `${pageTexts.tableOptions[/** @type {keyof typeof options} */ (name)] ?? name}: ${text}`).join(", "));
      button.className = "button";
      button.setAttribute("type", "button");
      button.addEventListener("click", () => this.#take(one));
      return button;
    }));
  }

  /** @param {Import} made */
  #preview({ columns, rows, import: { leftOut = [], dialect } }) {
    const texts = columns.map(({ kind, min, max }) =>
      [min, max].map(value => (value === null ? "–" : kind === "date" ? instantText(value) : String(value))));
    this.#fill([columns.map(({ name }) => name), texts.map(([min]) => min), texts.map(([, max]) => max)]);
    const names = leftOut.filter(name => name !== "").join(", ");
    this.#rows.textContent = pageTexts.tableRows(rows) + (names ? ` ${pageTexts.tableLeftOut(names)}` : "");
    for (const [name, field] of this.#fields) {
      const decided = String(dialect[name] ?? "");
      if (field instanceof HTMLInputElement) field.placeholder = decided;
      else field.options[0].textContent = decided || "–";
    }
  }

  /** @param {string[][]} lines the first one has the names */
  #fill([names = [], ...rows]) {
    const head = document.createElement("tr");
    head.append(...names.map(name => textElement("th", name)));
    this.#table.replaceChildren(head, ...rows.map(cells => {
      const row = document.createElement("tr");
      row.append(...cells.map(cell => textElement("td", cell)));
      return row;
    }));
  }

  /** Offers the options without texts, in the language of the page. */
  #offerOptions() {
    this.#fields.clear();
    pageElement("table-options", HTMLElement).replaceChildren();
    pageElement("table-reading-title", HTMLElement).textContent = pageTexts.tableReading;
    /** @type {number | undefined} */
    let waiting;
    const change = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.#change(), patience);
    };
    for (const [name, choices] of Object.entries(options)) {
      const field = choices ? document.createElement("select") : document.createElement("input");
      if (field instanceof HTMLSelectElement) field.append(new Option("–", ""), ...(choices ?? []).map(text => new Option(text, text)));
      else field.autocomplete = "off";
      field.id = `table-option-${name}`;
      field.addEventListener("input", change);
      const label = textElement("label", pageTexts.tableOptions[/** @type {keyof typeof options} */ (name)]);
      label.append(field);
      pageElement("table-options", HTMLElement).append(label);
      this.#fields.set(name, field);
    }
  }
}

/**
 * An instant as ISO 8601 in UTC; the number itself where that has none.
 * @param {number} milliseconds
 */
function instantText(milliseconds) {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? String(milliseconds) : date.toISOString().replace(/(T00:00:00)?\.000Z$/, (_, midnight) => (midnight ? "" : "Z"));
}

/**
 * The delimiter that stands most often in the lines.
 * @param {string[]} lines
 */
function likelyDelimiter(lines) {
  const text = lines.join("");
  const counts = [",", ";", "\t", "|"].map(mark => ({ mark, count: text.split(mark).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}
