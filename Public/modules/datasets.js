/** @typedef {import("./types.js").Dataset} Dataset */

const favourite = "active-users";
const mostBars = 500;

/**
 * @param {import("./server.js").Server} server
 * @param {string | null} key
 * @returns {Promise<Dataset[]>}
 */
export async function loadDatasets(server, key) {
  /** @type {{datasets: Dataset[]}} */
  const { datasets } = await server.request("GET", "/v1/datasets", { token: key });
  return datasets;
}

/**
 * The named dataset, else the favourite, else the first.
 * @param {Dataset[]} datasets
 * @param {string | null} name of the wanted one
 * @returns {Dataset | undefined} undefined when there is no dataset
 */
export function firstDataset(datasets, name) {
  /** @param {string | null} wanted */
  const named = wanted => datasets.find(dataset => dataset.name === wanted);
  return named(name) ?? named(favourite) ?? datasets[0];
}

/**
 * What a surface tells of its dataset, for a page that follows a link and may not list the datasets.
 *
 * A surface does not tell how many rows the dataset has. Bars mean that they are few.
 * @param {import("./types.js").Surface} surface
 * @returns {Dataset | undefined} undefined when the surface has no dataset
 */
export function datasetBehind({ dataset, series = [], xAxes: [{ type, dataRange }] }) {
  if (!dataset) return undefined;
  const xKind = type === "date" ? "date" : "number";
  const hasBars = series.length > 0 && series.every(({ kind }) => kind === "bar");
  const columns = series.map(({ y = "" }) => ({ name: y, kind: /** @type {const} */ ("number"), min: null, max: null }));
  return {
    name: dataset,
    xKind,
    rows: hasBars ? mostBars : Infinity,
    columns: [{ name: "", kind: xKind, min: null, max: null }, ...columns],
    extent: dataRange,
  };
}

/**
 * Whether the page draws stacked bars: for at most 500 rows over dates, without negative values.
 * @param {Dataset} dataset
 */
export function suitsBars({ rows, xKind, columns }) {
  return xKind === "date" && rows <= mostBars && columns.every(column => column.kind === "date" || (column.min ?? 0) >= 0);
}

/**
 * Stacked bars, one series for each column, and a y axis with 5 % of free space above them.
 * @param {Dataset} dataset
 */
export function stackedBars({ columns }) {
  const series = columns.slice(1).map(({ name }) => ({ y: name, kind: "bar", stack: "all" }));
  return { series, yAxes: [{ growBy: [0, 0.05] }] };
}
