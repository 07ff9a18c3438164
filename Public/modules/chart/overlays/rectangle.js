/**
 * Draws a rectangle while the user drags it.
 * @type {import("../overlays.js").Drawing}
 */
export function drawRectangle(context, { rect }, { style }) {
  if (!rect) return;
  context.fillStyle = style.accentFill;
  context.fillRect(rect.x, rect.y, rect.width, rect.height);
  context.strokeStyle = style.accent;
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.strokeRect(Math.round(rect.x) + 0.5, Math.round(rect.y) + 0.5, Math.round(rect.width), Math.round(rect.height));
  context.setLineDash([]);
}
