/**
 * The tools of an element: a row of buttons, of which those without room fold into a menu. The element loads this module
 * when it has the attribute `controls`, and hands it its texts.
 *
 * @typedef {import("../session.js").Surface} Surface
 * @typedef {import("../types.js").Range} Range
 * @typedef {import("../element.js").ChartSurfaceElement} ChartSurfaceElement
 *
 * @typedef {{translate: typeof import("../language.js").translate, icon: typeof import("./body.js").icon,
 *   made: typeof import("./body.js").made, titleOf: typeof import("../format.js").titleOf,
 *   formatPosition: typeof import("../format.js").formatPosition}} Kit
 *
 * What the buttons do that the element's public methods do not. `subject` is what the form of comparing changes; null
 * where it cannot.
 * @typedef {{show: (range: Range) => void, patch: (change: import("../types.js").Change) => void, help: () => void,
 *   subject: () => import("./compare.js").Subject | null} & import("./notes.js").NoteActions} Actions
 */

import { Comparison } from "./compare.js";
import { GoTo } from "./go-to.js";
import { Notes } from "./notes.js";
import { presetsFor } from "./presets.js";
import { toolTexts as texts } from "./tool-texts.js";

const pictures = {
  undo: "M7 4 3 8l4 4M3.5 8H12a4 4 0 0 1 0 8H8",
  redo: "m13 4 4 4-4 4m3.5-4H8a4 4 0 0 0 0 8h4",
  fit: "M3 7V3h4m6 0h4v4m0 6v4h-4m-6 0H3v-4M6 10h8",
  fitY: "M10 3v14M7 6l3-3 3 3M7 14l3 3 3-3M3 10h3m8 0h3",
  goTo: "M4 5h12v11H4zm0 4h12M8 3v3m4-3v3m-2 6h.01",
  compare: "M3 15c3 0 4-6 7-6s4 3 7 3M3 8c3 0 4-4 7-4s4 5 7 5",
  notes: "M4 16l1-4 8-8 3 3-8 8zM11 6l3 3M12 16h5",
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
/** In the order of the row; those at the end fold first. */
const order = /** @type {const} */ ([
  "fit", "undo", "redo", "goTo", "fitY", "notes", "compare", "log", "fullScreen", "table", "copy", "patterns", "saveRows", "savePicture", "saveDrawing", "help",
]);
const more = "M4 10h.01M10 10h.01M16 10h.01";

/** A head that is narrower than this has the tools in a row of their own. */
const narrowest = 560;

const css = `
.tools { display: flex; flex: 1 1 0; align-items: center; gap: 1px; min-width: 300px; min-height: 36px; overflow: clip; overflow-clip-margin: 4px; }
.tools > button, #menu button { display: flex; flex: none; align-items: center; justify-content: center; gap: 12px; min-width: 34px; min-height: 34px; padding: 0 7px; border: 1px solid transparent; border-radius: 8px; background: none; cursor: pointer; }
.tools > button:hover:not(:disabled), #menu button:hover:not(:disabled) { background: var(--raised); }
.tools button:disabled { opacity: 0.35; cursor: default; }
.tools > [aria-pressed="true"], #menu [aria-pressed="true"] { background: var(--accent-fill); color: var(--accent); }
.tools > button .name { display: none; }
#presets { flex: none; margin-inline-end: 6px; }
#menu, #go, #comparison, #note-form { position: fixed; inset: auto; margin: 0; padding: 6px; border: 1px solid var(--border); border-radius: 12px; background: var(--card); color: var(--text); box-shadow: 0 8px 28px var(--shadow); }
#go:popover-open { display: flex; flex-wrap: wrap; gap: 6px; }
#comparison:popover-open, #note-form:popover-open { display: grid; gap: 8px; padding: 12px; max-width: min(320px, calc(100vw - 16px)); }
#comparison label, #note-form label { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; }
#comparison label:has(input), #note-form label:has(input) { flex-wrap: nowrap; }
#comparison select, #note-form select { width: 100%; }
#comparison ul, #note-form ol { overflow: auto; max-height: 30vh; margin: 0; padding: 0; list-style: none; }
#comparison li, #note-form li[tabindex], #note-form [role="toolbar"] { display: flex; align-items: center; justify-content: space-between; overflow-wrap: anywhere; }
#comparison button, #note-form button { min-width: 36px; min-height: 36px; border: 1px solid var(--border); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer; }
#comparison select, #note-form select, #note-form [type="text"], #go input { min-height: 36px; max-width: 100%; padding: 0 10px; border: 1px solid var(--border); border-radius: 8px; background: var(--card); color: inherit; font: inherit; color-scheme: light dark; }
#note-form [tabindex] { gap: 6px; padding: 3px; border-radius: 8px; }
#note-form [type="text"] { flex: 1; min-width: 0; }
#note-form [type="color"] { flex: none; width: 36px; height: 36px; padding: 2px; border: 1px solid var(--border); border-radius: 8px; background: none; }
#note-form p { margin: 0; color: var(--text-faint); font-size: 0.87em; }
#menu button { justify-content: flex-start; width: 100%; min-height: 40px; padding: 0 12px; font-size: 0.93em; }
.tools::before { flex: 1; content: ""; }
.narrow .tools { flex: 1 1 100%; min-width: 0; }
@media print { .tools { display: none; } }
@media (forced-colors: active) { .tools > button { border-color: ButtonBorder; } }
`;

/** The buttons are disabled until they can do something. Tab stops at one; arrow keys go on. */
export class Toolbar {
  #element;
  #made;
  #actions;
  /** @type {Record<keyof typeof pictures, HTMLButtonElement>} */
  #buttons;
  #presets;
  #goTo;
  #comparison;
  #notes;
  /** @type {Surface | null} */
  #surface = null;
  #more;
  #menu;
  #key = "";
  /** What the buttons depend on. */
  #shown = "";
  /** Whether buttons that change the chart stay disabled. */
  #looksOnly = false;

  /**
   * @param {Kit} kit
   * @param {HTMLElement} element
   * @param {ChartSurfaceElement} chart
   * @param {Actions} actions
   */
  constructor(kit, element, chart, actions) {
    const { translate, icon, made } = kit;
    translate(texts);
    this.#element = element;
    this.#made = made;
    this.#actions = actions;
    /** @type {(type: "png" | "svg" | "csv") => Promise<void>} */
    const save = async type => {
      const { download } = await import("./output.js");
      const file = type === "csv" ? chart.exportRows() : chart.exportImage(type);
      download(await file, `${chart.state?.surface.dataset || "chart"}.${type}`);
    };
    const toggled = { fitY: chart.fitY.bind(chart), log: this.#setLog.bind(this), patterns: (/** @type {boolean} */ on) => chart.toggleAttribute("patterns", on) };
    this.#goTo = new GoTo(made, actions.show);
    this.#comparison = new Comparison(kit);
    this.#notes = new Notes(kit, actions);
    const acts = {
      goTo: () => {
        if (!this.#surface) return;
        this.#goTo.open(this.#surface.xAxes[0]);
        this.#placeForm(this.#goTo.element, this.#buttons.goTo);
      },
      notes: () => {
        if (!this.#surface) return;
        this.#notes.open(this.#surface);
        this.#placeForm(this.#notes.element, this.#buttons.notes);
      },
      compare: async () => {
        const subject = actions.subject();
        if (!subject) return;
        const isOpen = this.#comparison.open(subject);
        this.#placeForm(this.#comparison.element, this.#buttons.compare);
        await isOpen;
        this.#placeForm(this.#comparison.element, this.#buttons.compare);
      },
      undo: () => chart.undo(), redo: () => chart.redo(), fit: () => chart.zoomExtents(), copy: () => chart.copyValues(),
      table: () => chart.showTable(), saveRows: () => save("csv"), savePicture: () => save("png"), saveDrawing: () => save("svg"),
      fullScreen: () => (document.fullscreenElement ? document.exitFullscreen() : chart.requestFullscreen()), help: actions.help,
    };
    /** @param {keyof typeof pictures} name */
    const button = name => {
      const one = made("button", { id: name, type: "button", disabled: true }, icon(pictures[name]), made("span", { class: "name" }));
      if (name === "fitY" || name === "log" || name === "patterns") {
        one.setAttribute("aria-pressed", "false");
        one.addEventListener("click", () => toggled[name](one.getAttribute("aria-pressed") !== "true"));
      } else {
        one.addEventListener("click", acts[name]);
      }
      return [name, one];
    };
    this.#buttons = Object.fromEntries(order.map(button));
    this.#buttons.help.disabled = false;
    this.#buttons.fullScreen.hidden = !document.fullscreenEnabled;
    this.#presets = made("span", { id: "presets", class: "segmented", role: "group" });
    this.#menu = made("div", { id: "menu", popover: "" });
    this.#more = made("button", { id: "more", type: "button", "aria-haspopup": "true", "aria-expanded": "false" }, icon(more));
    this.#more.addEventListener("click", () => this.#menu.togglePopover());
    this.#menu.addEventListener("toggle", () => this.#place());
    this.#menu.addEventListener("click", () => this.#menu.hidePopover());
    element.append(this.#presets, ...Object.values(this.#buttons), this.#more, this.#menu, this.#goTo.element, this.#comparison.element, this.#notes.element);
    element.addEventListener("keydown", event => this.#walk(event));
    element.addEventListener("focusin", ({ target }) => this.#stopAt(target));
    const observer = new ResizeObserver(() => this.#fold());
    observer.observe(element);
    observer.observe(/** @type {HTMLElement} */ (element.parentElement));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    /** @type {ShadowRoot} */ (element.getRootNode()).adoptedStyleSheets.push(sheet);
    this.label();
    this.#stopAt();
  }

  /** Names the buttons in the language of the moment. */
  label() {
    for (const [name, button] of /** @type {[keyof typeof pictures, HTMLButtonElement][]} */ (Object.entries(this.#buttons))) {
      this.#name(button, texts[name]);
      button.querySelector(".name")?.replaceChildren(texts[name]);
    }
    this.#name(this.#more, texts.moreTools);
    this.#presets.setAttribute("aria-label", texts.range);
    this.#goTo.label(texts.goTo);
    this.#comparison.label();
    this.#notes.label();
    this.#key = "";
    this.#shown = "";
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} name
   */
  #name(button, name) {
    button.title = name;
    button.setAttribute("aria-label", name);
  }

  /**
   * @param {boolean} isOn whether series differ by patterns
   * @param {boolean} isFixed whether the system's settings ask for them
   */
  showPatterns(isOn, isFixed) {
    const { patterns } = this.#buttons;
    patterns.setAttribute("aria-pressed", String(isOn));
    patterns.hidden = isFixed;
    this.#fold();
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
   * @param {number} spacing how far the rows lie apart on average; 0 where that is not known
   */
  show(surface, looksOnly, spacing) {
    const { xAxes: [x], yAxes: [y], scene } = surface;
    this.#looksOnly = looksOnly;
    this.#surface = surface;
    this.#showPresets(x, spacing);
    this.#notes.show(surface);
    const key = JSON.stringify([looksOnly, x.type, x.dataRange, y.type, y.autoRange, y.dataRange, scene === undefined]);
    if (key === this.#shown) return;
    this.#shown = key;
    const hasRows = scene !== undefined && x.dataRange !== null;
    const { fit, goTo, fitY, notes, compare, log, patterns, copy, table, saveRows, savePicture, saveDrawing, fullScreen } = this.#buttons;
    for (const button of [patterns, copy, table, saveRows, savePicture, saveDrawing, fullScreen]) button.disabled = !hasRows;
    for (const button of [fit, fitY, notes]) button.disabled = looksOnly || !hasRows;
    goTo.disabled = looksOnly || !hasRows;
    goTo.hidden = x.type === "category";
    // A chart with an axis of categories shows one dataset.
    compare.hidden = x.type === "category" || this.#actions.subject() === null;
    compare.disabled = looksOnly || !hasRows;
    fitY.setAttribute("aria-pressed", String(y.autoRange === "visible"));
    const isLog = y.type === "log";
    const canBeLog = isLog || (y.type === "number" && (y.dataRange?.[0] ?? 0) > 0);
    log.disabled = looksOnly || !hasRows || !canBeLog;
    log.title = canBeLog ? texts.log : `${texts.log}. ${texts.logNeedsPositive}`;
    log.setAttribute("aria-pressed", String(isLog));
    this.#stopAt();
  }

  /** Disables every button that needs a session. */
  disable() {
    for (const button of this.#all) button.disabled = ![this.#buttons.help, this.#more].includes(button);
    this.#key = "";
    this.#shown = "";
    this.showHistory({ undo: 0, redo: 0 });
  }

  /**
   * Offers the windows that end with the newest row, and shows which one is in view.
   * @param {import("../types.js").Axis} axis
   * @param {number} spacing of the rows
   */
  #showPresets({ type, dataRange, visibleRange, zoomState }, spacing) {
    const presets = type === "date" && dataRange && !this.#looksOnly ? presetsFor(dataRange, spacing) : [];
    const key = JSON.stringify(presets);
    if (key !== this.#key) {
      this.#key = key;
      this.#presets.replaceChildren(...presets.map(({ name, range }) => this.#preset(name, () => this.#actions.show(range))));
      if (presets.length > 0) this.#presets.append(this.#preset("all", () => this.#buttons.fit.click()));
      this.#fold();
      this.#stopAt();
    }
    const isWhole = zoomState === "atExtents";
    const shown = isWhole ? "all" : presets.find(({ range }) => areClose(range, visibleRange))?.name;
    for (const button of this.#presets.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.preset === shown));
    }
  }

  /**
   * @param {import("./presets.js").PresetName | "all"} name
   * @param {() => void} act
   */
  #preset(name, act) {
    const { presets, presetNames, all } = texts;
    const button = this.#made("button", { type: "button", "data-preset": name, title: presetNames[name] }, name === "all" ? all : presets[name]);
    button.addEventListener("click", act);
    return button;
  }

  /** @param {boolean} on */
  #setLog(on) {
    const yAxes = this.#surface?.yAxes.map(({ id, alignment, autoRange = "once", growBy = [0.1, 0.1] }) => ({
      id, alignment, autoRange, growBy, type: on ? "log" : "number",
    }));
    if (yAxes) this.#actions.patch({ yAxes });
  }

  /** Puts those buttons into the menu that have no room in the row. */
  #fold() {
    const buttons = order.map(name => this.#buttons[name]);
    const focused = /** @type {ShadowRoot} */ (this.#element.getRootNode()).activeElement;
    const head = /** @type {HTMLElement} */ (this.#element.parentElement);
    head.classList.toggle("narrow", head.clientWidth < narrowest);
    this.#more.before(...buttons);
    this.#more.hidden = true;
    while (this.#element.scrollWidth > this.#element.clientWidth && buttons.length > 0) {
      this.#more.hidden = false;
      this.#menu.prepend(/** @type {HTMLButtonElement} */ (buttons.pop()));
    }
    if (focused instanceof HTMLElement && this.#element.contains(focused)) focused.focus();
  }

  /** Puts the open menu below its button. */
  #place() {
    const isOpen = this.#menu.matches(":popover-open");
    this.#more.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    this.#placeBelow(this.#menu, this.#more);
    this.#enabled.find(button => this.#menu.contains(button))?.focus();
  }

  /**
   * @param {HTMLElement} form that is open
   * @param {HTMLButtonElement} button its own
   */
  #placeForm(form, button) {
    this.#placeBelow(form, button.offsetParent ? button : this.#more);
  }

  /**
   * Puts an open popover below a button, as far as there is room.
   * @param {HTMLElement} popover
   * @param {HTMLElement} button
   */
  #placeBelow(popover, button) {
    const { bottom, left, right } = button.getBoundingClientRect();
    const start = Math.min(Math.max(8, right - popover.offsetWidth), innerWidth - popover.offsetWidth - 8);
    const top = Math.max(8, Math.min(bottom + 4, innerHeight - popover.offsetHeight - 8));
    Object.assign(popover.style, { left: `${this.#element.dir === "rtl" ? Math.max(8, Math.min(left, start)) : start}px`, top: `${top}px` });
  }

  get #all() {
    return [.../** @type {NodeListOf<HTMLButtonElement>} */ (this.#element.querySelectorAll("button:not(form button)"))];
  }

  /** Those that can be reached: in the row, or in the menu while it is open. */
  get #enabled() {
    const isOpen = this.#menu.matches(":popover-open");
    return this.#all.filter(button => !button.disabled && !button.hidden && this.#menu.contains(button) === isOpen);
  }

  /**
   * Makes one button the stop of Tab.
   * @param {EventTarget | null} [wanted] the one that stops it now when left out
   */
  #stopAt(wanted) {
    const enabled = this.#enabled;
    const stop = enabled.find(button => (wanted ? button === wanted : button.tabIndex === 0)) ?? enabled[0];
    for (const button of this.#all) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const enabled = this.#enabled;
    const at = enabled.findIndex(button => button === event.target);
    const forward = this.#element.dir === "rtl" ? -1 : 1;
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + forward, ArrowLeft: at - forward, ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    enabled.at(place % enabled.length)?.focus();
  }
}

/**
 * Whether two ranges are the same but for a hundredth.
 * @param {Range} one
 * @param {Range} other
 */
function areClose(one, other) {
  const most = (one[1] - one[0]) / 100;
  return one.every((end, index) => Math.abs(end - other[index]) <= most);
}
