import { drawLegend } from "./overlays/legend.js";
import { drawMarkers } from "./overlays/markers.js";
import { drawCrosshair, drawReading } from "./overlays/readings.js";
import { drawScrubber, drawScrubberThumb } from "./overlays/scrubber.js";
import { drawRectangle } from "./overlays/rectangle.js";
import { drawWindow } from "./overlays/window.js";

/**
 * What is drawn at the time.
 * @typedef {{surface: import("../session.js").Surface, series: import("./series.js").Series[],
 *   area: import("./layout.js").Area, room: import("./layout.js").Area & {right: number}, marksAreBars: boolean,
 *   style: import("./style.js").ChartStyle}} Scene
 * @typedef {(context: CanvasRenderingContext2D, overlay: any, scene: Scene) => void} Drawing with the origin at the plot area
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

/** Draws what the modifiers lay over the plot area; a kind that this page does not know is left out. */
export function drawOverlaysWithin(context, scene) {
  draw(within, context, scene);
}

/** Draws what may reach beyond the plot area. */
export function drawOverlaysAround(context, scene) {
  draw(around, context, scene);
}

/** @param {Record<string, Drawing>} drawings */
function draw(drawings, context, scene) {
  for (const overlay of scene.surface.overlays) {
    if (Object.hasOwn(drawings, overlay.kind)) drawings[overlay.kind](context, overlay, scene);
  }
}
