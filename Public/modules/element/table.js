/**
 * The rows of a window as a grid for keys and screen readers. The element loads this module when it is asked for a
 * table; it imports nothing, so that it needs no second copy of the element's modules.
 *
 * @typedef {{names: string[], columns: Float64Array[], count: number}} Rows
 * @typedef {{title: string, close: string, keys: string, isRightToLeft: boolean,
 *   count: (shown: number) => string, sorted: (name: string, isAscending: boolean) => string,
 *   position: (x: number) => string, number: (value: number) => string, nameOf: (column: string) => string}} Words
 */

const rowHeight = 28;
/** The rows beyond the visible ones that are there before they are scrolled to. */
const margin = 8;

const css = `
#rows-dialog { width: min(92vw, 60rem); max-width: none; }
#rows-dialog [role="grid"] { position: relative; overflow: auto; height: min(60vh, 30rem); border: 1px solid var(--border); border-radius: 8px; }
#rows-dialog [role="row"] { display: grid; min-width: 100%; width: max-content; height: ${rowHeight}px; grid-auto-columns: minmax(8rem, 1fr); grid-auto-flow: column; }
#rows-dialog .rows [role="row"] { position: absolute; inset-inline-start: 0; }
#rows-dialog .names { position: sticky; z-index: 1; top: 0; background: var(--raised); font-weight: 600; }
#rows-dialog [role="columnheader"] { cursor: pointer; }
#rows-dialog [role="row"] > * { overflow: hidden; padding: 2px 10px; text-align: end; text-overflow: ellipsis; white-space: nowrap; }
#rows-dialog [role="row"] > :first-child { text-align: start; }
#rows-dialog [aria-sort="ascending"]::after { content: " ▲"; }
#rows-dialog [aria-sort="descending"]::after { content: " ▼"; }
#rows-dialog .here { outline: 2px solid var(--accent); outline-offset: -2px; }
#rows-dialog p { margin: 0 0 8px; color: var(--text-faint); }
#rows-dialog > button { margin-top: 12px; }
`;

/**
 * Reads rows as the server streams them, and no more than a table takes.
 * @param {ReadableStream<Uint8Array>} body CSV whose first line has the names
 * @param {boolean} hasDates whether the first column has dates
 * @param {number} most the most rows
 * @returns {Promise<Rows>}
 */
export async function readRows(body, hasDates, most) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  /** @type {string[]} */
  let names = [];
  /** @type {number[][]} */
  const columns = [];
  let rest = "";
  let count = 0;
  /** @param {string} line */
  const take = line => {
    if (line === "" || count === most) return;
    if (names.length === 0) {
      names = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
      columns.push(...names.map(() => []));
      return;
    }
    const cells = line.split(",");
    for (const [index, column] of columns.entries()) {
      const cell = cells[index] ?? "";
      column.push(cell === "" ? NaN : index === 0 && hasDates ? Date.parse(cell) : Number(cell));
    }
    count += 1;
  };
  while (count < most) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split(/\r?\n/);
    rest = done ? "" : lines.pop() ?? "";
    lines.forEach(take);
    if (done) break;
  }
  // The server ends with its client.
  await reader.cancel();
  return { names, columns: columns.map(column => Float64Array.from(column)), count };
}

/** The grid: it has the rows that can be seen, and knows all. */
class Grid {
  element = document.createElement("div");
  #spacer = document.createElement("div");
  #names = document.createElement("div");
  #rows;
  #words;
  #report;
  /** @type {Uint32Array} the rows in the order of the table */
  #order;
  #sorted = { column: -1, isAscending: true };
  /** The row, -1 for the names, and the column of the cell that keys have chosen. */
  #row = -1;
  #column = 0;

  /**
   * @param {Rows} rows
   * @param {Words} words
   * @param {(text: string) => void} report tells what has changed
   */
  constructor(rows, words, report) {
    this.#rows = rows;
    this.#words = words;
    this.#report = report;
    this.#order = Uint32Array.from({ length: rows.count }, (_, index) => index);
    const { element } = this;
    element.tabIndex = 0;
    element.dir = words.isRightToLeft ? "rtl" : "ltr";
    setAll(element, {
      role: "grid", "aria-label": words.title, "aria-describedby": "rows-keys", "aria-readonly": "true",
      "aria-rowcount": String(rows.count + 1), "aria-colcount": String(rows.names.length),
    });
    this.#names.className = "names";
    setAll(this.#names, { role: "row", "aria-rowindex": "1" });
    this.#names.append(...rows.names.map((name, index) => {
      const cell = this.#cell("columnheader", words.nameOf(name), -1, index);
      cell.addEventListener("click", () => this.#sort(index));
      return cell;
    }));
    this.#spacer.className = "rows";
    this.#spacer.setAttribute("role", "rowgroup");
    this.#spacer.style.height = `${rows.count * rowHeight}px`;
    this.#spacer.style.position = "relative";
    element.append(this.#names, this.#spacer);
    element.addEventListener("scroll", () => this.#draw());
    element.addEventListener("keydown", event => this.#press(event));
    new ResizeObserver(() => this.#draw()).observe(element);
  }

  /**
   * @param {string} role
   * @param {string} text
   * @param {number} row
   * @param {number} column
   */
  #cell(role, text, row, column) {
    const cell = document.createElement("div");
    setAll(cell, { role, id: `cell-${row}-${column}`, "aria-colindex": String(column + 1) });
    cell.textContent = text;
    cell.title = text;
    return cell;
  }

  #draw() {
    const { count, columns } = this.#rows;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - margin);
    const end = Math.min(count, Math.ceil((scrollTop + clientHeight) / rowHeight) + margin);
    this.#spacer.replaceChildren(...Array.from({ length: Math.max(0, end - first) }, (_, offset) => {
      const place = first + offset;
      const row = document.createElement("div");
      setAll(row, { role: "row", "aria-rowindex": String(place + 2) });
      row.style.top = `${place * rowHeight}px`;
      row.append(...columns.map((column, index) => {
        const value = column[this.#order[place]];
        const text = Number.isNaN(value) ? "–" : index === 0 ? this.#words.position(value) : this.#words.number(value);
        return this.#cell(index === 0 ? "rowheader" : "gridcell", text, place, index);
      }));
      return row;
    }));
    this.#mark();
  }

  /** Shows which cell the keys have chosen, and lets a screen reader say it. */
  #mark() {
    for (const cell of this.element.querySelectorAll(".here")) cell.classList.remove("here");
    const cell = this.element.querySelector(`#cell-${this.#row}-${this.#column}`);
    cell?.classList.add("here");
    this.element.setAttribute("aria-activedescendant", cell?.id ?? "");
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { count, names } = this.#rows;
    const page = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 2);
    const forward = this.#words.isRightToLeft ? -1 : 1;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => this.#go(this.#row + 1, this.#column),
      ArrowUp: () => this.#go(this.#row - 1, this.#column),
      ArrowRight: () => this.#go(this.#row, this.#column + forward),
      ArrowLeft: () => this.#go(this.#row, this.#column - forward),
      PageDown: () => this.#go(this.#row + page, this.#column),
      PageUp: () => this.#go(this.#row - page, this.#column),
      Home: () => this.#go(event.ctrlKey ? -1 : this.#row, 0),
      End: () => this.#go(event.ctrlKey ? count - 1 : this.#row, names.length - 1),
      Enter: () => this.#row < 0 && this.#sort(this.#column),
      " ": () => this.#row < 0 && this.#sort(this.#column),
    };
    if (event.altKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  #go(row, column) {
    this.#row = Math.min(Math.max(row, -1), this.#rows.count - 1);
    this.#column = Math.min(Math.max(column, 0), this.#rows.names.length - 1);
    const { element } = this;
    const top = this.#row * rowHeight;
    if (this.#row < 0 || top < element.scrollTop) element.scrollTop = Math.max(0, top);
    const lowest = top + 2 * rowHeight - element.clientHeight;
    if (lowest > element.scrollTop) element.scrollTop = lowest;
    this.#draw();
    element.querySelector(".here")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {number} column is sorted upwards, then downwards */
  #sort(column) {
    const isAscending = this.#sorted.column !== column || !this.#sorted.isAscending;
    this.#sorted = { column, isAscending };
    const values = this.#rows.columns[column];
    const sign = isAscending ? 1 : -1;
    // Missing values come last; equal ones stay in the order of the rows.
    this.#order = this.#order.sort((one, other) => {
      const [a, b] = [values[one], values[other]];
      if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other;
      return sign * (a - b) || one - other;
    });
    for (const [index, name] of [...this.#names.children].entries()) {
      if (index === column) name.setAttribute("aria-sort", isAscending ? "ascending" : "descending");
      else name.removeAttribute("aria-sort");
    }
    this.element.scrollTop = 0;
    this.#draw();
    this.#report(this.#words.sorted(this.#words.nameOf(this.#rows.names[column]), isAscending));
  }
}

/**
 * Opens the table over the page.
 * @param {ShadowRoot} root of the element
 * @param {Words} words
 * @param {Promise<Rows>} read
 * @param {(error: Error) => string} explain why the rows cannot be read
 */
export async function showTable(root, words, read, explain) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
  const dialog = document.createElement("dialog");
  setAll(dialog, { id: "rows-dialog", "aria-labelledby": "rows-heading", "aria-busy": "true" });
  dialog.dir = words.isRightToLeft ? "rtl" : "ltr";
  const [title, status, keys, close] = ["h2", "p", "p", "button"].map(tag => document.createElement(tag));
  title.id = "rows-heading";
  title.textContent = words.title;
  status.setAttribute("role", "status");
  keys.id = "rows-keys";
  keys.textContent = words.keys;
  close.textContent = words.close;
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter(one => one !== sheet);
  });
  dialog.append(title, status, keys, close);
  root.append(dialog);
  dialog.showModal();
  try {
    const rows = await read;
    const grid = new Grid(rows, words, text => { status.textContent = text; });
    close.before(grid.element);
    status.textContent = words.count(rows.count);
    grid.element.focus();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    status.textContent = explain(error);
  }
  dialog.removeAttribute("aria-busy");
}

/**
 * @param {Element} element
 * @param {Record<string, string>} attributes
 */
function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
