import { fillHatching } from "../patterns.js";
import { scalesOf, shapeOf } from "../series.js";
import { addPolygon, fadedAlpha, partsOf, pointsOf } from "./plot.js";

/**
 * @typedef {import("./plot.js").MaybePoint} MaybePoint
 * @typedef {import("./plot.js").Plot} Plot
 * @typedef {import("../series.js").Series} Series
 * @typedef {{low: number, high: number}} Extremes of a row; NaN where a value is missing
 */

const areaAlpha = 0.25;
const edgeWidth = 1;

/**
 * Draws the area between the smallest and the largest values.
 *
 * Band series on the same axes form one band, from the smallest to the largest of their values in each row. It breaks
 * where one of them has no value. The band of one series reaches from the smallest to the largest value of each column
 * of points.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Plot} plot
 * @param {Series} entry
 */
export function drawBand(context, plot, entry) {
  const group = shapeOf(entry, plot.series);
  if (group[0] !== entry) return;
  const scales = scalesOf(entry, plot.surface, plot.area);
  const extremes = plot.rows.x.map((_, row) => extremesOf(plot, group, row));
  /** @param {"low" | "high"} end */
  const edgeOf = end => pointsOf(plot, scales, extremes.map(pair => (Number.isNaN(pair[end]) ? null : pair[end])));
  let [lower, upper] = [edgeOf("low"), edgeOf("high")];
  if (group.length === 1) [lower, upper] = widened(lower, upper, scales.xScale.isVertical);

  const alpha = entry.emphasis === "faded" ? fadedAlpha : 1;
  const whole = partsOf(upper.map((point, row) => (lower[row] === null ? null : point)))
    .map(part => ({ upper: part.map(({ point }) => point), lower: part.map(({ row, point }) => lower[row] ?? point) }));
  context.fillStyle = entry.color;
  context.strokeStyle = entry.color;
  context.globalAlpha = alpha * areaAlpha;
  context.beginPath();
  for (const part of whole) addPolygon(context, [...part.upper, ...[...part.lower].reverse()]);
  context.fill();
  context.globalAlpha = alpha;
  fillHatching(context, entry.pattern, entry.color);
  context.lineWidth = edgeWidth + (entry.emphasis === "raised" ? 1 : 0);
  context.lineJoin = "round";
  context.lineCap = "round";
  context.setLineDash(entry.dash);
  context.beginPath();
  for (const part of whole) {
    for (const line of part.upper.length === 1 ? [[part.lower[0], part.upper[0]]] : [part.lower, part.upper]) {
      context.moveTo(...line[0]);
      for (const point of line.slice(1)) context.lineTo(...point);
    }
  }
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/**
 * The smallest and the largest value of the series of a band; of a column with four parts, its low and high.
 * @param {Plot} plot
 * @param {Series[]} group
 * @param {number} row
 * @returns {Extremes}
 */
function extremesOf({ rows }, group, row) {
  const values = group.flatMap(({ y, column }) => {
    const names = rows.values.has(`${y}.low`) && column.endsWith(".close") ? [`${y}.low`, `${y}.high`] : [column];
    return names.map(name => rows.values.get(name)?.[row] ?? NaN);
  });
  return { low: Math.min(...values), high: Math.max(...values) };
}

/**
 * Gives neighbouring rows in one column of points the smallest and the largest value of all of them.
 * @param {MaybePoint[]} lower
 * @param {MaybePoint[]} upper
 * @param {boolean} isVertical
 * @returns {[lower: MaybePoint[], upper: MaybePoint[]]}
 */
function widened(lower, upper, isVertical) {
  const [along, across] = isVertical ? [1, 0] : [0, 1];
  /** @type {(row: number) => number | null} */
  const columnOf = row => (lower[row] === null || upper[row] === null ? null : Math.floor(/** @type {[number, number]} */ (lower[row])[along]));
  const [low, high] = [lower.map(copied), upper.map(copied)];
  for (let start = 0, end = 0; start < lower.length; start = end) {
    const column = columnOf(start);
    end = start + 1;
    if (column === null) continue;
    while (end < lower.length && columnOf(end) === column) end += 1;
    const values = [...low.slice(start, end), ...high.slice(start, end)].map(point => point?.[across] ?? NaN);
    const ends = isVertical ? [Math.min(...values), Math.max(...values)] : [Math.max(...values), Math.min(...values)];
    for (let row = start; row < end; row += 1) {
      /** @type {[number, number]} */ (low[row])[across] = ends[0];
      /** @type {[number, number]} */ (high[row])[across] = ends[1];
    }
  }
  return [low, high];
}

/**
 * @param {MaybePoint} point
 * @returns {MaybePoint}
 */
function copied(point) {
  return point && [...point];
}
