import { formatNumber, formatPosition } from "../format.js";
import { pointOf } from "./scale.js";
import { scalesOf } from "./series.js";

const textSize = 12;
const lineHeight = 18;
const padding = 10;
const swatch = 8;

/**
 * Draws what the modifiers lay over the chart; a kind that this page does not know is left out.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 */
export function drawOverlays(context, surface, series, area, marksAreBars, style) {
  for (const overlay of surface.overlays) {
    if (overlay.kind === "marquee" && overlay.rect) drawMarquee(context, overlay.rect, style);
    if (overlay.kind === "crosshair") drawCrosshair(context, overlay, surface, series, area, marksAreBars, style);
  }
}

function drawMarquee(context, { x, y, width, height }, style) {
  context.fillStyle = style.accentFill;
  context.fillRect(x, y, width, height);
  context.strokeStyle = style.accent;
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width), Math.round(height));
  context.setLineDash([]);
}

function drawCrosshair(context, overlay, surface, series, area, marksAreBars, style) {
  const { x, y } = overlay;
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  context.strokeStyle = style.faint;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, 0);
  context.lineTo(Math.round(x) + 0.5, area.height);
  context.moveTo(0, Math.round(y) + 0.5);
  context.lineTo(area.width, Math.round(y) + 0.5);
  context.stroke();
  context.setLineDash([]);
  const items = (overlay.items ?? []).map(item => ({ ...item, of: series.find(entry => entry.id === item.series) }));
  if (!marksAreBars) drawDots(context, items, surface, area, style);
  if (items.length > 0) drawBox(context, overlay, items, surface, area, style);
}

function drawDots(context, items, surface, area, style) {
  for (const item of items) {
    if (!item.of || !Number.isFinite(item.value) || !Number.isFinite(item.x)) continue;
    const { xScale, yScale } = scalesOf(item.of, surface, area);
    context.beginPath();
    context.arc(...pointOf(xScale, yScale, item.x, item.value), 4, 0, 2 * Math.PI);
    context.fillStyle = item.of.color;
    context.strokeStyle = style.card;
    context.lineWidth = 2;
    context.stroke();
    context.fill();
  }
}

/** A box of names and values beside the crosshair, on the side that has room. */
function drawBox(context, { x, y }, items, surface, area, style) {
  const title = formatPosition(items[0].x, surface.xAxes[0].type);
  const lines = items.map(item => ({
    name: item.of?.name ?? item.name ?? item.series,
    value: formatNumber(item.value),
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
