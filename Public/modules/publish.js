/**
 * Writes what the server answered last into the canvases' `data-` attributes, for tests and for whoever looks inside.
 * @param {HTMLElement} canvas
 * @param {import("./session.js").Session} session
 * @param {import("./surface-view.js").SurfaceView} view
 */
export function publish(canvas, session, { surface, chart: { area } }) {
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
