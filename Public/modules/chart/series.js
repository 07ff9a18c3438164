import { titleOf } from "../format.js";
import { scaleOf } from "./scale.js";

/**
 * @typedef {{id: string, name: string, column: string, color: string, visible: boolean, emphasis: "none" | "raised" | "faded",
 *   xAxis?: string, yAxis?: string}} Series
 */

/**
 * All series: those that the surface names, else one for each column of its rows.
 * @param {{series?: any[]}} surface
 * @param {import("./rows.js").Rows} rows
 * @param {string[]} palette
 * @returns {Series[]}
 */
export function seriesOf(surface, rows, palette) {
  const told = surface.series ?? [...rows.values.keys()].map(column => ({ id: column, y: column }));
  const raised = surface.selection?.series ?? [];
  return told.map((entry, index) => {
    const id = entry.id ?? entry.y;
    return {
      id,
      name: nameOf(entry),
      column: entry.y ?? entry.id,
      color: entry.color ?? palette[index % palette.length],
      xAxis: entry.xAxis,
      yAxis: entry.yAxis,
      visible: entry.visible ?? true,
      emphasis: raised.length === 0 ? "none" : raised.includes(id) ? "raised" : "faded",
    };
  });
}

/** A series' own name, or its column's made readable. */
function nameOf({ id, y, name }) {
  return name === undefined || name === y ? titleOf(y ?? id) : name;
}

/** The rows' positions on an x axis: their x, or on a category axis their row index. */
export function positionsOf(axis, rows) {
  return axis.type === "category" ? rows.index : rows.x;
}

/**
 * The scales of the axes on which a series is drawn.
 * @param {Series} series
 */
export function scalesOf(series, surface, area) {
  const xAxis = axisNamed(surface.xAxes, series.xAxis);
  const yAxis = axisNamed(surface.yAxes, series.yAxis);
  return { xAxis, yAxis, xScale: scaleOf(xAxis, "x", area), yScale: scaleOf(yAxis, "y", area) };
}

function axisNamed(axes, id) {
  return axes.find(axis => axis.id === id) ?? axes[0];
}
