import { drawAxes, drawGrid } from "./axes.js";
import { drawBars, rowSpacing } from "./bars.js";
import { isVertical, plotArea } from "./layout.js";
import { drawLines } from "./lines.js";
import { drawOverlays } from "./overlays.js";
import { noRows, rowsOf } from "./rows.js";
import { drawSelection } from "./selection.js";
import { positionsOf, scalesOf, seriesOf } from "./series.js";
import { chartStyle } from "./style.js";

/** Draws the last answer of the server on a canvas, once an animation frame at most. */
export class Chart {
  /** @type {"lines" | "bars"} */
  marks = "lines";
  /** @type {import("./layout.js").Area} where the plot area lies in the canvas, in points */
  area;
  #canvas;
  #surface = null;
  #rows = noRows;
  #size = { width: 1, height: 1 };
  #style;
  #frame = 0;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {() => void} resized called when the canvas has another size
   */
  constructor(canvas, resized) {
    this.#canvas = canvas;
    this.#style = chartStyle(canvas);
    this.#measure();
    new ResizeObserver(() => {
      this.#measure();
      resized();
    }).observe(canvas);
  }

  /** The series that are drawn, with their colours. */
  get series() {
    return this.#surface ? seriesOf(this.#surface, this.#rows, this.#style.series) : [];
  }

  /** The smallest distance between two drawn rows, in points. */
  get rowSpacing() {
    const [first] = this.series;
    if (!first) return 1;
    const { xAxis, xScale } = scalesOf(first, this.#surface, this.area);
    return rowSpacing(positionsOf(xAxis, this.#rows).map(value => xScale.position(value)));
  }

  /** Whether x runs along the height. */
  get isVertical() {
    return this.#surface !== null && isVertical(this.#surface.xAxes[0], "x");
  }

  /** @param {import("../session.js").Surface | null} surface */
  show(surface) {
    if (surface?.window !== this.#surface?.window) this.#rows = rowsOf(surface?.window);
    this.#surface = surface;
    this.area = plotArea(this.#size.width, this.#size.height, surface);
    this.redraw();
  }

  /** Reads the colours anew. */
  restyle() {
    this.#style = chartStyle(this.#canvas);
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

  #measure() {
    this.#size = { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
    this.area = plotArea(this.#size.width, this.#size.height, this.#surface);
    this.redraw();
  }

  #draw() {
    const canvas = this.#canvas;
    const density = devicePixelRatio;
    const [width, height] = [this.#size.width, this.#size.height].map(points => Math.max(1, Math.round(points * density)));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    if (!this.#surface) return;
    context.setTransform(density, 0, 0, density, this.area.left * density, this.area.top * density);
    this.#drawPlot(context);
    const room = { ...this.area, right: this.#size.width - this.area.left - this.area.width };
    drawAxes(context, this.#surface, room, this.#size.width, this.#style);
  }

  #drawPlot(context) {
    const surface = this.#surface;
    const area = this.area;
    const series = this.series;
    const selected = new Set(surface.selection?.rows ?? []);
    context.save();
    context.beginPath();
    context.rect(0, 0, area.width, area.height);
    context.clip();
    drawGrid(context, surface, area, this.#style);
    if (this.marks === "bars") {
      drawBars(context, surface, this.#rows, series, area, selected);
    } else {
      drawLines(context, surface, this.#rows, series, area);
      drawSelection(context, surface, this.#rows, series, area, selected, this.#style);
    }
    drawOverlays(context, surface, series, area, this.marks === "bars", this.#style);
    context.restore();
  }
}
