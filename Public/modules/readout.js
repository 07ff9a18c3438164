import { textElement } from "./controls.js";
import { formatMilliseconds, formatNumber, formatRange } from "./format.js";

const element = id => document.getElementById(id);
const spokenAfterMilliseconds = 700;
const messageMilliseconds = 6000;
const logLength = 4;

/** Everything on the page that says in words what the server answered. */
export class Readout {
  /** @type {string[]} */
  #log = [];
  #spoken = 0;
  #message = 0;
  #note = "";

  /**
   * @param {import("./session.js").Session} session
   * @param {import("./chart/series.js").Series[]} series
   */
  show(session, series) {
    const { surface } = session;
    element("selection").textContent = selectionText(surface);
    element("deselect").disabled = (surface.selection?.rows?.length ?? 0) === 0;
    this.#showLegend(series);
    this.#showGestures(surface);
    this.#showStatus(session);
    this.#speak(surface);
  }

  /** Says in the status line that something was put right. @param {string} text */
  note(text) {
    this.#note = text;
  }

  /** Shows a message over the chart for a while. @param {string} text */
  warn(text) {
    clearTimeout(this.#message);
    showBanner(text);
    this.#message = setTimeout(() => showBanner(""), messageMilliseconds);
  }

  /** @param {boolean} isOffline */
  offline(isOffline) {
    if (isOffline) {
      clearTimeout(this.#message);
      this.#message = 0;
      showBanner("The server cannot be reached. Trying again…");
    } else if (this.#message === 0) {
      showBanner("");
    }
  }

  #showLegend(series) {
    const key = JSON.stringify(series.map(entry => [entry.name, entry.color]));
    const legend = element("legend");
    if (legend.dataset.key === key) return;
    legend.dataset.key = key;
    legend.replaceChildren(...series.map(entry => {
      const item = document.createElement("li");
      const swatch = textElement("span", "", "swatch");
      swatch.style.backgroundColor = entry.color;
      item.append(swatch, entry.name);
      return item;
    }));
  }

  #showGestures({ gestures, recognized }) {
    const active = gestures.map(gesture => describe(gesture));
    for (const line of recognized.map(gesture => describe(gesture))) this.#remember(line);
    for (const line of active) this.#remember(line);
    const items = this.#log.map((line, index) => textElement("li", line, active.includes(line) && index < active.length ? "active" : ""));
    element("gestures").replaceChildren(...(items.length > 0 ? items : [textElement("li", "None yet", "none")]));
  }

  #remember(line) {
    this.#log = [line, ...this.#log.filter(other => other !== line)].slice(0, logLength);
  }

  #showStatus(session) {
    const { returnedRows, sourceRows, method } = session.surface.window ?? {};
    const rows = `${formatNumber(returnedRows)} of ${formatNumber(sourceRows)} rows`;
    const facts = [
      `Revision ${session.revision}`,
      method && method !== "none" ? `${rows} (${method})` : rows,
      formatMilliseconds(session.roundTripMilliseconds),
    ];
    element("status").replaceChildren(...[...facts, this.#note].filter(fact => fact !== "").map(fact => textElement("span", fact)));
  }

  #speak(surface) {
    clearTimeout(this.#spoken);
    this.#spoken = setTimeout(() => {
      element("live").textContent = [rangeText(surface), surface.selection?.label].filter(Boolean).join(". ");
    }, spokenAfterMilliseconds);
  }
}

function selectionText(surface) {
  return surface.selection?.label || rangeText(surface);
}

function rangeText({ xAxes: [axis] }) {
  return formatRange(axis.visibleRange, axis.type);
}

function describe({ modifier, gesture, state }) {
  return modifier === gesture ? `${gesture} ${state}` : `${modifier}: ${gesture} ${state}`;
}

function showBanner(text) {
  element("banner").textContent = text;
  element("banner").hidden = text === "";
}
