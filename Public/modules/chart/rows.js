/**
 * @typedef {import("../types.js").Cell} Cell
 * @typedef {import("../types.js").Columns} Columns
 * @typedef {import("../types.js").Row} Row
 * @typedef {import("../types.js").Window} Window
 *
 * The rows of a window as columns. The rows before and after the window are the first and the last row.
 * @typedef {{x: number[], index: number[], values: Map<string, Cell[]>, inside: [number, number]}} Rows
 */

/** @type {Rows} */
export const noRows = { x: [], index: [], values: new Map(), inside: [0, 0] };

/**
 * Reads a window of any layout: columns, rows or objects.
 * @param {Window | undefined} window
 * @returns {Rows} `inside` are the positions of the window's own rows; its end is exclusive
 */
export function rowsOf(window) {
  if (!window) return noRows;
  const { xName, names, columns } = columnsOf(window);
  const count = columns[xName]?.length ?? 0;
  const first = window.firstIndex ?? window.index?.[0] ?? 0;
  const index = window.index ? [...window.index] : Array.from({ length: count }, (_, row) => first + row);
  /** @type {(row: Row | null, name: string) => Cell[]} */
  const end = (row, name) => (row ? [cellOf(row, name, [xName, ...names])] : []);
  /** @param {string} name */
  const joined = name => [...end(window.before, name), ...(columns[name] ?? []), ...end(window.after, name)];
  const start = window.before ? 1 : 0;
  return {
    x: joined(xName).map(x => x ?? NaN),
    index: [...(window.before ? [first - 1] : []), ...index, ...(window.after ? [endOf(window, first, index)] : [])],
    values: new Map(names.map(name => [name, joined(name)])),
    inside: [start, start + count],
  };
}

/**
 * The index of the row after the window.
 * @param {Window} window
 * @param {number} first index
 * @param {number[]} index of the window's rows; of a bar, that of its first row
 */
function endOf({ method, sourceRows = 0 }, first, index) {
  return Math.max(method === "calendar" ? first + sourceRows : 0, (index.at(-1) ?? first - 1) + 1);
}

/**
 * Whether each row or one of the rows of its bar is selected; empty when none is.
 * @param {import("../types.js").Surface} surface
 * @param {Rows} rows
 * @returns {boolean[]}
 */
export function selectedRows({ selection, windowOptions }, { index }) {
  const chosen = selection?.rows ?? [];
  if (chosen.length === 0) return [];
  if (windowOptions?.method !== "calendar") {
    const known = new Set(chosen);
    return index.map(row => known.has(row));
  }
  return index.map((start, bar) => chosen.some(row => row >= start && row < (index[bar + 1] ?? start + 1)));
}

/**
 * @param {Window} window
 * @returns {{xName: string, names: string[], columns: Columns}}
 */
function columnsOf({ columns, rows = [] }) {
  const table = Array.isArray(rows) ? columns : rows;
  if (!Array.isArray(table)) {
    const listed = Array.isArray(columns) ? columns : ["x", ...Object.keys(table).filter(name => name !== "x")];
    const names = listed.slice(1);
    return { xName: names.includes("x") ? listed[0] : "x", names, columns: table };
  }
  const list = Array.isArray(rows) ? rows : [];
  const columnOf = (/** @type {string} */ name) => list.map(row => cellOf(row, name, table));
  return { xName: table[0], names: table.slice(1), columns: Object.fromEntries(table.map(name => [name, columnOf(name)])) };
}

/**
 * @param {Row} row an object or a list
 * @param {string} name
 * @param {string[]} names the names of a list's cells
 */
function cellOf(row, name, names) {
  return (Array.isArray(row) ? row[names.indexOf(name)] : row[name]) ?? null;
}
