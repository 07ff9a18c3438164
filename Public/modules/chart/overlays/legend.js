const textSize = 12;
const swatch = 10;
const padding = 6;

/**
 * Draws the names of the series, each in the rectangle where the server accepts taps.
 * @type {import("../overlays.js").Drawing}
 */
export function drawLegend(context, { rect, items = [] }, { series, style }) {
  if (!rect) return;
  context.beginPath();
  context.roundRect(rect.x + 0.5, rect.y + 0.5, rect.width, rect.height, 6);
  context.globalAlpha = 0.9;
  context.fillStyle = style.card;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = style.line;
  context.lineWidth = 1;
  context.stroke();
  for (const item of items) drawEntry(context, item, series.find(entry => entry.id === item.series), style);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("../../types.js").OverlayItem} item
 * @param {import("../series.js").Series | undefined} of
 * @param {import("../style.js").ChartStyle} style
 */
function drawEntry(context, { rect, name = "", visible }, of, style) {
  if (!rect) return;
  const middle = rect.y + rect.height / 2;
  const left = rect.x + padding + swatch + 7;
  const color = of?.color ?? style.faint;
  context.beginPath();
  context.roundRect(rect.x + padding + 0.5, middle - swatch / 2 + 0.5, swatch - 1, swatch - 1, 3);
  context.strokeStyle = color;
  context.stroke();
  context.fillStyle = color;
  if (visible) context.fill();
  context.font = `${textSize}px ${style.font}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = visible ? style.text : style.faint;
  const text = fitting(context, of?.name ?? name, rect.x + rect.width - padding - left);
  context.fillText(text, left, middle);
  if (visible) return;
  context.fillStyle = style.faint;
  context.fillRect(left, middle, context.measureText(text).width, 1);
}

/**
 * A text, cut at the end where it is wider than the width.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} width
 */
function fitting(context, text, width) {
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > width) shown = `${shown.replace(/…$/, "").slice(0, -1)}…`;
  return shown;
}
