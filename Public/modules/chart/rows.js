/**
 * The rows of a window as columns, with the rows before and after it at the ends.
 * @typedef {{x: number[], index: number[], values: Map<string, (number | null)[]>, inside: [number, number]}} Rows
 */

/** @type {Rows} */
export const noRows = { x: [], index: [], values: new Map(), inside: [0, 0] };

/**
 * Reads a window of any layout: columns, rows or objects.
 * @param {any} window as the server answered it
 * @returns {Rows} `inside` are the positions of the window's own rows, the end left out
 */
export function rowsOf(window) {
  if (!window) return noRows;
  const { xName, names, columns } = columnsOf(window);
  const count = columns[xName]?.length ?? 0;
  const first = window.firstIndex ?? window.index?.[0] ?? 0;
  const index = window.index ? [...window.index] : Array.from({ length: count }, (_, row) => first + row);
  const read = (row, name) => valueOf(row, name, [xName, ...names]);
  const ends = name => [window.before, window.after].map(row => (row ? [read(row, name)] : []));
  const joined = name => {
    const [before, after] = ends(name);
    return [...before, ...(columns[name] ?? []), ...after];
  };
  const start = window.before ? 1 : 0;
  return {
    x: joined(xName),
    index: [...(window.before ? [first - 1] : []), ...index, ...(window.after ? [(index.at(-1) ?? first - 1) + 1] : [])],
    values: new Map(names.map(name => [name, joined(name)])),
    inside: [start, start + count],
  };
}

/** @returns {{xName: string, names: string[], columns: Record<string, (number | null)[]>}} */
function columnsOf(window) {
  const table = [window.rows, window.columns].find(part => part && !Array.isArray(part));
  if (table) {
    const listed = Array.isArray(window.columns) ? window.columns : ["x", ...Object.keys(table).filter(name => name !== "x")];
    const names = listed.slice(1);
    return { xName: names.includes("x") ? listed[0] : "x", names, columns: table };
  }
  const rows = window.rows ?? [];
  const all = Array.isArray(window.columns) ? window.columns : Object.keys(rows[0] ?? {});
  const columns = Object.fromEntries(all.map(name => [name, rows.map(row => valueOf(row, name, all))]));
  return { xName: all[0], names: all.slice(1), columns };
}

/** A cell of a row that is an object or a list. */
function valueOf(row, name, names) {
  return (Array.isArray(row) ? row[names.indexOf(name)] : row[name]) ?? null;
}
