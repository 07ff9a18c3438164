import { hatchingOf } from "../patterns.js";
import { pointAlong } from "../scale.js";
import { candleColumns, candlePartOf, candleParts, namedColumns, positionsOf, scalesOf, shapeOf } from "../series.js";
import { drawLine } from "./lines.js";
import { fadedAlpha, isFaded, stacked } from "./plot.js";

/**
 * @typedef {import("./plot.js").Plot} Plot
 * @typedef {import("../series.js").Series} Series
 * @typedef {import("../series.js").Scales} Scales
 * @typedef {import("../../types.js").Cell} Cell
 */

/** The share of the distance between rows that their bars fill. */
const fill = 0.72;
const widest = 48;
const fadedBar = 0.35;
const wickWidth = 1.25;
const dayMilliseconds = 86_400_000;

/**
 * Draws the bars of a series from zero, or from the series below it in its stack. Series without a common stack stand
 * side by side. The bars of rows that are not selected fade.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Plot} plot
 * @param {Series} entry
 */
export function drawBars(context, plot, entry) {
  const scales = scalesOf(entry, plot.surface, plot.area);
  const { bases, tops } = stacked(plot, entry);
  const hatching = hatchingOf(context, entry.pattern, plot.style.card);
  for (const [row, span] of spansOf(plot, entry, scales).entries()) {
    const top = tops[row] ?? null;
    if (span === null || top === null) continue;
    context.globalAlpha = isFaded(plot, entry, row) ? fadedBar : 1;
    const bar = rectangle(scales, span, [scales.yScale.base(bases(row)), scales.yScale.base(top)]);
    for (const ink of hatching ? [entry.color, hatching] : [entry.color]) {
      context.fillStyle = ink;
      context.fillRect(...bar);
    }
  }
  context.globalAlpha = 1;
}

/**
 * Draws a line from low to high, and a body from open to close: hollow where the close is above the open. A series
 * without these four is drawn as points.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Plot} plot
 * @param {Series} entry
 */
export function drawCandles(context, plot, entry) {
  const group = shapeOf(entry, plot.series);
  const columns = candleColumns(entry, plot.rows) ?? (group.length > 1 ? columnsOf(group) : namedColumns(entry, plot.rows));
  if (columns === null) return drawLine(context, plot, { ...entry, kind: "scatter" });
  // Four columns are one row of candles.
  if (group[0] !== entry) return;
  const scales = scalesOf(entry, plot.surface, plot.area);
  const [opens, highs, lows, closes] = columns.map(name => plot.rows.values.get(name) ?? []);
  context.lineCap = "round";
  context.lineJoin = "round";
  context.lineWidth = wickWidth;
  context.strokeStyle = entry.color;
  for (const [row, span] of spansOf(plot, entry, scales).entries()) {
    const four = [opens, highs, lows, closes].map(cells => cells[row] ?? NaN);
    if (span === null || four.some(Number.isNaN) || !scales.yScale.contains(four[2])) continue;
    drawCandle(context, scales, span, four, { color: entry.color, card: plot.style.card, isFaded: isFaded(plot, entry, row) });
  }
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Scales} scales
 * @param {Span} span
 * @param {number[]} four open, high, low and close
 * @param {{color: string, card: string, isFaded: boolean}} look
 */
function drawCandle(context, scales, span, [open, high, low, close], { color, card, isFaded }) {
  const { xScale, yScale } = scales;
  const middle = (span.from + span.to) / 2;
  context.globalAlpha = isFaded ? fadedAlpha : 1;
  context.beginPath();
  context.moveTo(...pointAlong(xScale, middle, yScale.position(low)));
  context.lineTo(...pointAlong(xScale, middle, yScale.position(high)));
  context.stroke();
  const [from, to] = [yScale.position(open), yScale.position(close)].sort((one, other) => one - other);
  const body = rectangle(scales, span, [from, Math.max(to, from + 1)]);
  // The ground covers the wick behind a body.
  context.globalAlpha = 1;
  context.fillStyle = card;
  context.fillRect(...body);
  context.globalAlpha = isFaded ? fadedAlpha : 1;
  if (close <= open) {
    context.fillStyle = color;
    context.fillRect(...body);
  }
  context.strokeRect(...body);
}

/**
 * The columns of four series, as open, high, low and close.
 * @param {Series[]} group
 */
function columnsOf(group) {
  return candleParts.map(part => group.find(({ y }) => candlePartOf(y).part === part)?.column ?? "");
}

/**
 * The room of a row along x, in points.
 * @typedef {{from: number, to: number}} Span
 */

/**
 * The span of the bar of each row; null for a row that the axis does not show.
 * @param {Plot} plot
 * @param {Series} entry
 * @param {Scales} scales
 * @returns {(Span | null)[]}
 */
function spansOf(plot, entry, { xAxis, xScale }) {
  const centres = positionsOf(xAxis, plot.rows).map(value => (xScale.contains(value) ? xScale.position(value) : NaN));
  const { windowOptions } = plot.surface;
  // Rows of whole days are a day apart, whichever of them there are.
  const countsDays = windowOptions?.rowUnit === "day" && windowOptions.method !== "calendar" && xAxis.type === "date";
  const [from] = xAxis.visibleRange;
  const spacing = countsDays ? Math.abs(xScale.position(from + dayMilliseconds) - xScale.position(from)) : rowSpacing(centres);
  const thickness = Math.max(1, Math.min(widest, fill * spacing));
  const slots = slotsBeside(plot, entry);
  const width = thickness / slots.length;
  const before = slots.indexOf(slotOf(entry)) * width - thickness / 2;
  return centres.map(centre => (Number.isFinite(centre) ? { from: centre + before, to: centre + before + width } : null));
}

/**
 * The stacks and single series that share the room of a row, in their order.
 * @param {Plot} plot
 * @param {Series} entry
 */
function slotsBeside({ series }, entry) {
  const bars = entry.kind === "bar" ? series.filter(({ kind, xAxis }) => kind === "bar" && xAxis === entry.xAxis) : [entry];
  return [...new Set(bars.map(slotOf))];
}

/** @param {Series} entry */
function slotOf({ id, stack, yAxis }) {
  return JSON.stringify(stack === undefined ? [id] : [yAxis, stack]);
}

/**
 * @param {Scales} scales
 * @param {Span} span
 * @param {number[]} ends along y
 * @returns {[x: number, y: number, width: number, height: number]}
 */
function rectangle({ xScale }, { from, to }, ends) {
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return xScale.isVertical ? [low, from, high - low, to - from] : [from, low, to - from, high - low];
}

/**
 * The median distance between neighbouring rows; of an even number, the smaller of the two in the middle.
 * @param {number[]} positions in points
 */
export function rowSpacing(positions) {
  const distances = positions.slice(1).map((position, row) => Math.abs(position - positions[row]))
    .filter(distance => distance > 0).sort((one, other) => one - other);
  return distances.length === 0 ? widest : distances[(distances.length - 1) >> 1];
}
