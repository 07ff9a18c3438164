import { scrubberStrip } from "./chart/layout.js";

/** Tells the server where the strip of the window scrubber is: beyond the axes, on whichever side they are. */
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

  /** Sends the place of the strip if it has changed. */
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
