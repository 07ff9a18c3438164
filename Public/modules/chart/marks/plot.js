import { pointOf } from "../scale.js";
import { positionsOf } from "../series.js";

/**
 * @typedef {import("../../types.js").Cell} Cell
 * @typedef {import("../series.js").Series} Series
 * @typedef {import("../series.js").Scales} Scales
 *
 * What all series of a chart share. `series` are the visible ones; `selected` tells of each row whether it is selected,
 * and is empty when none is.
 * @typedef {{surface: import("../../types.js").Surface, rows: import("../rows.js").Rows, series: Series[],
 *   area: import("../../types.js").Size, style: import("../style.js").ChartStyle, selected: boolean[]}} Plot
 *
 * @typedef {[x: number, y: number] | null} MaybePoint null where there is no value, or none that the axes show
 */

/** The opacity of a series while others are selected. */
export const fadedAlpha = 0.3;

/**
 * Where the values of a series begin and end in its stack: positive and negative ones apart, from zero.
 * @param {Plot} plot
 * @param {Series} entry
 * @returns {{bases: (row: number) => number, tops: Cell[]}}
 */
export function stacked({ rows, series }, entry) {
  const values = rows.values.get(entry.column) ?? [];
  const below = entry.stack === undefined ? [] : series.slice(0, series.indexOf(entry))
    .filter(({ stack, yAxis }) => stack === entry.stack && yAxis === entry.yAxis)
    .map(({ column }) => rows.values.get(column) ?? []);
  if (below.length === 0) return { bases: () => 0, tops: values };
  const bases = values.map((value, row) => below.reduce((sum, other) => {
    const more = other[row] ?? null;
    return value === null || more === null || (more < 0) !== (value < 0) ? sum : sum + more;
  }, 0));
  return { bases: row => bases[row], tops: values.map((value, row) => (value === null ? null : bases[row] + value)) };
}

/**
 * The points of a series by row.
 * @param {Plot} plot
 * @param {Scales} scales of the series
 * @param {Cell[]} values
 * @returns {MaybePoint[]}
 */
export function pointsOf({ rows }, { xAxis, xScale, yScale }, values) {
  const positions = positionsOf(xAxis, rows);
  return values.map((value, row) => {
    const isShown = value !== null && yScale.contains(value) && xScale.contains(positions[row]);
    return isShown ? pointOf(xScale, yScale, positions[row], value) : null;
  });
}

/**
 * The neighbouring rows that have points.
 * @param {MaybePoint[]} points
 */
export function partsOf(points) {
  /** @type {{row: number, point: [x: number, y: number]}[][]} */
  const parts = [];
  for (const [row, point] of points.entries()) {
    if (point === null) continue;
    const last = parts.at(-1);
    if (last?.at(-1)?.row === row - 1) last.push({ row, point });
    else parts.push([{ row, point }]);
  }
  return parts;
}

/**
 * Adds a closed shape to the path.
 * @param {CanvasRenderingContext2D} context
 * @param {[x: number, y: number][]} points
 */
export function addPolygon(context, [first, ...rest]) {
  context.moveTo(...first);
  for (const point of rest) context.lineTo(...point);
  context.closePath();
}

/**
 * Whether a bar or candlestick fades: others are selected, rows or series.
 * @param {Plot} plot
 * @param {Series} entry
 * @param {number} row
 */
export function isFaded({ selected }, entry, row) {
  return entry.emphasis === "faded" || (selected.length > 0 && !selected[row]);
}
