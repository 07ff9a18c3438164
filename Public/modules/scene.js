/**
 * Paints scenes: what the server draws of a surface, as layers of paths and texts.
 *
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").SceneLayer} SceneLayer
 * @typedef {import("./types.js").ScenePath} ScenePath
 * @typedef {import("./types.js").SceneText} SceneText
 *
 * What a scene is painted with: a colour for each role, the font of texts, and patterns. `patterns` is null for a reader who
 * wants none.
 * @typedef {{colors: Map<string, string>, font: string, patterns: import("./types.js").Pattern[] | null}} Look
 *
 * How what stands on an axis has moved since it was drawn: a point at p along it is at scale · p + shift.
 * @typedef {{isVertical: boolean, scale: number, shift: number}} Move
 * @typedef {Map<string, Move>} Moves by the id of the axis
 */

const tile = 8;
/** A path of dots: lines too short to be seen but for their round ends. */
const dots = /^M[^a-z]+h\.01(m[^a-z]+h\.01)*$/i;
/** Longer than any canvas, in points. */
const far = 1e5;

/** @type {WeakMap<SceneLayer, (Path2D | null)[]>} the paths of layers that a canvas has painted */
const made = new WeakMap();
/** @type {Map<string, CanvasPattern | null>} by path and colour */
const tiles = new Map();

/**
 * The whole scene that an answer tells: the layers that it leaves out are those of the scene before.
 * @param {Scene} told
 * @param {{scene: Scene, drawn: number} | null} before a whole scene, and the revision that it was drawn at
 * @returns {Scene | null} null where a layer is missing; the page then asks for all of it
 */
export function wholeScene(told, before) {
  if (!told.order) return told;
  const kept = before?.drawn === told.since ? before?.scene.layers ?? [] : [];
  const layers = new Map([...kept, ...told.layers].map(layer => [layer.key, layer]));
  const ordered = told.order.flatMap(key => layers.get(key) ?? []);
  return ordered.length === told.order.length ? { ...told, layers: ordered } : null;
}

/**
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {Scene} scene
 * @param {Look} look
 * @param {(layer: SceneLayer) => boolean} [shows]
 * @param {Moves} [moves]
 */
export function paintScene(context, scene, look, shows = () => true, moves = new Map()) {
  context.direction = scene.direction;
  for (const layer of scene.layers) {
    if (!shows(layer)) continue;
    const axis = layer.axis === undefined ? undefined : moves.get(layer.axis);
    context.save();
    if (axis && layer.role === "axis") {
      paintMovedAxis(context, layer, scene, look, axis);
    } else {
      if (layer.clip === "plot") clip(context, 0, 0, scene.width, scene.height);
      const along = [axis, moves.get(layer.xAxis ?? ""), moves.get(layer.yAxis ?? "")];
      paintItems(context, layer.items, pathsOf(layer), look, matrixOf(along));
    }
    context.restore();
  }
}

/**
 * Paints items that belong to no scene, such as the sample of a series.
 * @param {CanvasRenderingContext2D} context
 * @param {ScenePath[]} items
 * @param {Look} look
 */
export function paintPaths(context, items, look) {
  paintItems(context, items, items.map(({ path }) => new Path2D(path)), look, null);
}

/** @param {SceneLayer} layer */
function pathsOf(layer) {
  const known = made.get(layer) ?? layer.items.map(item => ("path" in item ? new Path2D(item.path) : null));
  made.set(layer, known);
  return known;
}

/**
 * @param {(Move | undefined)[]} moves
 * @returns {DOMMatrix | null} null where nothing moves
 */
function matrixOf(moves) {
  const matrix = new DOMMatrix();
  for (const move of moves) {
    if (!move) continue;
    if (move.isVertical) [matrix.d, matrix.f] = [move.scale, move.shift];
    else [matrix.a, matrix.e] = [move.scale, move.shift];
  }
  return matrix.isIdentity ? null : matrix;
}

/**
 * Paints an axis whose ticks and labels have moved. The line, which comes first in its path, and the title stay.
 * @param {CanvasRenderingContext2D} context
 * @param {SceneLayer} layer
 * @param {Scene} scene
 * @param {Look} look
 * @param {Move} move
 */
function paintMovedAxis(context, { items }, { width, height }, look, move) {
  const paths = items.flatMap(item => ("path" in item ? [item] : []));
  const texts = items.flatMap(item => ("text" in item ? [item] : []));
  const [along, across, length] = move.isVertical ? /** @type {const} */ (["y", "x", height]) : /** @type {const} */ (["x", "y", width]);
  paintPaths(context, paths.map(item => ({ ...item, path: item.path.match(/^M[^Mm]*/)?.[0] ?? "" })), look);
  // The title comes before the labels, which stand on one line.
  const line = texts.at(-1)?.[across];
  for (const text of texts) {
    const place = text[along] * move.scale + move.shift;
    if (text.rotation || text[across] !== line) paintText(context, text, look);
    else if (place >= 0 && place <= length) paintText(context, { ...text, [along]: place }, look);
  }
  if (move.isVertical) clip(context, -far, 0, 2 * far, height + 1);
  else clip(context, 0, -far, width + 1, 2 * far);
  paintItems(context, paths, paths.map(({ path }) => new Path2D(path)), look, matrixOf([move]));
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function clip(context, x, y, width, height) {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {(ScenePath | SceneText)[]} items
 * @param {(Path2D | null)[]} paths those of the items
 * @param {Look} look
 * @param {DOMMatrix | null} matrix by which the places have moved; lines keep their width
 */
function paintItems(context, items, paths, look, matrix) {
  const isShift = matrix !== null && matrix.a === 1 && matrix.d === 1;
  if (isShift) context.translate(matrix.e, matrix.f);
  for (const [index, item] of items.entries()) {
    const path = paths[index];
    if ("text" in item) {
      paintText(context, matrix && !isShift ? { ...item, x: matrix.a * item.x + matrix.e, y: matrix.d * item.y + matrix.f } : item, look);
    } else if (path && matrix && !isShift) {
      const moved = new Path2D();
      moved.addPath(path, matrix);
      paintPath(context, item, moved, look, matrix);
    } else if (path) {
      paintPath(context, item, path, look, null);
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {ScenePath} item
 * @param {Path2D} path of the item, where it has moved
 * @param {Look} look
 * @param {DOMMatrix | null} matrix by which it has moved
 */
function paintPath(context, { path: data, fill, stroke, width = 1, dash, ends, opacity = 1, pattern }, path, look, matrix) {
  const wanted = pattern === undefined ? undefined : look.patterns?.[pattern];
  context.globalAlpha = opacity;
  if (fill !== undefined) {
    context.fillStyle = colorOf(fill, look);
    context.fill(path);
    // What shines through has its strokes in its own colour, which shine through less.
    const isSheer = opacity <= 0.3;
    if (wanted) {
      context.globalAlpha = isSheer ? Math.min(1, 4 * opacity) : 1;
      context.fillStyle = tileOf(context, wanted.tile, colorOf(isSheer ? fill : "ground", look)) ?? "transparent";
      context.fill(path);
      context.globalAlpha = opacity;
    }
  }
  if (stroke === undefined) return;
  const color = colorOf(stroke, look);
  if (wanted && !dash && dots.test(data)) {
    context.fillStyle = color;
    context.fill(marksOf(data, wanted.mark, width / 2, matrix));
    return;
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineCap = ends ?? "butt";
  context.lineJoin = ends === "round" ? ends : "miter";
  context.setLineDash(dash ?? wanted?.dash ?? []);
  context.stroke(path);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {SceneText} text
 * @param {Look} look
 */
function paintText(context, { text, x, y, rotation = 0, anchor, color, size, weight = 400 }, look) {
  context.globalAlpha = 1;
  context.fillStyle = colorOf(color, look);
  context.font = `${weight} ${size}px ${look.font}`;
  context.textAlign = anchor === undefined ? "left" : anchor === "end" ? "right" : "center";
  if (rotation === 0) {
    context.fillText(text, x, y);
    return;
  }
  context.save();
  context.translate(x, y);
  context.rotate((rotation * Math.PI) / 180);
  context.fillText(text, 0, 0);
  context.restore();
}

/**
 * @param {string} color a role, or a series' own colour
 * @param {Look} look
 */
export function colorOf(color, { colors }) {
  return colors.get(color) ?? color;
}

/**
 * A fill of strokes in a colour.
 * @param {CanvasRenderingContext2D} context
 * @param {string} strokes
 * @param {string} color
 */
function tileOf(context, strokes, color) {
  const key = `${strokes} ${color}`;
  const known = tiles.get(key);
  if (known !== undefined) return known;
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * tile, height: 2 * tile });
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.scale(2, 2);
  pen.strokeStyle = color;
  pen.lineWidth = 1.5;
  pen.lineCap = "round";
  pen.stroke(new Path2D(strokes));
  const pattern = context.createPattern(canvas, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(0.5));
  tiles.set(key, pattern);
  return pattern;
}

/**
 * Marks in the places of dots.
 * @param {string} data the path of the dots
 * @param {string} mark about a dot of radius 1
 * @param {number} radius in points
 * @param {DOMMatrix | null} matrix by which the dots have moved
 */
function marksOf(data, mark, radius, matrix) {
  const [shape, marks] = [new Path2D(mark), new Path2D()];
  let [x, y] = [0, 0];
  for (const [, move, right, down] of data.matchAll(/(m) ?(-?\d*\.?\d+) ?(-?\d*\.?\d+)h\.01/gi)) {
    // Each dot is a line of .01, after which the next step begins.
    [x, y] = move === "M" ? [Number(right), Number(down)] : [x + 0.01 + Number(right), y + Number(down)];
    const [left, top] = matrix ? [matrix.a * x + matrix.e, matrix.d * y + matrix.f] : [x, y];
    marks.addPath(shape, new DOMMatrix([radius, 0, 0, radius, left, top]));
  }
  return marks;
}
