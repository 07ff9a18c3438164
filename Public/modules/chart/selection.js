import { positionsOf, scalesOf } from "./series.js";
import { pointOf } from "./scale.js";

const fewRows = 60;

/**
 * @typedef {import("../types.js").Size} Size
 * @typedef {import("../types.js").Surface} Surface
 * @typedef {import("./rows.js").Rows} Rows
 * @typedef {import("./series.js").Series} Series
 * @typedef {import("./style.js").ChartStyle} ChartStyle
 */

/**
 * Draws the selected rows of a line chart: a mark on each series, and for at most 60 rows a line through the plot.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Surface} surface
 * @param {Rows} rows
 * @param {Series[]} series
 * @param {Size} area
 * @param {Set<number>} selected row indices
 * @param {ChartStyle} style
 */
export function drawSelection(context, surface, rows, series, area, selected, style) {
  const chosen = rows.index.map((_, row) => row).filter(row => selected.has(rows.index[row]));
  if (chosen.length === 0 || series.length === 0) return;
  if (chosen.length <= fewRows) drawRules(context, surface, rows, series[0], area, chosen, style);
  for (const entry of series) {
    const { xAxis, xScale, yScale } = scalesOf(entry, surface, area);
    const positions = positionsOf(xAxis, rows);
    const values = rows.values.get(entry.column) ?? [];
    context.fillStyle = entry.color;
    context.strokeStyle = style.card;
    context.lineWidth = 2;
    for (const row of chosen) {
      const value = values[row] ?? null;
      if (value === null) continue;
      drawMark(context, pointOf(xScale, yScale, positions[row], value), chosen.length <= fewRows ? 4.5 : 2.5);
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Surface} surface
 * @param {Rows} rows
 * @param {Series} entry
 * @param {Size} area
 * @param {number[]} chosen positions in `rows`
 * @param {ChartStyle} style
 */
function drawRules(context, surface, rows, entry, area, chosen, style) {
  const { xAxis, xScale } = scalesOf(entry, surface, area);
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
