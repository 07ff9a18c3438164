import { addressOf, placeIn } from "./address.js";

/**
 * @typedef {import("./types.js").Dataset} Dataset
 * @typedef {import("./types.js").Range} Range
 */

const restMilliseconds = 300;

/** Keeps the dataset and the visible ranges in the page's address, so that reloading and sending it show the same view. */
export class Permalink {
  #chart;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #place = placeIn(new URL(location.href));

  /** @param {import("./element.js").ChartSurfaceElement} chart */
  constructor(chart) {
    this.#chart = chart;
    chart.addEventListener("viewchange", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#write(), restMilliseconds);
    });
  }

  /** Forgets the ranges of the address: another dataset is shown. */
  clear() {
    clearTimeout(this.#timer);
    this.#place = { dataset: null, x: null, y: null };
  }

  /**
   * The axes to create with the ranges that the address had when the page was opened.
   * @param {Dataset} dataset
   * @param {object[]} [yAxes] as they are without a range
   */
  rangesFor({ name, xKind }, yAxes = []) {
    const { dataset, x, y } = this.#place;
    const isNamed = dataset === name;
    return {
      ...(isNamed && x ? { xAxes: [{ id: "x", type: xKind, visibleRange: x }] } : {}),
      ...(isNamed && y ? { yAxes: [{ id: "y", ...yAxes[0], visibleRange: y }] } : {}),
    };
  }

  #write() {
    const { state } = this.#chart;
    if (!state || state.isShared) return;
    const { dataset = null, xAxes: [x], yAxes: [y] } = state.surface;
    /** @param {import("./types.js").Axis} axis */
    const rangeOf = ({ zoomState, visibleRange, autoRange }) => (zoomState === "atExtents" || autoRange === "visible" ? null : visibleRange);
    history.replaceState(null, "", addressOf(new URL(location.href), { dataset, x: rangeOf(x), y: rangeOf(y) }));
  }
}
