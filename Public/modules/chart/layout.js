import { tickTexts } from "./tick-texts.js";

/**
 * @typedef {import("../types.js").Axis} Axis
 * @typedef {"left" | "right" | "top" | "bottom"} Side
 * @typedef {"x" | "y"} AxisKind
 * @typedef {{xAxes: Axis[], yAxes: Axis[]}} Axes
 * @typedef {{axis: Axis, kind: AxisKind, side: Side, offset: number, thickness: number}} PlacedAxis `offset` is
 *   the distance from the plot
 * @typedef {{left: number, top: number, width: number, height: number}} Area
 * @typedef {Area & {right: number}} Room the plot area with the free space on its right
 */

/** The size of the labels, and their distance from the axis. */
export const labelSize = 12;
export const labelDistance = 10;
const narrowest = 40;
const step = 8;
const flatThickness = 30;
/** The room of an axis's title. */
const titleThickness = 18;

/**
 * The side of the plot area that an axis is on.
 * @param {Axis} axis
 * @param {AxisKind} kind
 * @returns {Side}
 */
export function sideOf({ alignment }, kind) {
  if (alignment !== "auto") return alignment;
  return kind === "x" ? "bottom" : "left";
}

/** @param {Side} side */
export function isUpright(side) {
  return side === "left" || side === "right";
}

/**
 * @param {Axis} axis
 * @param {AxisKind} kind
 */
export function isVertical(axis, kind) {
  return isUpright(sideOf(axis, kind));
}

/**
 * Each axis with its kind, its side and its place.
 * @param {Axes} surface
 * @param {string} font of the labels
 * @returns {PlacedAxis[]}
 */
export function placedAxes({ xAxes, yAxes }, font) {
  const taken = { left: 0, right: 0, top: 0, bottom: 0 };
  /** @param {AxisKind} kind */
  const placed = kind => (/** @type {Axis} */ axis) => {
    const side = sideOf(axis, kind);
    const offset = taken[side];
    const thickness = axisThickness(axis, side, font);
    taken[side] += thickness;
    return { axis, kind, side, offset, thickness };
  };
  return [...xAxes.map(placed("x")), ...yAxes.map(placed("y"))];
}

/**
 * The thickness of one axis in points: its labels and its title fit. It changes in steps, so that the plot seldom changes its size.
 * @param {Axis} axis
 * @param {Side} side
 * @param {string} font
 */
function axisThickness(axis, side, font) {
  const title = axisTitle(axis) === "" ? 0 : titleThickness;
  if (!isUpright(side)) return flatThickness + title;
  const widest = Math.max(0, ...tickTexts(axis).map(text => textWidth(text, font)));
  return Math.max(narrowest, step * Math.ceil((labelDistance + widest + 6) / step)) + title;
}

/**
 * The title of an axis with its unit; empty without either.
 * @param {Axis} axis
 */
export function axisTitle({ title, unit }) {
  return title && unit ? `${title} (${unit})` : title || unit || "";
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;
/** @type {Map<string, number>} the widths of texts, by font and text */
const widths = new Map();
const mostWidths = 2000;

/**
 * @param {string} text
 * @param {string} font
 */
function textWidth(text, font) {
  const key = `${font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= mostWidths) widths.clear();
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return 7 * text.length;
  ruler.font = `${labelSize}px ${font}`;
  const { width } = ruler.measureText(text);
  widths.set(key, width);
  return width;
}

/** The space that the window scrubber takes beyond its axis, in points. */
const scrubberRoom = 34;
const scrubberThickness = 18;

/**
 * The plot area in a canvas. It leaves room for the labels of the axes.
 * @param {number} width of the canvas in points
 * @param {number} height of the canvas in points
 * @param {Axes | null} surface null before the first answer
 * @param {string} font of the labels
 * @param {boolean} hasScrubber whether there is a strip below the plot area, or left of it when x is vertical
 * @returns {Area} in whole points
 */
export function plotArea(width, height, surface, font, hasScrubber) {
  /** @type {{side: Side, thickness: number}[]} */
  const axes = surface ? placedAxes(surface, font) : [{ side: "bottom", thickness: flatThickness }, { side: "left", thickness: narrowest }];
  /** @type {(side: Side, margin: number) => number} */
  const marginOf = (side, margin) => axes.reduce((sum, axis) => (axis.side === side ? sum + axis.thickness : sum), 0) || margin;
  const margins = { left: marginOf("left", 14), right: marginOf("right", 14), top: marginOf("top", 12), bottom: marginOf("bottom", 12) };
  if (hasScrubber) margins[surface && isVertical(surface.xAxes[0], "x") ? "left" : "bottom"] += scrubberRoom;
  return {
    left: margins.left,
    top: margins.top,
    width: Math.max(1, Math.floor(width - margins.left - margins.right)),
    height: Math.max(1, Math.floor(height - margins.top - margins.bottom)),
  };
}

/**
 * The strip of the window scrubber: beyond the axes, below the plot area or left of it.
 * @param {Area} area
 * @param {Axes} surface
 * @param {string} font
 * @returns {import("../types.js").Rectangle} in points of the plot area
 */
export function scrubberStrip(area, surface, font) {
  /** @param {Side} side */
  const thicknessAt = side => placedAxes(surface, font).reduce((sum, axis) => (axis.side === side ? sum + axis.thickness : sum), 0);
  return isVertical(surface.xAxes[0], "x")
    ? { x: -thicknessAt("left") - scrubberThickness - 6, y: 0, width: scrubberThickness, height: area.height }
    : { x: 0, y: area.height + thicknessAt("bottom") + 8, width: area.width, height: scrubberThickness };
}
