import { positionsOf, scalesOf } from "./series.js";
import { pointOf } from "./scale.js";

const lineWidth = 1.75;
const dotRadius = 2;
const fadedAlpha = 0.3;

/**
 * Draws each series as a line that breaks where a value is missing; a value alone between two gaps is a dot.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
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

function drawLine(context, entry, values, surface, rows, area) {
  const { xAxis, xScale, yScale } = scalesOf(entry, surface, area);
  const positions = positionsOf(xAxis, rows);
  const dots = [];
  context.beginPath();
  for (let row = 0; row < values.length; row += 1) {
    if (values[row] === null) continue;
    const point = pointOf(xScale, yScale, positions[row], values[row]);
    const isStart = (values[row - 1] ?? null) === null;
    if (isStart) context.moveTo(...point);
    else context.lineTo(...point);
    if (isStart && (values[row + 1] ?? null) === null) dots.push(point);
  }
  context.strokeStyle = entry.color;
  context.stroke();
  context.fillStyle = entry.color;
  for (const [x, y] of dots) {
    context.beginPath();
    context.arc(x, y, dotRadius, 0, 2 * Math.PI);
    context.fill();
  }
}
