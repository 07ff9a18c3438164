import { positionsOf, scalesOf } from "./series.js";

const fill = 0.72;
const widest = 48;

/**
 * Draws one bar for each row, with the series stacked in their order from zero.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {import("../types.js").Surface} surface
 * @param {import("./rows.js").Rows} rows
 * @param {import("./series.js").Series[]} series
 * @param {import("../types.js").Size} area
 * @param {Set<number>} selected row indices; the bars of the other rows fade unless the set is empty
 */
export function drawBars(context, surface, rows, series, area, selected) {
  if (series.length === 0) return;
  const { xAxis, xScale, yScale } = scalesOf(series[0], surface, area);
  const centres = positionsOf(xAxis, rows).map(value => xScale.position(value));
  const thickness = Math.max(1, Math.min(widest, fill * rowSpacing(centres)));
  for (let row = 0; row < centres.length; row += 1) {
    const isFaded = selected.size > 0 && !selected.has(rows.index[row]);
    let base = 0;
    for (const entry of series) {
      const value = rows.values.get(entry.column)?.[row] ?? 0;
      const from = yScale.position(base);
      const to = yScale.position(base + value);
      base += value;
      const start = centres[row] - thickness / 2;
      context.globalAlpha = isFaded || entry.emphasis === "faded" ? 0.35 : 1;
      context.fillStyle = entry.color;
      if (xScale.isVertical) context.fillRect(Math.min(from, to), start, Math.abs(to - from), thickness);
      else context.fillRect(start, Math.min(from, to), thickness, Math.abs(to - from));
    }
  }
  context.globalAlpha = 1;
}

/**
 * The smallest distance between neighbouring rows.
 * @param {number[]} positions in points
 */
export function rowSpacing(positions) {
  let spacing = Infinity;
  for (let row = 1; row < positions.length; row += 1) {
    const distance = Math.abs(positions[row] - positions[row - 1]);
    if (distance > 0) spacing = Math.min(spacing, distance);
  }
  return Number.isFinite(spacing) ? spacing : widest;
}
