import { Banner } from "./banner.js";
import { pageElement, textElement } from "./elements.js";
import { formatMilliseconds, formatNumber, formatRange } from "./format.js";

/**
 * @typedef {import("./chart/series.js").Series} Series
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Surface} Surface
 */

const spokenAfterMilliseconds = 700;
const noteMilliseconds = 6000;

/** The texts on the page that tell what the server answered. */
export class Readout {
  banner = new Banner(pageElement("banner", HTMLElement));
  #selection = pageElement("selection", HTMLElement);
  #deselect = pageElement("deselect", HTMLButtonElement);
  #legend = pageElement("legend", HTMLElement);
  #statusLine = pageElement("status", HTMLElement);
  #live = pageElement("live", HTMLElement);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #spoken;
  #note = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noteTimer;
  /** @type {string[]} */
  #status = [];
  #toggleSeries;

  /** @param {(series: Series) => void} toggleSeries hides or shows it */
  constructor(toggleSeries) {
    this.#toggleSeries = toggleSeries;
  }

  /**
   * @param {Session} session
   * @param {Surface} surface
   * @param {Series[]} series
   */
  show(session, surface, series) {
    this.#selection.textContent = surface.selection.label || rangeText(surface);
    this.#deselect.disabled = surface.selection.rows.length === 0;
    this.#showLegend(series);
    this.#showStatus(session, surface);
    this.#speak(surface);
  }

  /**
   * Adds a text to the status line for six seconds.
   * @param {string} text
   */
  note(text) {
    this.#note = text;
    clearTimeout(this.#noteTimer);
    if (text !== "") this.#noteTimer = setTimeout(() => this.note(""), noteMilliseconds);
    this.#fillStatus();
    if (text !== "") this.#live.textContent = text;
  }

  /** @param {Series[]} series */
  #showLegend(series) {
    const key = JSON.stringify(series.map(({ name, color, visible }) => [name, color, visible]));
    if (this.#legend.dataset.key === key) return;
    this.#legend.dataset.key = key;
    const focused = [...this.#legend.querySelectorAll("button")].findIndex(button => button === document.activeElement);
    this.#legend.replaceChildren(...series.map(entry => this.#legendItem(entry)));
    this.#legend.querySelectorAll("button")[focused]?.focus();
  }

  /** @param {Series} entry */
  #legendItem(entry) {
    const button = Object.assign(document.createElement("button"), { type: "button", title: entry.visible ? "Hide" : "Show" });
    button.setAttribute("aria-pressed", String(entry.visible));
    button.addEventListener("click", () => this.#toggleSeries(entry));
    const swatch = textElement("span", "", "swatch");
    swatch.style.setProperty("--swatch", entry.color);
    button.append(swatch, entry.name);
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  /**
   * @param {Session} session
   * @param {Surface} surface
   */
  #showStatus(session, surface) {
    const { returnedRows, sourceRows, method } = surface.window ?? {};
    const rows = `${formatNumber(returnedRows)} of ${formatNumber(sourceRows)} rows`;
    this.#status = [
      `Revision ${session.revision}`,
      method && method !== "none" ? `${rows} (${method})` : rows,
      formatMilliseconds(session.roundTripMilliseconds),
    ];
    this.#fillStatus();
  }

  #fillStatus() {
    const facts = [...this.#status, this.#note].filter(fact => fact !== "");
    this.#statusLine.replaceChildren(...facts.map(fact => textElement("span", fact, fact === this.#note ? "note" : "")));
  }

  /** @param {Surface} surface */
  #speak(surface) {
    clearTimeout(this.#spoken);
    this.#spoken = setTimeout(() => {
      this.#live.textContent = [rangeText(surface), surface.selection.label].filter(Boolean).join(". ");
    }, spokenAfterMilliseconds);
  }
}

/** @param {Surface} surface */
export function rangeText({ xAxes: [axis] }) {
  return formatRange(axis.visibleRange, axis.type);
}
