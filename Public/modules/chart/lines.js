import { positionsOf, scalesOf } from "./series.js";
import { pointOf } from "./scale.js";

const lineWidth = 1.75;
const dotRadius = 2;
const fadedAlpha = 0.3;

/**
 * @typedef {import("../types.js").Size} Size
 * @typedef {import("../types.js").Surface} Surface
 * @typedef {import("./rows.js").Rows} Rows
 * @typedef {import("./series.js").Series} Series
 */

/**
 * Draws each series as a line. The line breaks where a value is missing. A value between two missing ones is a dot.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Surface} surface
 * @param {Rows} rows
 * @param {Series[]} series
 * @param {Size} area
 */
export function drawLines(context, surface, rows, series, area) {
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const entry of series) {
    const values = rows.values.get(entry.column);
    if (!values) continue;
    context.globalAlpha = entry.emphasis === "faded" ? fadedAlpha : 1;
    context.lineWidth = (rows.x.length > 2 * area.width ? 1 : lineWidth) + (entry.emphasis === "raised" ? 1 : 0);
    drawLine(context, entry, values, surface, rows, area);
  }
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Series} entry
 * @param {import("../types.js").Cell[]} values
 * @param {Surface} surface
 * @param {Rows} rows
 * @param {Size} area
 */
function drawLine(context, entry, values, surface, rows, area) {
  const { xAxis, xScale, yScale } = scalesOf(entry, surface, area);
  const positions = positionsOf(xAxis, rows);
  const dots = [];
  context.beginPath();
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value === null) continue;
    const point = pointOf(xScale, yScale, positions[row], value);
    const isStart = (values[row - 1] ?? null) === null;
    if (isStart) context.moveTo(...point);
    else context.lineTo(...point);
    if (isStart && (values[row + 1] ?? null) === null) dots.push(point);
  }
  context.strokeStyle = entry.color;
  context.setLineDash(entry.dash);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = entry.color;
  for (const [x, y] of dots) {
    context.beginPath();
    context.arc(x, y, dotRadius, 0, 2 * Math.PI);
    context.fill();
  }
}
