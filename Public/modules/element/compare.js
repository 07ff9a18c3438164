/**
 * Several datasets in one element: the series that the attribute `datasets` names, and the form in which a reader adds a
 * dataset, moves it by a day, a week or a year, and sees all in percent. The element loads this module when it is used.
 *
 * @typedef {import("../types.js").Dataset} Dataset
 * @typedef {import("../types.js").SeriesSpecification} Series
 * @typedef {import("../server.js").Server} Server
 * @typedef {import("../session.js").Surface} Surface
 *
 * What the form reads and changes: the series that the element says by itself (undefined for all of the dataset), those
 * that the reader has made of them (null for none), and where to put others.
 * @typedef {{server: Server, use: import("../credentials.js").KeyUse["use"], surface: Surface, own: Series[] | undefined,
 *   compared: Series[] | null, change: (series: Series[] | null) => void, refused: (error: unknown) => void}} Subject
 */

import { toolTexts as texts } from "./tool-texts.js";

/** How far back the rows of the other dataset are taken from. */
const moves = /** @type {const} */ (["", "-1d", "-1w", "-1y"]);
/** @typedef {typeof moves[number]} Move */
/** What the ids of added series begin with. */
const mark = "compared-";
/** So many columns of another dataset are added at once. */
const mostAdded = 8;
const percent = { kind: "percentChange", base: "view" };

/**
 * All columns of datasets, the first of which is that of the surface.
 * @param {Server} server
 * @param {Subject["use"]} use
 * @param {string[]} names
 * @returns {Promise<Series[]>}
 */
export async function seriesOfAll(server, use, names) {
  const datasets = await Promise.all(names.map(name =>
    use(key => /** @type {Promise<Dataset>} */ (server.request("GET", `/v1/datasets/${encodeURIComponent(name)}`, { token: key })))));
  return datasets.flatMap(({ columns }, index) =>
    columns.slice(1).map(({ name: y }) => (index === 0 ? { y } : { dataset: names[index], y })));
}

/** The form in which a reader adds and removes datasets. */
export class Comparison {
  element;
  #made;
  #titleOf;
  #dataset;
  #move;
  #percent;
  #added;
  /** @type {Map<string, string[]>} the columns of each dataset */
  #columns = new Map();
  /** @type {Subject | null} */
  #subject = null;

  /** @param {Pick<import("./toolbar.js").Kit, "made" | "titleOf">} kit */
  constructor({ made, titleOf }) {
    this.#made = made;
    this.#titleOf = titleOf;
    this.#dataset = made("select");
    this.#move = made("select");
    this.#percent = made("input", { type: "checkbox" });
    this.#added = made("ul");
    this.element = made("form", { id: "comparison", popover: "" });
    this.element.addEventListener("submit", event => {
      event.preventDefault();
      this.#add();
    });
    this.#percent.addEventListener("change", () => this.#change(this.#series.map(one => this.#inPercent(one, this.#percent.checked))));
    // The row of tools goes by the same keys.
    this.element.addEventListener("keydown", event => event.stopPropagation());
  }

  /** Names the fields in the language of the moment. */
  label() {
    const { compare, compareWith, moved, add, inPercent } = texts;
    this.element.setAttribute("aria-label", compare);
    const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) => this.#made("label", {}, name, input);
    this.#move.replaceChildren(...moves.map(by => this.#made("option", { value: by }, moved[by])));
    this.element.replaceChildren(
      field(compareWith, this.#dataset), this.#move, this.#made("button", { type: "submit" }, add), this.#added,
      this.#made("label", {}, this.#percent, inPercent));
    this.#move.setAttribute("aria-label", texts.when);
  }

  /** @param {Subject} subject */
  async open(subject) {
    this.#subject = subject;
    this.element.showPopover();
    this.#show();
    const { server, use, surface: { dataset, xAxes: [x] } } = subject;
    this.#move.hidden = x.type !== "date";
    const kind = x.type === "date" ? "date" : "number";
    try {
      /** @type {{datasets: Dataset[]}} */
      const { datasets } = await use(key => server.request("GET", "/v1/datasets", { token: key }));
      const fitting = datasets.filter(({ xKind, columns }) => xKind === kind && columns.length > 1);
      this.#dataset.replaceChildren(...fitting.map(({ name }) => this.#made("option", { value: name, selected: name === dataset }, this.#titleOf(name))));
      this.#columns = new Map(fitting.map(({ name, columns }) => [name, columns.slice(1).map(column => column.name)]));
      this.#dataset.focus();
    } catch (error) {
      this.element.hidePopover();
      subject.refused(error);
    }
  }

  /**
   * All series, shown or hidden as they are now.
   * @returns {Series[]}
   */
  get #series() {
    const { compared, own, surface: { dataset, series = [] } } = /** @type {Subject} */ (this.#subject);
    /** @type {(one: Series) => string} */
    const idOf = ({ id, dataset: other = dataset, y }) => id ?? (other === dataset ? y : `${other}.${y}`);
    return (compared ?? own ?? series.map(({ id, y = id }) => ({ id, y }))).map(one => {
      const { visible = true } = series.find(({ id }) => id === idOf(one)) ?? {};
      return { ...one, visible };
    });
  }

  #add() {
    const { surface } = /** @type {Subject} */ (this.#subject);
    const dataset = this.#dataset.value;
    const by = /** @type {Move} */ (this.#move.hidden ? "" : this.#move.value);
    const series = this.#series;
    /** @param {Series} one */
    const isOf = one => (one.dataset ?? surface.dataset) === dataset;
    // Of a dataset that is drawn, what is drawn of it.
    const drawn = series.filter(one => isOf(one) && one.visible && one.y).map(({ y }) => y);
    const columns = drawn.length > 0 ? [...new Set(drawn)] : (this.#columns.get(dataset) ?? []).slice(0, mostAdded);
    const known = series.filter(one => isOf(one) && (one.transform?.by ?? "") === by).map(({ y }) => y);
    const used = series.map(({ id }) => id);
    const more = columns.filter(y => !known.includes(y)).map(y => {
      const name = [`${this.#titleOf(dataset)}: ${this.#titleOf(y)}`, by && texts.moved[by]].filter(Boolean).join(", ");
      const id = freeID(used);
      used.push(id);
      return { id, dataset, y, name, ...(by === "" ? {} : { transform: { kind: "shift", by } }) };
    });
    this.#change([...series, ...more].map(one => this.#inPercent(one, this.#percent.checked && by === "")));
  }

  /**
   * @param {Series} series
   * @param {boolean} isOn whether it tells the change since the start of the view in percent
   * @returns {Series}
   */
  #inPercent({ transform, ...rest }, isOn) {
    const own = transform && transform.kind !== percent.kind ? { transform } : {};
    return { ...rest, ...(isOn ? { transform: percent } : own) };
  }

  /** @param {Series[]} series */
  #change(series) {
    const subject = /** @type {Subject} */ (this.#subject);
    subject.compared = series;
    subject.change(series);
    this.#show();
  }

  /** Lists what was added. */
  #show() {
    const series = this.#series;
    this.#percent.checked = series.some(({ transform }) => transform?.kind === percent.kind);
    // A series has one transform.
    this.#percent.disabled = series.some(({ transform }) => transform && transform.kind !== percent.kind);
    this.#added.replaceChildren(...series.filter(({ id }) => id?.startsWith(mark)).map(({ id, name = "" }) => {
      const button = this.#made("button", { type: "button", title: texts.remove(name), "aria-label": texts.remove(name) }, "×");
      button.addEventListener("click", () => {
        this.#change(this.#series.filter(one => one.id !== id));
        this.#dataset.focus();
      });
      return this.#made("li", {}, name, button);
    }));
  }
}

/**
 * The id of a series to add.
 * @param {(string | undefined)[]} used
 */
function freeID(used) {
  let number = 1;
  while (used.includes(mark + number)) number += 1;
  return mark + number;
}
