/**
 * @typedef {import("../types.js").Axis} Axis
 * @typedef {import("../types.js").Range} Range
 */

/** A form that moves the window to a date or a value, and keeps its length. */
export class GoTo {
  element;
  #input;
  /** @type {Axis | null} */
  #axis = null;

  /**
   * @param {typeof import("./body.js").made} made
   * @param {(range: Range) => void} show
   */
  constructor(made, show) {
    this.#input = made("input", { required: "" });
    this.element = made("form", { id: "go", popover: "" }, this.#input, made("input", { type: "submit" }));
    this.element.addEventListener("submit", event => {
      event.preventDefault();
      this.element.hidePopover();
      if (this.#axis) show(windowAround(this.#place, this.#axis));
    });
    // The row of tools goes by the same keys.
    this.element.addEventListener("keydown", event => event.stopPropagation());
  }

  /** @param {string} name */
  label(name) {
    this.#input.setAttribute("aria-label", name);
    this.element.querySelector("[type=submit]")?.setAttribute("value", name);
  }

  /** @param {Axis} axis that is moved */
  open(axis) {
    this.#axis = axis;
    const [from, to] = axis.visibleRange;
    const middle = (from + to) / 2;
    const isDate = axis.type === "date";
    this.#input.type = isDate ? "datetime-local" : "number";
    this.#input.step = isDate ? "1" : "any";
    this.#input.value = isDate ? civilText(middle, axis.timeZone) : String(Number(middle.toPrecision(6)));
    this.element.showPopover();
    this.#input.focus();
  }

  get #place() {
    return this.#axis?.type === "date" ? instantOf(this.#input.value, this.#axis.timeZone) : Number(this.#input.value);
  }
}

/**
 * The window of an axis' length around a place; it stays where there are rows.
 * @param {number} place
 * @param {Pick<Axis, "visibleRange" | "dataRange">} axis
 * @returns {Range}
 */
export function windowAround(place, { visibleRange: [from, to], dataRange }) {
  const length = to - from;
  const [first, last] = dataRange ?? [-Infinity, Infinity];
  const start = Math.max(first, Math.min(place - length / 2, last - length));
  return [start, start + length];
}

/**
 * A time as a calendar and a clock show it in a zone, as an input of dates has it.
 * @param {number} time
 * @param {string} [timeZone]
 */
export function civilText(time, timeZone = "UTC") {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(time).replace(" ", "T");
}

/**
 * The time at which a zone's calendar and clock show a text; where they show it twice, the first.
 * @param {string} text
 * @param {string} [timeZone]
 */
export function instantOf(text, timeZone) {
  const asUTC = Date.parse(`${text}Z`);
  /** @param {number} time */
  const offsetAt = time => Date.parse(`${civilText(time, timeZone)}Z`) - Math.floor(time / 1000) * 1000;
  const [before, after] = [asUTC - 86_400_000, asUTC + 86_400_000].map(offsetAt);
  const [early, late] = [asUTC - Math.max(before, after), asUTC - Math.min(before, after)];
  return civilText(early, timeZone) === civilText(asUTC, "UTC") ? early : late;
}
