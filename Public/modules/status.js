import { formatMilliseconds, textElement } from "../chart-surface.js";
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

  /** @param {{revision: number, summary: string, roundTripMilliseconds: number}} state */
  show({ revision, summary, roundTripMilliseconds }) {
    this.#facts = [pageTexts.revision(revision), formatMilliseconds(roundTripMilliseconds), summary];
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
