import { isUpright, labelDistance, labelSize, placedAxes, axisTitle } from "./layout.js";
import { scaleOf } from "./scale.js";
import { tickTexts } from "./tick-texts.js";

/**
 * @typedef {import("../types.js").Axis} Axis
 * @typedef {import("../types.js").Size} Size
 * @typedef {import("../types.js").Surface} Surface
 * @typedef {import("./layout.js").Room} Room
 * @typedef {import("./layout.js").Side} Side
 * @typedef {import("./scale.js").Scale} Scale
 * @typedef {import("./style.js").ChartStyle} ChartStyle
 *
 * A side of the plot area, with the distance of an axis from it.
 * @typedef {{side: Side, offset: number, length: number, room: Room}} Edge
 * @typedef {{value: number, at: number, text: string}} Label
 * @typedef {{value: number, text: string, extent: number, middle: number}} PlacedLabel
 */

const labelGap = 8;
const day = 86_400_000;
/** A minute, an hour, and a day in milliseconds. */
const roundTimes = [60_000, 3_600_000, day];
const leastGridGap = 24;
/** @type {import("../types.js").Ticks} */
const noTicks = { major: [], minor: [], labels: [] };

/**
 * Draws the grid: lines at the ticks of the first y axis, and fainter lines at those of the first x axis. The grids of
 * several axes would not tell which line belongs to which.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Surface} surface
 * @param {Size} area
 * @param {ChartStyle} style
 */
export function drawGrid(context, surface, area, style) {
  for (const [axis, kind] of /** @type {const} */ ([[surface.xAxes[0], "x"], [surface.yAxes[0], "y"]])) {
    const scale = scaleOf(axis, kind, area);
    const across = scale.isVertical;
    const minor = axis.ticks?.minor ?? [];
    if (kind === "y" && area.height / Math.max(1, minor.length) >= leastGridGap) {
      strokeLines(context, minor, scale, across, area, style.minorGrid);
    }
    strokeLines(context, axis.ticks?.major ?? [], scale, across, area, kind === "y" ? style.grid : style.minorGrid);
  }
}

/**
 * Draws the axes' lines, tick marks and labels around the plot area.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Surface} surface
 * @param {Room} room
 * @param {ChartStyle} style
 * @param {Map<string, number[]>} labelled the values with a label by axis: in from the last drawing, out from this one
 */
export function drawAxes(context, surface, room, style, labelled) {
  context.font = `${labelSize}px ${style.font}`;
  for (const { axis, kind, side, offset, thickness } of placedAxes(surface, style.font)) {
    const scale = scaleOf(axis, kind, room);
    const edge = { side, offset, length: isUpright(side) ? room.height : room.width, room };
    drawRule(context, edge, style);
    drawTickMarks(context, axis, scale, edge, style);
    labelled.set(axis.id, drawLabels(context, axis, scale, edge, style, labelled.get(axis.id) ?? []));
    drawTitle(context, axisTitle(axis), edge, thickness, style);
  }
}

/**
 * The position of a tick. A date axis has ticks at noon of its first and last day. They may be outside of the range,
 * and are drawn at the edge then.
 * @param {Axis} axis
 * @param {Scale} scale
 * @param {number} value
 * @param {number} length
 */
function tickPosition(axis, scale, value, length) {
  const at = scale.position(value);
  const [from, to] = axis.visibleRange;
  const isNear = axis.type === "date" && value > from - day && value < to + day;
  return isNear ? Math.min(Math.max(at, 0), length) : at;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number[]} values
 * @param {Scale} scale
 * @param {boolean} across whether the lines run along the width
 * @param {Size} area
 * @param {string} color
 */
function strokeLines(context, values, scale, across, area, color) {
  context.beginPath();
  for (const value of values) {
    const at = crisp(scale.position(value));
    context.moveTo(across ? 0 : at, across ? at : 0);
    context.lineTo(across ? area.width : at, across ? at : area.height);
  }
  stroke(context, color);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Edge} edge
 * @param {ChartStyle} style
 */
function drawRule(context, edge, style) {
  context.beginPath();
  context.moveTo(...place(edge, 0, 0));
  context.lineTo(...place(edge, 0, edge.length));
  stroke(context, style.line);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Axis} axis
 * @param {Scale} scale
 * @param {Edge} edge
 * @param {ChartStyle} style
 */
function drawTickMarks(context, axis, scale, edge, style) {
  const { minor, major } = axis.ticks ?? noTicks;
  /** @type {[values: number[], reach: number][]} */
  const marks = [[minor, 3], [major, 6]];
  context.beginPath();
  for (const [values, reach] of marks) {
    for (const value of values) {
      const at = tickPosition(axis, scale, value, edge.length);
      if (at < -0.5 || at > edge.length + 0.5) continue;
      context.moveTo(...place(edge, 0, crisp(at)));
      context.lineTo(...place(edge, reach, crisp(at)));
    }
  }
  stroke(context, style.line);
}

/**
 * Draws every label, or each second, third and so on, so that labels do not overlap. Labels that were drawn before stay
 * if possible, so that they do not flicker while the axis moves.
 * @param {CanvasRenderingContext2D} context
 * @param {Axis} axis
 * @param {Scale} scale
 * @param {Edge} edge
 * @param {ChartStyle} style
 * @param {number[]} before the values that had a label before
 * @returns {number[]} the values that have a label
 */
function drawLabels(context, axis, scale, edge, style, before) {
  const { side, length } = edge;
  const { major } = axis.ticks ?? noTicks;
  const texts = tickTexts(axis);
  const labels = major
    .map((value, index) => ({ value, at: tickPosition(axis, scale, value, length), text: texts[index] ?? "" }))
    .filter(label => label.text !== "" && label.at >= -0.5 && label.at <= length + 0.5)
    .sort((first, second) => first.at - second.at)
    .map(label => placed(label, context, edge));
  const gap = isUpright(side) ? 4 : labelGap;
  const step = major.length > 1 ? major[1] - major[0] : 0;
  let stride = 1;
  while (stride < labels.length && !(isRound(stride, step, axis.type) && haveRoom(everyNth(labels, stride, 0), gap))) stride += 1;
  const aligned = labels.findIndex(label => Number.isInteger(label.value / (stride * step)));
  const known = aligned >= 0 ? aligned : labels.findIndex(label => before.includes(label.value));
  const drawn = everyNth(labels, stride, known % stride);
  context.fillStyle = style.faint;
  context.textAlign = isUpright(side) ? (side === "left" ? "right" : "left") : "center";
  context.textBaseline = isUpright(side) ? "middle" : side === "bottom" ? "top" : "bottom";
  for (const { middle, text } of drawn) context.fillText(text, ...place(edge, labelDistance, middle));
  return drawn.map(label => label.value);
}

/**
 * Draws the title of an axis in its middle, at its outer edge; a long one is squeezed to the length of the axis.
 * @param {CanvasRenderingContext2D} context
 * @param {string} title
 * @param {Edge} edge
 * @param {number} thickness of the axis
 * @param {ChartStyle} style
 */
function drawTitle(context, title, edge, thickness, style) {
  context.save();
  context.translate(...place(edge, thickness - labelSize / 2 - 2, edge.length / 2));
  if (isUpright(edge.side)) context.rotate(-Math.PI / 2);
  context.fillStyle = style.faint;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(title, 0, 0, edge.length);
  context.restore();
}

/**
 * Whether labels at each so many ticks have round distances: 1, 2 or 5 numbers, and whole parts of a minute, an hour or a day.
 * @param {number} stride
 * @param {number} step between two ticks
 * @param {string} type of the axis
 */
function isRound(stride, step, type) {
  if (type === "number") return [1, 2, 5].includes(stride / 10 ** Math.floor(Math.log10(stride)));
  const whole = roundTimes.find(time => stride * step <= time);
  return type !== "date" || whole === undefined || whole % (stride * step) === 0;
}

/**
 * A label with its extent along the axis, moved so that it stays on the canvas.
 * @param {Label} label
 * @param {CanvasRenderingContext2D} context
 * @param {Edge} edge
 * @returns {PlacedLabel}
 */
function placed({ value, at, text }, context, { side, length, room }) {
  const extent = isUpright(side) ? labelSize : context.measureText(text).width;
  const [lowest, highest] = isUpright(side) ? [0, length] : [extent / 2 - room.left, length + room.right - extent / 2];
  return { value, text, extent, middle: Math.min(Math.max(at, lowest), highest) };
}

/**
 * @param {PlacedLabel[]} labels
 * @param {number} stride
 * @param {number} first
 */
function everyNth(labels, stride, first) {
  return labels.filter((_, index) => index % stride === Math.max(0, first));
}

/**
 * @param {PlacedLabel[]} labels
 * @param {number} gap
 */
function haveRoom(labels, gap) {
  return labels.every(({ middle, extent }, index) => {
    const before = labels[index - 1];
    return !before || middle - extent / 2 >= before.middle + before.extent / 2 + gap;
  });
}

/**
 * The point at a distance outwards from an axis, and at a position along it.
 * @param {Edge} edge
 * @param {number} distance
 * @param {number} along
 * @returns {[x: number, y: number]}
 */
function place({ side, offset, room }, distance, along) {
  const outwards = offset + distance;
  switch (side) {
    case "left": return [-outwards - 0.5, along];
    case "right": return [room.width + outwards + 0.5, along];
    case "top": return [along, -outwards - 0.5];
    case "bottom": return [along, room.height + outwards + 0.5];
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} color
 */
function stroke(context, color) {
  context.lineWidth = 1;
  context.strokeStyle = color;
  context.stroke();
}

/** @param {number} position */
function crisp(position) {
  return Math.round(position - 0.5) + 0.5;
}
