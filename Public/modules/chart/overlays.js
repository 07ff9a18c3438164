import { drawLegend } from "./overlays/legend.js";
import { drawMarkers } from "./overlays/markers.js";
import { drawCrosshair, drawReading } from "./overlays/readings.js";
import { drawScrubber, drawScrubberThumb } from "./overlays/scrubber.js";
import { drawRectangle } from "./overlays/rectangle.js";
import { drawWindow } from "./overlays/window.js";

/**
 * What the chart shows.
 * @typedef {{surface: import("../types.js").Surface, series: import("./series.js").Series[],
 *   area: import("./layout.js").Area, room: import("./layout.js").Room,
 *   style: import("./style.js").ChartStyle}} Scene
 *
 * Draws one overlay. The context has its origin at the plot area.
 * @typedef {(context: CanvasRenderingContext2D, overlay: import("../types.js").Overlay, scene: Scene) => void} Drawing
 */

/** @type {Record<string, Drawing>} */
const within = {
  marquee: drawRectangle,
  rubberBand: drawRectangle,
  crosshair: drawCrosshair,
  tooltip: drawReading,
  rollover: drawReading,
  verticalSlice: drawReading,
  overview: drawWindow,
};

/** @type {Record<string, Drawing>} */
const around = {
  scrubber: drawScrubber,
  scrubberThumb: drawScrubberThumb,
  legend: drawLegend,
  seriesValue: drawMarkers,
  axisMarker: drawMarkers,
};

/**
 * Draws the modifiers' overlays inside the plot area, except for the kinds that this page does not know.
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} scene
 */
export function drawOverlaysWithin(context, scene) {
  draw(within, context, scene);
}

/**
 * Draws the overlays that may reach beyond the plot area.
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} scene
 */
export function drawOverlaysAround(context, scene) {
  draw(around, context, scene);
}

/**
 * @param {Record<string, Drawing>} drawings by the kind of overlay
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} scene
 */
function draw(drawings, context, scene) {
  for (const overlay of scene.surface.overlays) {
    if (Object.hasOwn(drawings, overlay.kind)) drawings[overlay.kind](context, overlay, scene);
  }
}
