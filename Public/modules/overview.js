import { formatPosition } from "./format.js";
import { texts } from "./texts.js";

const endReach = 8;

/** Describes the overview strip: in words for screen readers, and by the shape of the pointer. */
export class Overview {
  #canvas;
  #view;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("./surface-view.js").SurfaceView} view
   */
  constructor(canvas, view) {
    this.#canvas = canvas;
    this.#view = view;
    canvas.addEventListener("pointermove", event => this.#point(event));
  }

  /** @param {import("./session.js").Surface} main the surface whose window the strip shows */
  describe({ xAxes: [axis] }) {
    const [from, to] = axis.visibleRange;
    const [first, last] = axis.dataRange ?? axis.visibleRange;
    const travelled = (from + to) / 2 - first;
    const percent = last > first ? Math.min(Math.max(Math.round((100 * travelled) / (last - first)), 0), 100) : 0;
    this.#canvas.setAttribute("aria-valuenow", String(percent));
    this.#canvas.setAttribute("aria-valuetext", texts.fromTo(formatPosition(from, axis), formatPosition(to, axis)));
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const thumb = this.#view.surface?.overlays.find(overlay => overlay.kind === "overview")?.rect;
    if (!thumb || event.buttons !== 0) return;
    const { x, width } = thumb;
    const at = event.clientX - this.#canvas.getBoundingClientRect().left - this.#view.chart.area.left;
    const isAtEnd = [x, x + width].some(end => Math.abs(at - end) <= endReach);
    this.#canvas.style.cursor = isAtEnd ? "ew-resize" : at > x && at < x + width && width < this.#view.chart.area.width ? "grab" : "crosshair";
  }
}
