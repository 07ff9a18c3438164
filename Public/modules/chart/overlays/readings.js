import { formatPosition, isNumber, readingOf } from "../../format.js";
import { addMark, drawSample } from "../patterns.js";
import { pointOf } from "../scale.js";
import { scalesOf } from "../series.js";

/**
 * @typedef {import("../../types.js").Overlay} Overlay
 * @typedef {import("../../types.js").OverlayItem} OverlayItem
 * @typedef {import("../../types.js").Point} Point
 * @typedef {import("../../types.js").Surface} Surface
 * @typedef {import("../layout.js").Area} Area
 * @typedef {import("../overlays.js").Scene} Scene
 * @typedef {import("../style.js").ChartStyle} ChartStyle
 *
 * @typedef {OverlayItem & {of: import("../series.js").Series | undefined}} Reading what a series says
 * @typedef {{name: string, value: string, sample: {color: string, pattern: number, kind: string}}} Line
 */

const textSize = 12;
const lineHeight = 18;
const padding = 10;
const swatch = 8;

/**
 * Draws lines through the plot area at a pointer, and the values of the series there.
 * @type {import("../overlays.js").Drawing}
 */
export function drawCrosshair(context, overlay, scene) {
  const { x, y } = overlay;
  if (!isNumber(x) || !isNumber(y)) return;
  const { area, style } = scene;
  strokeDashed(context, [[Math.round(x) + 0.5, 0, Math.round(x) + 0.5, area.height], [0, Math.round(y) + 0.5, area.width, Math.round(y) + 0.5]], style);
  drawItems(context, overlay, { x, y }, scene);
}

/**
 * Draws the values of the series: at one point, or along a line through the plot area.
 * @type {import("../overlays.js").Drawing}
 */
export function drawReading(context, overlay, scene) {
  const { x: atX, y: atY, rect } = overlay;
  if (rect) {
    const [x, y] = [Math.round(rect.x) + 0.5, Math.round(rect.y) + 0.5];
    strokeDashed(context, [[x, y, rect.width > 0 ? x + rect.width : x, rect.height > 0 ? y + rect.height : y]], scene.style);
  }
  const place = isNumber(atX) && isNumber(atY) ? { x: atX, y: atY } : { x: rect?.x ?? 0, y: (rect?.y ?? 0) + 56 };
  drawItems(context, overlay, place, scene);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {[fromX: number, fromY: number, toX: number, toY: number][]} lines
 * @param {ChartStyle} style
 */
function strokeDashed(context, lines, style) {
  context.strokeStyle = style.faint;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  for (const [fromX, fromY, toX, toY] of lines) {
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
  }
  context.stroke();
  context.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Overlay} overlay
 * @param {Point} place
 * @param {Scene} scene
 */
function drawItems(context, overlay, place, { surface, series, area, style }) {
  const items = (overlay.items ?? []).map(item => ({ ...item, of: series.find(entry => entry.id === item.series) }));
  drawDots(context, items.filter(({ of }) => of?.kind !== "bar"), surface, area, style);
  if (items.length > 0 && area.height > 120) drawBox(context, place, items, surface, area, style);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Reading[]} items
 * @param {Surface} surface
 * @param {Area} area
 * @param {ChartStyle} style
 */
function drawDots(context, items, surface, area, style) {
  for (const { of, x, value, point } of items) {
    if (!of || !isNumber(value) || !isNumber(x)) continue;
    const { xScale, yScale } = scalesOf(of, surface, area);
    const [left, top] = point ? [point.x, point.y] : pointOf(xScale, yScale, x, value);
    context.beginPath();
    addMark(context, of.pattern, [left, top], 4);
    context.fillStyle = of.color;
    context.strokeStyle = style.card;
    context.lineWidth = 2;
    context.stroke();
    context.fill();
  }
}

/**
 * Draws a box of names and values beside a point, on the side with enough space.
 * @param {CanvasRenderingContext2D} context
 * @param {Point} place
 * @param {Reading[]} items
 * @param {Surface} surface
 * @param {Area} area
 * @param {ChartStyle} style
 */
function drawBox(context, { x, y }, items, surface, area, style) {
  const title = formatPosition(items[0].x, surface.xAxes[0]);
  const lines = items.map(item => ({
    name: item.of?.name ?? item.name ?? item.series ?? "",
    value: readingOf(item, item.of),
    sample: item.of ?? { color: style.faint, pattern: 0, kind: "bar" },
  }));
  context.font = `600 ${textSize}px ${style.font}`;
  /** @param {string} text */
  const measure = text => context.measureText(text).width;
  const inner = Math.max(measure(title), ...lines.map(line => swatch + 8 + measure(line.name) + 20 + measure(line.value)));
  const width = Math.ceil(inner) + 2 * padding;
  const height = (lines.length + 1) * lineHeight + 2 * padding - 4;
  const left = Math.round(x + 14 + width <= area.width ? x + 14 : Math.max(0, x - 14 - width));
  const top = Math.round(Math.min(Math.max(0, y - height - 12), Math.max(0, area.height - height)));

  context.beginPath();
  context.roundRect(left + 0.5, top + 0.5, width, height, 8);
  context.fillStyle = style.card;
  context.fill();
  context.strokeStyle = style.line;
  context.lineWidth = 1;
  context.stroke();

  context.textBaseline = "middle";
  context.textAlign = "left";
  context.fillStyle = style.text;
  context.fillText(title, left + padding, top + padding + lineHeight / 2 - 2);
  lines.forEach((line, index) => drawLine(context, line, left + padding, top + padding + (index + 1.5) * lineHeight - 2, inner, style));
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Line} line
 * @param {number} left
 * @param {number} middle
 * @param {number} width
 * @param {ChartStyle} style
 */
function drawLine(context, { name, value, sample }, left, middle, width, style) {
  drawSample(context, sample, { left, middle, size: swatch }, style.card);
  context.font = `${textSize}px ${style.font}`;
  context.textAlign = "left";
  context.fillStyle = style.faint;
  context.fillText(name, left + swatch + 8, middle);
  context.font = `600 ${textSize}px ${style.font}`;
  context.textAlign = "right";
  context.fillStyle = style.text;
  context.fillText(value, left + width, middle);
}
