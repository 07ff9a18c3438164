import { titleOf } from "../format.js";
import { scaleOf } from "./scale.js";

/**
 * @typedef {import("../types.js").Axis} Axis
 * @typedef {import("../types.js").Surface} Surface
 * @typedef {"none" | "raised" | "faded"} Emphasis
 * @typedef {{id: string, name: string, column: string, color: string, dash: number[], visible: boolean, emphasis: Emphasis,
 *   xAxis?: string, yAxis?: string}} Series
 */

/** The dashes of the series beyond the last colour: every round of the colours has its own. */
const dashes = [[], [7, 4], [2, 4], [9, 3, 2, 3]];

/**
 * All series: the surface's own, or else one for each column of its rows.
 * @param {Surface} surface
 * @param {import("./rows.js").Rows} rows
 * @param {string[]} palette
 * @returns {Series[]}
 */
export function seriesOf(surface, rows, palette) {
  /** @type {import("../types.js").Series[]} */
  const told = surface.series ?? [...rows.values.keys()].map(column => ({ id: column, y: column }));
  const raised = surface.selection.series;
  return told.map((entry, index) => ({
    id: entry.id,
    name: nameOf(entry),
    column: entry.y,
    color: entry.color ?? palette[index % palette.length],
    dash: entry.color ? [] : dashes[Math.floor(index / palette.length) % dashes.length],
    xAxis: entry.xAxis,
    yAxis: entry.yAxis,
    visible: entry.visible ?? true,
    emphasis: raised.length === 0 ? "none" : raised.includes(entry.id) ? "raised" : "faded",
  }));
}

/**
 * The series' own name, or a title made from the name of its column.
 * @param {import("../types.js").Series} series
 */
function nameOf({ y, name }) {
  return name === undefined || name === y ? titleOf(y) : name;
}

/**
 * The rows' positions on an x axis: their x, or their row index on a category axis.
 * @param {Axis} axis
 * @param {import("./rows.js").Rows} rows
 */
export function positionsOf(axis, rows) {
  return axis.type === "category" ? rows.index : rows.x;
}

/**
 * The scales of the axes on which a series is drawn.
 * @param {Series} series
 * @param {Surface} surface
 * @param {import("../types.js").Size} area
 */
export function scalesOf(series, surface, area) {
  const xAxis = axisNamed(surface.xAxes, series.xAxis);
  const yAxis = axisNamed(surface.yAxes, series.yAxis);
  return { xAxis, yAxis, xScale: scaleOf(xAxis, "x", area), yScale: scaleOf(yAxis, "y", area) };
}

/**
 * @param {Axis[]} axes
 * @param {string | undefined} id
 */
function axisNamed(axes, id) {
  return axes.find(axis => axis.id === id) ?? axes[0];
}
