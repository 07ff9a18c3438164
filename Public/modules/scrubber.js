/** The thickness of the strip, and what a scene leaves free on either side of it, in points. */
const thickness = 18;
const gap = 6;

/**
 * Tells the server where the strip of the window scrubber is: where the scene draws it, past the axes on their side. There
 * a finger meets it.
 */
export class Scrubber {
  #view;
  #sent = "";

  /** @param {import("./surface-view.js").SurfaceView} view */
  constructor(view) {
    this.#view = view;
  }

  /**
   * The room around the plot area: also for a strip that appears when the window shows a part of the data.
   * @param {import("./types.js").Scene} scene
   * @param {boolean} isOn whether there is a scrubber
   */
  roomFor({ insets }, isOn) {
    if (!isOn || this.#hasStrip) return insets;
    const side = this.#view.chart.isVertical ? "left" : "bottom";
    return { ...insets, [side]: insets[side] + gap + thickness + gap };
  }

  /**
   * Sends the place of the strip if it has changed.
   * @param {import("./session.js").Session} session
   */
  place(session) {
    const { id, chart: { area, isVertical }, surface } = this.#view;
    if (!surface?.scene || !this.#hasStrip || session.id === null) return;
    const { left, bottom } = surface.scene.insets;
    const strip = isVertical
      ? { x: gap - left, y: 0, width: thickness, height: area.height }
      : { x: 0, y: area.height + bottom - gap - thickness, width: area.width, height: thickness };
    const place = JSON.stringify([session.id, strip]);
    if (this.#sent === place) return;
    this.#sent = place;
    session.patchModifier(id, "windowScrubber", { strip });
  }

  get #hasStrip() {
    return this.#view.surface?.overlays.some(({ kind }) => kind === "scrubber") ?? false;
  }
}
