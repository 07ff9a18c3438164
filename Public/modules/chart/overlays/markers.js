import { formatNumber, formatPosition } from "../../format.js";
import { sideOf } from "../layout.js";

const textSize = 11;
const height = 18;
const padding = 6;

/** Values marked on their axes, as labels edged in the colour of their series. @type {import("../overlays.js").Drawing} */
export function drawMarkers(context, { items }, scene) {
  context.font = `600 ${textSize}px ${scene.style.font}`;
  for (const item of items) {
    const kind = scene.surface.xAxes.some(axis => axis.id === item.axis) ? "x" : "y";
    const axis = [...scene.surface.xAxes, ...scene.surface.yAxes].find(other => other.id === item.axis);
    if (item.point && axis) drawMarker(context, item, axis, kind, scene);
  }
}

function drawMarker(context, item, axis, kind, { series, area, room, style }) {
  const text = kind === "x" ? formatPosition(item.value, axis.type) : formatNumber(item.value);
  const width = Math.ceil(context.measureText(text).width) + 2 * padding;
  const color = series.find(entry => entry.id === item.series)?.color ?? style.accent;
  const side = sideOf(axis, kind);
  const isSideways = side === "left" || side === "right";
  drawRule(context, item.point, isSideways, area, color);
  const [left, top] = isSideways
    ? [side === "left" ? Math.max(-width - 4, -room.left + 2) : area.width + 4, item.point.y - height / 2]
    : [within(item.point.x - width / 2, -room.left + 2, area.width + room.right - width - 2), side === "top" ? -height - 5 : area.height + 5];
  context.beginPath();
  context.roundRect(left, top, width, height, 5);
  context.fillStyle = style.card;
  context.fill();
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.stroke();
  context.fillStyle = style.text;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(text, left + padding, top + height / 2 + 0.5);
}

function drawRule(context, { x, y }, isSideways, area, color) {
  context.strokeStyle = color;
  context.globalAlpha = 0.6;
  context.lineWidth = 1;
  context.setLineDash([2, 4]);
  context.beginPath();
  if (isSideways) {
    context.moveTo(0, Math.round(y) + 0.5);
    context.lineTo(area.width, Math.round(y) + 0.5);
  } else {
    context.moveTo(Math.round(x) + 0.5, 0);
    context.lineTo(Math.round(x) + 0.5, area.height);
  }
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function within(position, lowest, highest) {
  return Math.min(Math.max(position, lowest), highest);
}
