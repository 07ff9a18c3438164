/**
 * What tells series apart without their colours: the dashes of a line, the hatching of a filled shape, and the shape of
 * a mark. The first of each is plain.
 */

/** @typedef {[x: number, y: number]} Corner in radii from the middle */

/** @type {number[][]} lengths of dashes and gaps, in points */
const dashes = [[], [8, 4], [2, 4], [8, 3, 2, 3], [14, 4], [2, 8], [14, 3, 2, 3, 2, 3], [5, 2]];
/** Strokes in a square of 8 points, as SVG paths. */
const hatchings = [
  "", "M-2 2 2-2M0 8 8 0M6 10 10 6", "M-2 6 2 10M0 0 8 8M6-2 10 2", "M0 4H8", "M4 4h.01", "M0 8 8 0M0 0 8 8", "M4 0V8", "M4 0V8M0 4H8",
];
const tile = 8;
/** @type {Corner[][]} the corners of marks; the first is a circle */
const marks = [
  [], [[-1, -1], [1, -1], [1, 1], [-1, 1]], [[0, -1.4], [1.4, 0], [0, 1.4], [-1.4, 0]], [[0, -1.3], [1.3, 1], [-1.3, 1]],
  [[0, 1.3], [1.3, -1], [-1.3, -1]], [[-1.3, 0], [1, -1.3], [1, 1.3]], [[1.3, 0], [-1, -1.3], [-1, 1.3]], [[-1.2, -1.2], [1.2, -1.2], [-1.2, 1.2], [1.2, 1.2]],
];

/** How many series differ by their patterns. */
export const patternCount = hatchings.length;

/** @param {number} pattern */
export function dashOf(pattern) {
  return dashes[pattern];
}

/** @type {Map<string, CanvasPattern | null>} */
const tiles = new Map();

/**
 * A fill of strokes in a colour.
 * @param {CanvasRenderingContext2D} context
 * @param {number} pattern
 * @param {string} color
 * @returns {CanvasPattern | null} null for the plain one
 */
export function hatchingOf(context, pattern, color) {
  if (pattern === 0) return null;
  const key = `${pattern} ${color}`;
  const known = tiles.get(key);
  if (known !== undefined) return known;
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * tile, height: 2 * tile });
  const strokes = canvas.getContext("2d");
  if (!strokes) return null;
  strokes.scale(2, 2);
  strokes.strokeStyle = color;
  strokes.lineWidth = pattern === 4 ? 3.5 : 1.5;
  strokes.lineCap = "round";
  strokes.stroke(new Path2D(hatchings[pattern]));
  const made = context.createPattern(canvas, "repeat");
  made?.setTransform(new DOMMatrix().scale(0.5));
  tiles.set(key, made);
  return made;
}

/**
 * Fills the path with the hatching of a pattern; the plain one adds nothing.
 * @param {CanvasRenderingContext2D} context
 * @param {number} pattern
 * @param {string} color
 */
export function fillHatching(context, pattern, color) {
  const hatching = hatchingOf(context, pattern, color);
  if (!hatching) return;
  context.fillStyle = hatching;
  context.fill();
}

/**
 * Adds the mark of a pattern to the path.
 * @param {CanvasRenderingContext2D} context
 * @param {number} pattern
 * @param {Corner} middle in points
 * @param {number} radius
 */
export function addMark(context, pattern, [x, y], radius) {
  const [first, ...rest] = marks[pattern].map(([right, down]) => /** @type {Corner} */ ([x + right * radius, y + down * radius]));
  if (first === undefined) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  context.moveTo(...first);
  for (const corner of rest) context.lineTo(...corner);
  context.closePath();
}

/**
 * Draws a sample of a series: its mark, or a square with its hatching.
 * @param {CanvasRenderingContext2D} context
 * @param {{color: string, pattern: number, kind: string}} series
 * @param {{left: number, middle: number, size: number}} place
 * @param {string} ground the colour of the hatching
 */
export function drawSample(context, { color, pattern, kind }, { left, middle, size }, ground) {
  const isFilled = ["bar", "area", "band", "candlestick"].includes(kind);
  context.beginPath();
  if (pattern > 0 && !isFilled) addMark(context, pattern, [left + size / 2, middle], size / 2);
  else context.roundRect(left, middle - size / 2, size, size, 2);
  context.fillStyle = color;
  context.fill();
  if (isFilled) fillHatching(context, pattern, ground);
}
