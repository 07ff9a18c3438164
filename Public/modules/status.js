import { formatMilliseconds, textElement } from "../chart-surface.js";
import { pageTexts } from "./page-texts.js";

const noteMilliseconds = 6000;

/** The line below the chart: its rows, and a note for six seconds; in the details the revision and the time of a request. */
export class Status {
  #line;
  #details;
  #live;
  #note = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #summary = "";

  /**
   * @param {HTMLElement} line
   * @param {HTMLElement} details
   * @param {HTMLElement} live speaks the notes
   */
  constructor(line, details, live) {
    this.#line = line;
    this.#details = details;
    this.#live = live;
  }

  /** @param {{revision: number, summary: string, roundTripMilliseconds: number}} state */
  show({ revision, summary, roundTripMilliseconds }) {
    this.#summary = summary;
    this.#details.textContent = [pageTexts.revision(revision), formatMilliseconds(roundTripMilliseconds)].join(" · ");
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
    const facts = [this.#summary, this.#note].filter(fact => fact !== "");
    this.#line.replaceChildren(...facts.map(fact => textElement("span", fact, fact === this.#note ? "note" : "")));
  }
}
