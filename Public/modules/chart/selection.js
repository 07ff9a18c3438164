import { pointsOf, stacked } from "./marks/plot.js";
import { positionsOf, scalesOf } from "./series.js";

const fewRows = 60;

/**
 * @typedef {import("./marks/plot.js").Plot} Plot
 * @typedef {import("./series.js").Series} Series
 */

/**
 * Draws the selected rows: a mark on each series that has points, and for at most 60 rows a line through the plot. Bars
 * and candlesticks show by their strength which are selected.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Plot} plot
 */
export function drawSelection(context, plot) {
  const { series, style } = plot;
  const chosen = [...plot.selected.keys()].filter(row => plot.selected[row]);
  const marked = series.filter(({ kind }) => kind !== "bar" && kind !== "candlestick");
  if (chosen.length === 0 || marked.length === 0) return;
  if (chosen.length <= fewRows) drawRules(context, plot, marked[0], chosen);
  for (const entry of marked) {
    const points = pointsOf(plot, scalesOf(entry, plot.surface, plot.area), stacked(plot, entry).tops);
    context.fillStyle = entry.color;
    context.strokeStyle = style.card;
    context.lineWidth = 2;
    for (const row of chosen) {
      const point = points[row] ?? null;
      if (point !== null) drawMark(context, point, chosen.length <= fewRows ? 4.5 : 2.5);
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Plot} plot
 * @param {Series} entry
 * @param {number[]} chosen positions in `rows`
 */
function drawRules(context, plot, entry, chosen) {
  const { rows, area, style } = plot;
  const { xAxis, xScale } = scalesOf(entry, plot.surface, plot.area);
  const positions = positionsOf(xAxis, rows);
  context.strokeStyle = style.accentFill;
  context.lineWidth = chosen.length === 1 ? 2 : 1;
  context.beginPath();
  for (const row of chosen) {
    const at = xScale.position(positions[row]);
    context.moveTo(xScale.isVertical ? 0 : at, xScale.isVertical ? at : 0);
    context.lineTo(xScale.isVertical ? area.width : at, xScale.isVertical ? at : area.height);
  }
  context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {[x: number, y: number]} point
 * @param {number} radius
 */
function drawMark(context, [x, y], radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  if (radius > 3) context.stroke();
  context.fill();
}
