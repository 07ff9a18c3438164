import { addressOf, placeIn } from "./address.js";

/**
 * @typedef {import("./types.js").Dataset} Dataset
 * @typedef {import("./types.js").Range} Range
 */

const restMilliseconds = 300;

/** So many series are shown at first. */
const mostShown = 8;

/** Keeps what is shown in the page's address, so that reloading and sending it show the same view. */
export class Permalink {
  #chart;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #place = placeIn(new URL(location.href));

  /** @param {import("./element.js").ChartSurfaceElement} chart */
  constructor(chart) {
    this.#chart = chart;
    chart.toggleAttribute("patterns", this.#place.patterns);
    const change = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#write(), restMilliseconds);
    };
    for (const name of ["viewchange", "describe"]) chart.addEventListener(name, change);
    new MutationObserver(change).observe(chart, { attributeFilter: ["patterns"] });
  }

  /** Forgets the ranges of the address: another dataset is shown. */
  clear() {
    clearTimeout(this.#timer);
    this.#place = { dataset: null, x: null, y: null, hidden: null, fits: false, patterns: false };
  }

  /**
   * The axes to create with the ranges that the address had when the page was opened.
   * @param {Dataset} dataset
   * @param {object[]} [yAxes] as they are without a range
   */
  rangesFor({ name, xKind }, yAxes = []) {
    const { dataset, x, y, fits } = this.#place;
    if (dataset !== name) return {};
    return {
      ...(x ? { xAxes: [{ id: "x", type: xKind, visibleRange: x }] } : {}),
      ...(y || fits ? { yAxes: [{ id: "y", ...yAxes[0], ...(y ? { visibleRange: y } : {}), ...(fits ? { autoRange: "visible" } : {}) }] } : {}),
    };
  }

  /**
   * The series to create: those are hidden that the address names, else all but the first eight.
   * @template {{y: string}} Series
   * @param {string} name of the dataset
   * @param {Series[]} series
   */
  seriesFor(name, series) {
    const { dataset, hidden } = this.#place;
    const absent = (dataset === name ? hidden : null) ?? series.slice(mostShown).map(({ y }) => y);
    return series.map(one => ({ ...one, visible: !absent.includes(one.y) }));
  }

  #write() {
    const { state } = this.#chart;
    if (!state || state.isShared) return;
    const { dataset = null, xAxes: [x], yAxes: [y], series = [] } = state.surface;
    /** @param {import("./types.js").Axis} axis */
    const rangeOf = ({ zoomState, visibleRange, autoRange }) => (zoomState === "atExtents" || autoRange === "visible" ? null : visibleRange);
    const hidden = series.filter(({ visible }) => visible === false).map(one => one.id);
    const isUsual = hidden.join() === series.slice(mostShown).map(one => one.id).join();
    const address = addressOf(new URL(location.href), {
      dataset, x: rangeOf(x), y: rangeOf(y), hidden: isUsual ? null : hidden,
      fits: y.autoRange === "visible", patterns: this.#chart.hasAttribute("patterns"),
    });
    if (address !== location.href) history.replaceState(null, "", address);
  }
}
