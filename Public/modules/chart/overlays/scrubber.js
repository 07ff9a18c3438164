const radius = 9;

/**
 * Draws the strip that the thumb moves along.
 * @type {import("../overlays.js").Drawing}
 */
export function drawScrubber(context, { rect }, { style }) {
  if (rect) fill(context, rect, style.raised);
}

/**
 * Draws the window on the strip.
 * @type {import("../overlays.js").Drawing}
 */
export function drawScrubberThumb(context, { rect }, { style }) {
  if (!rect) return;
  const inset = { x: rect.x + 3, y: rect.y + 3, width: Math.max(4, rect.width - 6), height: Math.max(4, rect.height - 6) };
  fill(context, inset, style.accent);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("../../types.js").Rectangle} rect
 * @param {string} color
 */
function fill(context, { x, y, width, height }, color) {
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  context.fillStyle = color;
  context.fill();
}
