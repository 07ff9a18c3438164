/**
 * Writes what the server answered last into the plot's `data-` attributes, for tests and for whoever looks inside.
 * @param {HTMLElement} plot
 * @param {import("./session.js").Session} session
 * @param {import("./chart/layout.js").Area} area
 */
export function publish(plot, session, area) {
  const { surface } = session;
  const [xMin, xMax] = surface.xAxes[0].visibleRange;
  const [yMin, yMax] = surface.yAxes[0].visibleRange;
  Object.assign(plot.dataset, {
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
  });
}
