const handleWidth = 8;
const handleHeight = 22;

/**
 * Draws the window of another surface: dims the plot beside it, and marks its ends with handles.
 * @type {import("../overlays.js").Drawing}
 */
export function drawWindow(context, overlay, { area, style }) {
  if (!overlay.rect) return;
  const { x, width } = overlay.rect;
  context.fillStyle = style.veil;
  context.fillRect(0, 0, x, area.height);
  context.fillRect(x + width, 0, area.width - x - width, area.height);
  context.strokeStyle = style.accent;
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(x + 1, 1, Math.max(0, width - 2), area.height - 2, 6);
  context.stroke();
  for (const end of [x, x + width]) drawHandle(context, end, area, style);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} end
 * @param {import("../../types.js").Size} area
 * @param {import("../style.js").ChartStyle} style
 */
function drawHandle(context, end, area, style) {
  const left = Math.min(Math.max(0, end - handleWidth / 2), area.width - handleWidth);
  const top = (area.height - handleHeight) / 2;
  context.beginPath();
  context.roundRect(left, top, handleWidth, handleHeight, 4);
  context.fillStyle = style.accent;
  context.fill();
  context.fillStyle = style.card;
  context.fillRect(left + handleWidth / 2 - 0.5, top + 6, 1, handleHeight - 12);
}
