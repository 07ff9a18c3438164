import { texts } from "../texts.js";
import { icon, made } from "./body.js";
import { presetsFor } from "./presets.js";

/**
 * @typedef {import("../session.js").Surface} Surface
 * @typedef {import("../types.js").Range} Range
 *
 * What the buttons do.
 * @typedef {{undo: () => void, redo: () => void, fit: () => void, show: (range: Range) => void, fitY: (on: boolean) => void,
 *   log: (on: boolean) => void, patterns: (on: boolean) => void, fullScreen: () => void, savePicture: () => void, saveDrawing: () => void, saveRows: () => void,
 *   copy: () => void, table: () => void,
 *   help: () => void}} Actions
 */

const pictures = {
  undo: "M7 4 3 8l4 4M3.5 8H12a4 4 0 0 1 0 8H8",
  redo: "m13 4 4 4-4 4m3.5-4H8a4 4 0 0 0 0 8h4",
  fit: "M3 7V3h4m6 0h4v4m0 6v4h-4m-6 0H3v-4M6 10h8",
  fitY: "M10 3v14M7 6l3-3 3 3M7 14l3 3 3-3M3 10h3m8 0h3",
  log: "M4 3v13h13M6 14c3-1 4-8 11-9",
  patterns: "M3 5h5m3 0h2m3 0h1M3 10h2m2 0h2m2 0h2m2 0h2M3 15h8m3 0h3",
  fullScreen: "M12 3h5v5m0-5-6 6M8 17H3v-5m0 5 6-6",
  savePicture: "M3 4h14v12H3zm0 9 4-4 4 4 2-2 4 4M13 8h.01",
  saveDrawing: "M4 4h4v4H4zM12 12h4v4h-4zM8 6c6 0 6 2 6 6",
  saveRows: "M10 3v9m-4-4 4 4 4-4M4 16h12",
  copy: "M7 7h9v10H7zM4 13V3h9",
  table: "M3 4h14v12H3zm0 4h14M3 12h14M8 8v8",
  help: "M7 7a3 3 0 1 1 4 3c-1 .5-1 1-1 2m0 3h.01",
};

/** The buttons of an element. They are disabled until they can do something. Tab stops at one; arrow keys go on. */
export class Toolbar {
  #element;
  #actions;
  /** @type {Record<keyof typeof pictures, HTMLButtonElement>} */
  #buttons;
  #presets = made("span", { id: "presets", role: "group", "aria-label": texts.range });
  #key = "";
  /** What the buttons depend on. */
  #shown = "";
  /** Whether buttons that change the chart stay disabled. */
  #looksOnly = false;

  /**
   * @param {HTMLElement} element
   * @param {Actions} actions
   */
  constructor(element, actions) {
    this.#element = element;
    this.#actions = actions;
    /** @type {(name: keyof typeof pictures, act: () => void) => HTMLButtonElement} */
    const button = (name, act) => {
      const made = this.#button(name, texts[name], icon(pictures[name]));
      made.addEventListener("click", act);
      return made;
    };
    /** @type {(name: "fitY" | "log" | "patterns") => HTMLButtonElement} */
    const toggle = name => {
      const made = button(name, () => actions[name](made.getAttribute("aria-pressed") !== "true"));
      made.setAttribute("aria-pressed", "false");
      return made;
    };
    this.#buttons = {
      undo: button("undo", actions.undo),
      redo: button("redo", actions.redo),
      fit: button("fit", actions.fit),
      fitY: toggle("fitY"),
      log: toggle("log"),
      patterns: toggle("patterns"),
      copy: button("copy", actions.copy),
      table: button("table", actions.table),
      saveRows: button("saveRows", actions.saveRows),
      savePicture: button("savePicture", actions.savePicture),
      saveDrawing: button("saveDrawing", actions.saveDrawing),
      fullScreen: button("fullScreen", actions.fullScreen),
      help: button("help", actions.help),
    };
    this.#buttons.help.disabled = false;
    this.#buttons.fullScreen.hidden = !document.fullscreenEnabled;
    const { undo, redo, fit, fitY, log, patterns, ...others } = this.#buttons;
    const gap = () => made("span", { class: "gap", "aria-hidden": "true" });
    element.append(this.#presets, fit, gap(), undo, redo, gap(), fitY, log, patterns, gap(), ...Object.values(others));
    element.addEventListener("keydown", event => this.#walk(event));
    element.addEventListener("focusin", ({ target }) => this.#stopAt(target));
    this.#stopAt();
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {Node | string} content
   */
  #button(id, name, content) {
    return made("button", { id, type: "button", title: name, "aria-label": name, disabled: true }, content);
  }

  /** Names the buttons in the language of the moment. */
  label() {
    for (const [name, button] of /** @type {[keyof typeof pictures, HTMLButtonElement][]} */ (Object.entries(this.#buttons))) {
      button.title = texts[name];
      button.setAttribute("aria-label", texts[name]);
    }
    this.#presets.setAttribute("aria-label", texts.range);
    this.#key = "";
    this.#shown = "";
  }

  /** @param {boolean} isShown */
  toggle(isShown) {
    this.#element.hidden = !isShown;
  }

  /**
   * @param {boolean} isOn whether series differ by patterns
   * @param {boolean} isFixed whether the system's settings ask for them
   */
  showPatterns(isOn, isFixed) {
    const { patterns } = this.#buttons;
    patterns.setAttribute("aria-pressed", String(isOn));
    patterns.hidden = isFixed;
  }

  /** @param {import("../types.js").History} history */
  showHistory(history) {
    this.#buttons.undo.disabled = this.#looksOnly || history.undo === 0;
    this.#buttons.redo.disabled = this.#looksOnly || history.redo === 0;
    this.#stopAt();
  }

  /**
   * @param {Surface} surface
   * @param {boolean} looksOnly whether the reader may change nothing
   */
  show({ xAxes: [x], yAxes: [y], scene }, looksOnly) {
    this.#looksOnly = looksOnly;
    const key = JSON.stringify([looksOnly, x.type, x.dataRange, y.type, y.autoRange, y.dataRange, scene === undefined]);
    if (key === this.#shown) return;
    this.#shown = key;
    const hasRows = scene !== undefined && x.dataRange !== null;
    const { fit, fitY, log, patterns, copy, table, saveRows, savePicture, saveDrawing, fullScreen } = this.#buttons;
    for (const button of [patterns, copy, table, saveRows, savePicture, saveDrawing, fullScreen]) button.disabled = !hasRows;
    for (const button of [fit, fitY]) button.disabled = looksOnly || !hasRows;
    fitY.setAttribute("aria-pressed", String(y.autoRange === "visible"));
    const isLog = y.type === "log";
    const canBeLog = isLog || (y.type === "number" && (y.dataRange?.[0] ?? 0) > 0);
    log.disabled = looksOnly || !hasRows || !canBeLog;
    log.title = canBeLog ? texts.log : `${texts.log}. ${texts.logNeedsPositive}`;
    log.setAttribute("aria-pressed", String(isLog));
    this.#showPresets(x);
  }

  /** Disables every button that needs a session. */
  disable() {
    for (const button of this.#element.querySelectorAll("button")) button.disabled = true;
    this.#buttons.help.disabled = false;
    this.#key = "";
    this.#shown = "";
    this.showHistory({ undo: 0, redo: 0 });
  }

  /** @param {import("../types.js").Axis} axis */
  #showPresets({ type, dataRange }) {
    const key = type === "date" && dataRange && !this.#looksOnly ? dataRange.join() : "";
    if (key === this.#key) return;
    this.#key = key;
    const presets = type === "date" && dataRange && !this.#looksOnly ? presetsFor(dataRange) : [];
    const buttons = presets.map(({ name, range }) => {
      const button = made("button", { type: "button", "data-preset": name, title: texts.presetNames[name] }, texts.presets[name]);
      button.addEventListener("click", () => this.#actions.show(range));
      return button;
    });
    if (buttons.length > 0) {
      const all = made("button", { type: "button", "data-preset": "all", title: texts.presetNames.all }, texts.all);
      all.addEventListener("click", () => this.#actions.fit());
      buttons.push(all);
    }
    this.#presets.replaceChildren(...buttons);
    this.#stopAt();
  }

  get #enabled() {
    return [...this.#element.querySelectorAll("button")].filter(button => !button.disabled && !button.hidden);
  }

  /**
   * Makes one button the stop of Tab.
   * @param {EventTarget | null} [wanted] the one that stops it now when left out
   */
  #stopAt(wanted) {
    const enabled = this.#enabled;
    const stop = enabled.find(button => (wanted ? button === wanted : button.tabIndex === 0)) ?? enabled[0];
    for (const button of this.#element.querySelectorAll("button")) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const enabled = this.#enabled;
    const at = enabled.findIndex(button => button === event.target);
    const forward = this.#element.dir === "rtl" ? -1 : 1;
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: -1 };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    enabled.at(place % enabled.length)?.focus();
  }
}
