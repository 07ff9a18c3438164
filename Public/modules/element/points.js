import { positionsOf, scalesOf } from "../chart/series.js";
import { formatPosition, readingOf } from "../format.js";

/**
 * @typedef {import("../chart/chart.js").Chart} Chart
 * @typedef {import("../session.js").Surface} Surface
 */

/** Walks over the drawn rows, one by one, for a reader who uses keys. */
export class Points {
  /** The x of the row that was read last; NaN before the first. */
  #x = NaN;
  #chart;

  /** @param {Chart} chart */
  constructor(chart) {
    this.#chart = chart;
  }

  /**
   * Goes on by some rows, and begins in the middle of the window.
   * @param {Surface} surface
   * @param {number} steps negative to the left; infinite to an end
   * @returns {{text: string, place: import("../types.js").Point} | null} the values in words, and where they are drawn
   */
  step(surface, steps) {
    const [series] = this.#chart.series;
    const { rows, area } = this.#chart;
    const [start, end] = rows.inside;
    if (!series || end <= start) return null;
    const at = rows.x.indexOf(this.#x);
    const from = at < start || at >= end ? (start + end - 1) >> 1 : at + steps;
    const row = Math.min(Math.max(from, start), end - 1);
    this.#x = rows.x[row];
    const { xAxis, xScale } = scalesOf(series, surface, area);
    const position = xScale.position(positionsOf(xAxis, rows)[row]);
    const place = xScale.isVertical ? { x: area.width / 2, y: position } : { x: position, y: area.height / 2 };
    const values = this.#chart.series.filter(({ visible }) => visible)
      .map(series => `${series.name}: ${readingOf({ value: rows.values.get(series.column)?.[row] }, series)}`);
    return { text: [formatPosition(this.#x, xAxis), ...values].join(", "), place };
  }
}
