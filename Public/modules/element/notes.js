/**
 * The notes on a chart, which the server calls annotations: a form that lets the next drag draw one, and a list in which a
 * reader writes, colours, locks, moves and removes them, by keys alone where wanted.
 *
 * @typedef {import("../schemas.js").Annotation} Annotation
 * @typedef {import("../types.js").Axis} Axis
 * @typedef {import("../session.js").Surface} Surface
 *
 * @typedef {{change: (method: "PUT" | "PATCH" | "DELETE", path: string, body?: object) => void, isVertical: () => boolean,
 *   area: () => import("../types.js").Size, say: (text: string) => void}} NoteActions
 */

import { toolTexts as texts } from "./tool-texts.js";

/** The modifiers that the form uses, by the ids that it gives them. */
const drawer = { id: "draw-notes", type: "annotationPlacement" };
const mover = { id: "move-notes", type: "annotationEdit" };
/** Each kind with where its points lie in the middle of the plot, in shares of its width and its height. */
const kinds = /** @type {const} */ ({
  line: [[0.35, 0.4], [0.65, 0.6]],
  horizontalLine: [[null, 0.5]],
  verticalLine: [[0.5, null]],
  box: [[0.35, 0.35], [0.65, 0.65]],
  xBand: [[0.4, null], [0.6, null]],
  yBand: [[null, 0.4], [null, 0.6]],
  text: [[0.5, 0.5]],
  marker: [[0.5, 0.5]],
  measure: [[0.35, 0.4], [0.65, 0.6]],
  levels: [[0.35, 0.35], [0.65, 0.65]],
});
/** @typedef {keyof typeof kinds} Kind */
const standardColor = "#1f6feb";
/** @type {Record<string, [number, number]>} by key, in points of the screen */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const farther = 10;

export class Notes {
  element;
  #kit;
  #actions;
  #kind;
  #list;
  /** @type {Surface | null} */
  #surface = null;
  /** What the list shows. */
  #shown = "";

  /**
   * @param {import("./toolbar.js").Kit} kit
   * @param {NoteActions} actions
   */
  constructor(kit, actions) {
    const { made } = kit;
    this.#kit = kit;
    this.#actions = actions;
    this.#kind = made("select");
    this.#list = made("ol");
    this.element = made("form", { id: "note-form", popover: "" });
    this.element.addEventListener("submit", event => {
      event.preventDefault();
      this.#draw();
    });
    // The row of tools goes by the same keys.
    this.element.addEventListener("keydown", event => event.stopPropagation());
  }

  /** Names the fields in the language of the moment. */
  label() {
    const { made } = this.#kit;
    const { notes, kindOfNote, noteKinds, draw, putInMiddle, noteKeys } = texts;
    this.element.setAttribute("aria-label", notes);
    const chosen = this.#kind.value;
    this.#kind.replaceChildren(...Object.keys(kinds).map(kind =>
      made("option", { value: kind, selected: kind === chosen }, noteKinds[/** @type {Kind} */ (kind)])));
    const middle = made("button", { type: "button", id: "middle" }, putInMiddle);
    middle.addEventListener("click", () => this.#putInMiddle());
    this.element.replaceChildren(
      made("label", {}, kindOfNote, this.#kind), made("button", { type: "submit" }, draw), middle, this.#list,
      made("p", {}, noteKeys));
    this.#shown = "";
  }

  /** @param {Surface} surface */
  open(surface) {
    this.element.showPopover();
    this.#kind.focus();
    this.show(surface);
    if (!surface.modifiers?.some(({ type, isEnabled }) => type === mover.type && isEnabled)) this.#actions.change("PUT", `/modifiers/${mover.id}`, mover);
  }

  /** @param {Surface} surface as it is now */
  show(surface) {
    this.#surface = surface;
    if (!this.element.matches(":popover-open")) return;
    /** @type {HTMLElement} */ (this.element.querySelector("#middle")).hidden = surface.xAxes[0].type === "category";
    const notes = surface.annotations ?? [];
    const key = JSON.stringify(notes);
    if (key === this.#shown) return;
    this.#shown = key;
    const root = /** @type {ShadowRoot} */ (this.element.getRootNode());
    const focused = root.activeElement instanceof HTMLElement && this.#list.contains(root.activeElement) ? root.activeElement : null;
    // What a reader types is theirs until they are done.
    if (focused instanceof HTMLInputElement && focused.type === "text" && notes.some(({ id, layer }) => !layer && id === focused.dataset.note)) return;
    const { note, part } = focused?.dataset ?? {};
    const at = focused ? [...this.#list.children].findIndex(item => item.contains(focused)) : -1;
    this.#list.replaceChildren(...notes.map((one, index) => this.#item(one, index, notes.length)));
    if (!focused) return;
    const same = [.../** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll("[data-note]"))]
      .find(({ dataset }) => dataset.note === note && dataset.part === part);
    const item = /** @type {HTMLElement | undefined} */ (this.#list.children[Math.min(at, notes.length - 1)]);
    // A screen reader does not read again what the focus was on.
    if (same && part === "all" && same.ariaLabel !== focused.ariaLabel) this.#actions.say(same.ariaLabel ?? "");
    (same ?? /** @type {HTMLElement | null | undefined} */ (item?.querySelector("[tabindex]")) ?? item ?? this.#kind).focus();
  }

  /**
   * @param {Annotation} note
   * @param {number} index
   * @param {number} count
   */
  #item(note, index, count) {
    const { made } = this.#kit;
    const { id = "", kind, locked = false } = note;
    const [text, color] = [note.text ?? "", note.color ?? ""];
    const what = [text || texts.noteKinds[kind], this.#placeOf(note)].filter(Boolean).join(", ");
    const part = (/** @type {string} */ name) => ({ "data-note": id, "data-part": name });
    const name = texts.noteOf(String(index + 1), String(count), what);
    // An event of the data is none of this chart's.
    if (note.layer) return made("li", { ...part("all"), tabindex: "0", "aria-label": name }, what);
    const writes = made("input", { ...part("text"), type: "text", value: text, maxlength: "1024", placeholder: texts.noteKinds[kind], "aria-label": texts.textOfNote(what) });
    writes.addEventListener("change", () => this.#patch(id, { text: writes.value || null }));
    const colors = made("input", { ...part("color"), type: "color", value: /^#[0-9a-f]{6}$/i.test(color) ? color : standardColor, "aria-label": texts.colorOfNote(what) });
    colors.addEventListener("change", () => this.#patch(id, { color: colors.value }));
    const locks = made("input", { ...part("lock"), type: "checkbox", checked: locked });
    locks.addEventListener("change", () => this.#patch(id, { locked: locks.checked }));
    const removes = made("button", { ...part("remove"), type: "button", title: texts.remove(what), "aria-label": texts.remove(what) }, "×");
    removes.addEventListener("click", () => this.#remove(id));
    // A screen reader leaves the arrow keys to a tool bar, and takes those of an item of a list for itself.
    const tools = made("div", { ...part("all"), role: "toolbar", tabindex: "0", "aria-label": name }, writes, colors, made("label", {}, locks, texts.lock), removes);
    tools.addEventListener("keydown", event => {
      if (event.target !== tools) return;
      const arrow = arrows[event.key];
      if (arrow) this.#move(id, arrow, event.shiftKey ? farther : 1);
      else if (event.key === "Enter") writes.focus();
      else if (event.key === "Delete" || event.key === "Backspace") this.#remove(id);
      else return;
      event.preventDefault();
    });
    return made("li", {}, tools);
  }

  /**
   * Where a note stands, in words.
   * @param {Annotation} note
   */
  #placeOf({ points: [{ x, y }] }) {
    const { xAxes: [xAxis], yAxes: [yAxis] } = /** @type {Surface} */ (this.#surface);
    if (typeof x === "number" && xAxis.type !== "category") return this.#kit.formatPosition(x, xAxis);
    return typeof y === "number" ? this.#kit.formatPosition(y, yAxis) : "";
  }

  /** Lets the next drag or tap draw a note. */
  #draw() {
    this.#actions.change("PUT", `/modifiers/${drawer.id}`, { ...drawer, kind: this.#kind.value, once: true });
    this.element.hidePopover();
  }

  #putInMiddle() {
    const { xAxes: [x], yAxes: [y], annotations = [] } = /** @type {Surface} */ (this.#surface);
    const kind = /** @type {Kind} */ (this.#kind.value);
    let number = annotations.length + 1;
    while (annotations.some(({ id }) => id === `note-${number}`)) number += 1;
    const points = kinds[kind].map(([across, up]) => ({
      ...(across === null ? {} : { x: valueAt(x, across) }), ...(up === null ? {} : { y: valueAt(y, up) }),
    }));
    const text = kind === "text" ? { text: texts.noteKinds.text } : {};
    this.#actions.change("PUT", `/annotations/note-${number}`, { kind, points, ...text });
  }

  /**
   * @param {string} id
   * @param {object} change
   */
  #patch(id, change) {
    this.#actions.change("PATCH", `/annotations/${id}`, change);
  }

  /** @param {string} id */
  #remove(id) {
    this.#actions.change("DELETE", `/annotations/${id}`);
  }

  /**
   * Moves a note on the screen.
   * @param {string} id
   * @param {[number, number]} way in points, to the right and up
   * @param {number} times
   */
  #move(id, way, times) {
    const surface = /** @type {Surface} */ (this.#surface);
    const note = surface.annotations?.find(one => one.id === id && !one.layer);
    const [x, y] = [surface.xAxes.find(axis => axis.id === note?.xAxis), surface.yAxes.find(axis => axis.id === note?.yAxis)];
    if (!note || note.locked || !x || !y) return;
    const { width, height } = this.#actions.area();
    const isTurned = this.#actions.isVertical();
    /** @type {(axis: Axis, isAcross: boolean, value: Annotation["points"][number]["x"]) => typeof value} */
    const moved = (axis, isAcross, value) => {
      const share = (way[isAcross ? 0 : 1] * times) / (isAcross ? width : height);
      return typeof value !== "number" || share === 0 || axis.type === "category" ? value : valueAt(axis, shareOf(axis, value) + share);
    };
    const points = note.points.map(point => ({ x: moved(x, !isTurned, point.x), y: moved(y, isTurned, point.y) }));
    if (JSON.stringify(points) !== JSON.stringify(note.points)) this.#patch(id, { points });
  }
}

/** @param {Axis} axis */
function scaleOf({ type }) {
  return type === "log" ? { on: Math.log, off: Math.exp } : { on: (/** @type {number} */ value) => value, off: (/** @type {number} */ value) => value };
}

/**
 * The value at a share of the length of an axis, from the left or the bottom.
 * @param {Axis} axis
 * @param {number} share
 */
function valueAt(axis, share) {
  const { on, off } = scaleOf(axis);
  const [from, to] = axis.visibleRange.map(on);
  return off(from + (axis.flipped ? 1 - share : share) * (to - from));
}

/**
 * @param {Axis} axis
 * @param {number} value
 */
function shareOf(axis, value) {
  const { on } = scaleOf(axis);
  const [from, to] = axis.visibleRange.map(on);
  const share = (on(value) - from) / (to - from);
  return axis.flipped ? 1 - share : share;
}
