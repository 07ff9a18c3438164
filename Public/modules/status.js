import { formatMilliseconds, formatNumber, textElement, texts } from "../chart-surface.js";
import { pageTexts } from "./page-texts.js";

const noteMilliseconds = 6000;

/** The line below the chart: the newest revision, its rows, the time of a request, and a note for six seconds. */
export class Status {
  #line;
  #live;
  #note = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {string[]} */
  #facts = [];

  /**
   * @param {HTMLElement} line
   * @param {HTMLElement} live speaks the notes
   */
  constructor(line, live) {
    this.#line = line;
    this.#live = live;
  }

  /** @param {{revision: number, surface: import("./session.js").Surface, roundTripMilliseconds: number}} state */
  show({ revision, surface, roundTripMilliseconds }) {
    const { returnedRows, sourceRows, method } = surface.window ?? {};
    const rows = texts.rows(formatNumber(returnedRows), formatNumber(sourceRows));
    this.#facts = [
      pageTexts.revision(revision),
      method && method !== "none" ? `${rows} (${method})` : rows,
      formatMilliseconds(roundTripMilliseconds),
    ];
    this.#fill();
  }

  /** @param {string} text */
  note(text) {
    this.#note = text;
    clearTimeout(this.#timer);
    if (text !== "") this.#timer = setTimeout(() => this.note(""), noteMilliseconds);
    this.#fill();
    if (text !== "") this.#live.textContent = text;
  }

  #fill() {
    const facts = [...this.#facts, this.#note].filter(fact => fact !== "");
    this.#line.replaceChildren(...facts.map(fact => textElement("span", fact, fact === this.#note ? "note" : "")));
  }
}
