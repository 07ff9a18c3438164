import { formatPosition, formatReading } from "../../format.js";
import { pointOf } from "../scale.js";
import { scalesOf } from "../series.js";

const textSize = 12;
const lineHeight = 18;
const padding = 10;
const swatch = 8;

/** Lines across the plot area at a pointer, and what the series say there. @type {import("../overlays.js").Drawing} */
export function drawCrosshair(context, overlay, scene) {
  const { x, y } = overlay;
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  const { area, style } = scene;
  strokeDashed(context, [[Math.round(x) + 0.5, 0, Math.round(x) + 0.5, area.height], [0, Math.round(y) + 0.5, area.width, Math.round(y) + 0.5]], style);
  drawItems(context, overlay, { x, y }, scene);
}

/** What series say: at one place, or along a line across the plot area. @type {import("../overlays.js").Drawing} */
export function drawReading(context, overlay, scene) {
  const { rect } = overlay;
  if (rect) {
    const [x, y] = [Math.round(rect.x) + 0.5, Math.round(rect.y) + 0.5];
    strokeDashed(context, [[x, y, rect.width > 0 ? x + rect.width : x, rect.height > 0 ? y + rect.height : y]], scene.style);
  }
  const place = Number.isFinite(overlay.x) ? { x: overlay.x, y: overlay.y } : { x: rect?.x ?? 0, y: (rect?.y ?? 0) + 56 };
  drawItems(context, overlay, place, scene);
}

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

function drawItems(context, overlay, place, { surface, series, area, marksAreBars, style }) {
  const items = (overlay.items ?? []).map(item => ({ ...item, of: series.find(entry => entry.id === item.series) }));
  if (!marksAreBars) drawDots(context, items, surface, area, style);
  if (items.length > 0 && area.height > 120) drawBox(context, place, items, surface, area, style);
}

function drawDots(context, items, surface, area, style) {
  for (const item of items) {
    if (!item.of || !Number.isFinite(item.value) || !Number.isFinite(item.x)) continue;
    const { xScale, yScale } = scalesOf(item.of, surface, area);
    const place = item.point ? [item.point.x, item.point.y] : pointOf(xScale, yScale, item.x, item.value);
    context.beginPath();
    context.arc(...place, 4, 0, 2 * Math.PI);
    context.fillStyle = item.of.color;
    context.strokeStyle = style.card;
    context.lineWidth = 2;
    context.stroke();
    context.fill();
  }
}

/** A box of names and values beside a place, on the side that has room. */
function drawBox(context, { x, y }, items, surface, area, style) {
  const title = formatPosition(items[0].x, surface.xAxes[0].type);
  const lines = items.map(item => ({
    name: item.of?.name ?? item.name ?? item.series,
    value: formatReading(item.value),
    color: item.of?.color ?? style.faint,
  }));
  context.font = `600 ${textSize}px ${style.font}`;
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

function drawLine(context, { name, value, color }, left, middle, width, style) {
  context.beginPath();
  context.roundRect(left, middle - swatch / 2, swatch, swatch, 2);
  context.fillStyle = color;
  context.fill();
  context.font = `${textSize}px ${style.font}`;
  context.textAlign = "left";
  context.fillStyle = style.faint;
  context.fillText(name, left + swatch + 8, middle);
  context.font = `600 ${textSize}px ${style.font}`;
  context.textAlign = "right";
  context.fillStyle = style.text;
  context.fillText(value, left + width, middle);
}
