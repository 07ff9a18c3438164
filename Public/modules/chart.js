import { isVertical } from "./axis-direction.js";
import { lookOf } from "./look.js";
import { paintScene } from "./scene.js";

/**
 * @typedef {import("./session.js").Surface} Surface
 * @typedef {import("./types.js").Insets} Insets
 * @typedef {{left: number, top: number, width: number, height: number}} Area the plot area in a canvas, in points
 *
 * Where the plot area lies in the canvas, if that is not beside the room of its scene, how much room it needs then, and
 * which layers of the scene are painted.
 * @typedef {{area?: (width: number, height: number) => Area, room?: (scene: import("./types.js").Scene) => Insets,
 *   shows: (layer: import("./types.js").SceneLayer) => boolean,
 *   paint?: (context: CanvasRenderingContext2D, surface: Surface, look: import("./scene.js").Look) => void}} Layout `paint` adds to the scene
 */

/** The room around the plot area before the first scene tells it. */
const firstRoom = { top: 14, left: 40, bottom: 30, right: 14 };
/** The room beside the plot area grows and shrinks in steps, so that the plot seldom changes its size. */
const step = 8;
const narrowest = 40;

/** Paints the newest scene of a surface on a canvas, at most once in each animation frame. */
export class Chart {
  /** @type {Area} */
  area = { left: 0, top: 0, width: 1, height: 1 };
  /** @type {import("./types.js").Palette | null} */
  #palette = null;
  /** @type {import("./scene.js").Look | null} null before the palette has come */
  #look = null;
  #hasPatterns = false;
  #canvas;
  #layout;
  #moves;
  /** @type {Surface | null} */
  #surface = null;
  #room = firstRoom;
  #size = { width: 1, height: 1 };
  #frame = 0;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Layout} layout
   * @param {() => void} resized called when the size of the canvas has changed
   * @param {(surface: Surface) => import("./scene.js").Moves} moves what the finger has done that the surface does not show
   */
  constructor(canvas, layout, resized, moves) {
    this.#canvas = canvas;
    this.#layout = layout;
    this.#moves = moves;
    this.measure();
    new ResizeObserver(() => {
      this.measure();
      resized();
    }).observe(canvas);
  }

  /** The colours and the font; null before the palette has come. */
  get look() {
    return this.#look;
  }

  /** Whether the page shows the canvas. */
  get isVisible() {
    return this.#canvas.clientWidth > 0;
  }

  /** Whether x runs along the height. */
  get isVertical() {
    return this.#surface !== null && isVertical(this.#surface.xAxes[0], "x");
  }

  /**
   * @param {Surface} surface
   * @param {boolean} isHeld whether a gesture is in progress: the plot area then keeps its place
   */
  show(surface, isHeld) {
    this.#surface = surface;
    if (surface.scene && !isHeld) this.#room = roomOf(this.#layout.room?.(surface.scene) ?? surface.scene.insets, this.#room);
    this.measure();
  }

  /** Reads the size of the canvas again, and places the plot area in it. */
  measure() {
    const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight];
    this.#size = { width, height };
    const { top, left, bottom, right } = this.#room;
    this.area = this.#layout.area?.(width, height)
      ?? { left, top, width: Math.max(1, Math.floor(width - left - right)), height: Math.max(1, Math.floor(height - top - bottom)) };
    this.redraw();
  }

  /**
   * Reads the colours again.
   * @param {import("./types.js").Palette | null} palette
   * @param {boolean} hasPatterns whether series differ by patterns besides colours
   */
  restyle(palette = this.#palette, hasPatterns = this.#hasPatterns) {
    [this.#palette, this.#hasPatterns] = [palette, hasPatterns];
    this.#look = palette && lookOf(this.#canvas, palette, hasPatterns);
    this.redraw();
  }

  /** Draws in the next animation frame. */
  redraw() {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const canvas = this.#canvas;
    const density = devicePixelRatio;
    const [width, height] = [this.#size.width, this.#size.height].map(points => Math.max(1, Math.round(points * density)));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const scene = this.#surface?.scene;
    if (!this.#surface || !scene || !this.#look) return;
    // The scene's lines are sharp where the corner of the plot area is at a whole pixel.
    context.setTransform(density, 0, 0, density, Math.round(this.area.left * density), Math.round(this.area.top * density));
    // Until the server has drawn the new size, the old picture fills it.
    context.scale(this.area.width / scene.width, this.area.height / scene.height);
    const moves = this.#moves(this.#surface);
    canvas.dataset.ahead = String(moves.size > 0);
    canvas.dataset.drawn = JSON.stringify({ revision: this.#surface.drawn, moves: Object.fromEntries(moves) });
    paintScene(context, scene, this.#look, this.#layout.shows, moves);
    this.#layout.paint?.(context, this.#surface, this.#look);
  }
}

/**
 * The room that the page leaves around a plot area, in whole points.
 * @param {Insets} told by a scene
 * @param {Insets} room before
 */
function roomOf({ top, left, bottom, right }, room) {
  // A scene that has no room for axes would get it if the page left none.
  if (top + left + bottom + right === 0) return room;
  /** @param {number} inset */
  const beside = inset => (inset <= firstRoom.right ? inset : Math.max(narrowest, step * Math.ceil(inset / step)));
  return { top: Math.ceil(top), left: beside(left), bottom: Math.ceil(bottom), right: beside(right) };
}
