import { scrubberStrip } from "./chart/layout.js";

/** Keeps the strip of the window scrubber beyond the axes, wherever they stand. */
export class Scrubber {
  #session;
  #view;
  #canvas;
  #sent = "";

  /**
   * @param {import("./session.js").Session} session
   * @param {import("./surface-view.js").SurfaceView} view
   * @param {HTMLCanvasElement} canvas
   */
  constructor(session, view, canvas) {
    this.#session = session;
    this.#view = view;
    this.#canvas = canvas;
  }

  /** Tells the server where the strip stands, when that is another place than before. */
  place() {
    const { id, chart, surface } = this.#view;
    if (!surface || this.#session.id === null) return;
    const strip = scrubberStrip(chart.area, this.#canvas.clientWidth, surface);
    const place = JSON.stringify([this.#session.id, strip]);
    if (this.#sent === place) return;
    this.#sent = place;
    this.#session.patchModifier(id, "windowScrubber", { strip });
  }
}
