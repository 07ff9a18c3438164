import { Banner } from "./banner.js";
import { textElement } from "./elements.js";
import { formatMilliseconds, formatNumber, formatRange } from "./format.js";

const element = id => document.getElementById(id);
const spokenAfterMilliseconds = 700;
const noteMilliseconds = 6000;

/** Everything on the page that says in words what the server answered. */
export class Readout {
  banner = new Banner(element("banner"));
  #spoken = 0;
  #note = "";
  #noteTimer = 0;
  #status = [];
  #toggleSeries;

  /** @param {(series: import("./chart/series.js").Series) => void} toggleSeries hides or shows it */
  constructor(toggleSeries) {
    this.#toggleSeries = toggleSeries;
  }

  /**
   * @param {import("./session.js").Session} session
   * @param {import("./session.js").Surface} surface
   * @param {import("./chart/series.js").Series[]} series
   */
  show(session, surface, series) {
    element("selection").textContent = surface.selection?.label || rangeText(surface);
    element("deselect").disabled = (surface.selection?.rows.length ?? 0) === 0;
    this.#showLegend(series);
    this.#showStatus(session, surface);
    this.#speak(surface);
  }

  /** Says in the status line, for a while, what has happened besides. @param {string} text */
  note(text) {
    this.#note = text;
    clearTimeout(this.#noteTimer);
    if (text !== "") this.#noteTimer = setTimeout(() => this.note(""), noteMilliseconds);
    this.#fillStatus();
    if (text !== "") element("live").textContent = text;
  }

  #showLegend(series) {
    const key = JSON.stringify(series.map(({ name, color, visible }) => [name, color, visible]));
    const legend = element("legend");
    if (legend.dataset.key === key) return;
    legend.dataset.key = key;
    const focused = [...legend.querySelectorAll("button")].indexOf(document.activeElement);
    legend.replaceChildren(...series.map(entry => this.#legendItem(entry)));
    legend.querySelectorAll("button")[focused]?.focus();
  }

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
    element("status").replaceChildren(...facts.map(fact => textElement("span", fact, fact === this.#note ? "note" : "")));
  }

  #speak(surface) {
    clearTimeout(this.#spoken);
    this.#spoken = setTimeout(() => {
      element("live").textContent = [rangeText(surface), surface.selection?.label].filter(Boolean).join(". ");
    }, spokenAfterMilliseconds);
  }
}

/** @param {import("./session.js").Surface} surface */
export function rangeText({ xAxes: [axis] }) {
  return formatRange(axis.visibleRange, axis.type);
}
