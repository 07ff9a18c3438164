/**
 * Writes the newest answer into the canvas's `data-` attributes, for tests and for debugging.
 * @param {HTMLElement} canvas
 * @param {import("./session.js").Session} session
 * @param {import("./session.js").Surface} surface
 * @param {import("./chart.js").Area} area
 */
export function publish(canvas, session, surface, area) {
  const [xMin, xMax] = surface.xAxes[0].visibleRange;
  const [yMin, yMax] = surface.yAxes[0].visibleRange;
  Object.assign(canvas.dataset, {
    session: session.id,
    surface: surface.id,
    revision: session.revision,
    xMin,
    xMax,
    yMin,
    yMax,
    plotLeft: area.left,
    plotTop: area.top,
    plotWidth: area.width,
    plotHeight: area.height,
    overlays: JSON.stringify(surface.overlays),
  });
}
