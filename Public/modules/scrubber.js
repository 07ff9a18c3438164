import { scrubberStrip } from "./chart/layout.js";

/** Tells the server where the strip of the window scrubber is: beyond the axes, on whichever side they are. */
export class Scrubber {
  #view;
  #sent = "";

  /** @param {import("./surface-view.js").SurfaceView} view */
  constructor(view) {
    this.#view = view;
  }

  /**
   * Sends the place of the strip if it has changed.
   * @param {import("./session.js").Session} session
   */
  place(session) {
    const { id, chart, surface } = this.#view;
    if (!surface || session.id === null) return;
    const strip = scrubberStrip(chart.area, surface, chart.font);
    const place = JSON.stringify([session.id, strip]);
    if (this.#sent === place) return;
    this.#sent = place;
    session.patchModifier(id, "windowScrubber", { strip });
  }
}
