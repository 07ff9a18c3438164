import { drawBand } from "./bands.js";
import { drawBars, drawCandles } from "./bars.js";
import { drawLine } from "./lines.js";

/**
 * How each kind of series is drawn.
 * @type {Record<import("../series.js").Kind,
 *   (context: CanvasRenderingContext2D, plot: import("./plot.js").Plot, entry: import("../series.js").Series) => void>}
 */
const drawings = {
  line: drawLine,
  step: drawLine,
  area: drawLine,
  scatter: drawLine,
  bar: drawBars,
  band: drawBand,
  candlestick: drawCandles,
};

/**
 * Draws the visible series in their order, each by its kind, as the server's pictures do; a kind of a later server as a line.
 * @param {CanvasRenderingContext2D} context with its origin at the plot area
 * @param {import("./plot.js").Plot} plot
 */
export function drawMarks(context, plot) {
  for (const entry of plot.series) (drawings[entry.kind] ?? drawLine)(context, plot, entry);
}
