import { drawAxes, drawGrid } from "./axes.js";
import { isVertical } from "./layout.js";
import { rowSpacing } from "./marks/bars.js";
import { drawMarks } from "./marks/marks.js";
import { drawOverlaysAround, drawOverlaysWithin } from "./overlays.js";
import { noRows, rowsOf, selectedRows } from "./rows.js";
import { drawSelection } from "./selection.js";
import { positionsOf, scalesOf, seriesOf } from "./series.js";
import { chartStyle } from "./style.js";

/**
 * @typedef {import("../types.js").Surface} Surface
 * @typedef {import("./layout.js").Area} Area
 * @typedef {import("./overlays.js").Scene} Scene
 *
 * Places the plot area in a canvas, with or without axes around it. The surface is null before the first answer.
 * @typedef {{area: (width: number, height: number, surface: Surface | null, font: string) => Area, hasAxes: boolean}} Layout
 */

/** Draws the newest answer of the server on a canvas, at most once in each animation frame. */
export class Chart {
  /** What the reader wishes. */
  wishes = { barsAreLines: false, hasPatterns: false };
  /** @type {Area} the plot area in the canvas, in points */
  area = { left: 0, top: 0, width: 1, height: 1 };
  #canvas;
  #layout;
  #foretell;
  /** @type {Surface | null} */
  #surface = null;
  #rows = noRows;
  #size = { width: 1, height: 1 };
  #style;
  #frame = 0;
  /** @type {Map<string, number[]>} the values with a label, by axis */
  #labelled = new Map();

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Layout} layout
   * @param {() => void} resized called when the size of the canvas has changed
   * @param {<Shown extends Surface>(surface: Shown) => Shown} foretell what to draw before the server has answered
   */
  constructor(canvas, layout, resized, foretell) {
    this.#canvas = canvas;
    this.#layout = layout;
    this.#foretell = foretell;
    this.#style = chartStyle(canvas);
    this.measure();
    new ResizeObserver(() => {
      this.measure();
      resized();
    }).observe(canvas);
  }

  /** All series with their colours. */
  get series() {
    return this.#surface ? seriesOf(this.#surface, this.#rows, this.#style.series, this.wishes) : [];
  }

  /** The colour of the ground. */
  get card() {
    return this.#style.card;
  }

  /** The font of the labels. */
  get font() {
    return this.#style.font;
  }

  /** The rows that the chart has, with the row before and after the window. */
  get rows() {
    return this.#rows;
  }

  /** Whether the page shows the canvas. */
  get isVisible() {
    return this.#canvas.clientWidth > 0;
  }

  /** The smallest distance between two drawn rows, in points. */
  get rowSpacing() {
    const [first] = this.series;
    if (!first || !this.#surface) return 1;
    const { xAxis, xScale } = scalesOf(first, this.#surface, this.area);
    return rowSpacing(positionsOf(xAxis, this.#rows).map(value => xScale.position(value)));
  }

  /** Whether x runs along the height. */
  get isVertical() {
    return this.#surface !== null && isVertical(this.#surface.xAxes[0], "x");
  }

  /** @param {Surface} surface */
  show(surface) {
    if (surface.window !== this.#surface?.window) this.#rows = rowsOf(surface.window);
    this.#surface = surface;
    this.measure();
  }

  /** Reads the size of the canvas again, and places the plot area in it. */
  measure() {
    this.#size = { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
    this.area = this.#layout.area(this.#size.width, this.#size.height, this.#surface, this.#style.font);
    this.redraw();
  }

  /** Reads the colours again. */
  restyle() {
    this.#style = chartStyle(this.#canvas);
    this.measure();
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
    if (!this.#surface) return;
    context.setTransform(density, 0, 0, density, this.area.left * density, this.area.top * density);
    const room = { ...this.area, right: this.#size.width - this.area.left - this.area.width };
    const surface = this.#foretell(this.#surface);
    canvas.dataset.ahead = String(surface !== this.#surface);
    const scene = { surface, series: this.series, area: this.area, room, style: this.#style };
    this.#drawPlot(context, scene);
    if (this.#layout.hasAxes) drawAxes(context, surface, room, this.#style, this.#labelled);
    drawOverlaysAround(context, scene);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Scene} scene
   */
  #drawPlot(context, scene) {
    const { surface, area, style } = scene;
    const series = scene.series.filter(entry => entry.visible);
    const selected = selectedRows(surface, this.#rows);
    const plot = { surface, rows: this.#rows, series, area, style, selected };
    context.save();
    context.beginPath();
    context.rect(0, 0, area.width, area.height);
    context.clip();
    if (this.#layout.hasAxes) drawGrid(context, surface, area, style);
    drawMarks(context, plot);
    drawSelection(context, plot);
    drawOverlaysWithin(context, scene);
    context.restore();
  }
}
