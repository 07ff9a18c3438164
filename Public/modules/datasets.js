import { request } from "./api.js";

/** @typedef {import("./types.js").Dataset} Dataset */

const favourite = "active-users";
const mostBars = 500;

/** @returns {Promise<Dataset[]>} */
export async function loadDatasets() {
  /** @type {{datasets: Dataset[]}} */
  const { datasets } = await request("GET", "/v1/datasets");
  return datasets;
}

/**
 * The dataset that the page's address names, else the favourite, else the first.
 * @param {Dataset[]} datasets
 * @param {URL} address
 * @returns {Dataset | undefined} undefined when there is no dataset
 */
export function firstDataset(datasets, address) {
  /** @param {string | null} name */
  const named = name => datasets.find(dataset => dataset.name === name);
  return named(address.searchParams.get("dataset")) ?? named(favourite) ?? datasets[0];
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
