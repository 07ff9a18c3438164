import { icon, made } from "./element/body.js";
import { ElementChart, strongContrast } from "./element/element-chart.js";
import { hubFor } from "./element/hub.js";
import { chartSheet } from "./element/sheet.js";
import { formatNumber, formatPosition, readingOf, titleOf } from "./format.js";
import { home } from "./home.js";
import { isRightToLeft, languageFor, speak, translate } from "./language.js";
import { isPreset } from "./modifiers/presets.js";
import { serverAt } from "./server.js";
import { withCredentials } from "./credentials.js";
import { colorOf, paintScene } from "./scene.js";
import { ProblemError } from "./api.js";
import { problemText, texts } from "./texts.js";

/**
 * @typedef {import("./credentials.js").Credentials} Credentials
 * @typedef {import("./session.js").Surface} Surface
 * @typedef {import("./types.js").AxisSpecification} AxisSpecification
 * @typedef {import("./types.js").CommandName} CommandName
 * @typedef {import("./types.js").Range} Range
 * @typedef {import("./types.js").SeriesSpecification} Series
 * @typedef {import("./types.js").SurfaceSpecification} SurfaceSpecification
 *
 * The visible ranges of the first axes; dates are in milliseconds since 1970.
 * @typedef {{x: Range, y: Range}} View
 */

// What the demo page alone does with an element.
/** Shows a problem that the page has met before it could open a chart. */
export const report = Symbol("report");
/** Tells in place of the chart why there is none. */
export const explain = Symbol("explain");
/** Opens a new session in place of the open one. */
export const reopen = Symbol("reopen");

/** A change of these opens a new session. */
const identity = ["server", "dataset", "datasets", "session", "token", "readonly", "surface", "link", "timezone"];
/** A change of these changes the session. */
const content = ["columns", "modifiers", "overview"];

/** @returns {Promise<import("./element/output.js")>} what a reader takes out of a chart, loaded when it is used */
const output = () => import(`${home}modules/element/output.js`);
/** @returns {Promise<import("./element/compare.js")>} how several datasets stand on one chart, loaded likewise */
const compare = () => import(`${home}modules/element/compare.js`);
const kit = { translate, problemText, formatNumber, formatPosition, readingOf, isRightToLeft, made, icon, paintScene, colorOf, titleOf };
/** A few labels, and no ticks between them. */
const quietTicks = { tickCount: 5, minorsPerMajor: 1 };
/** The overlays that read values. */
const readers = /^(crosshair|rollover|tooltip)$/;
const appearance = ["theme", "height", "controls", "locale", "patterns"];

/** A pan that stays in its rows, zooms of x, and a cursor that reads rows. */
const usualModifiers = [
  { id: "zoomPan", type: "zoomPan", isEnabled: true, direction: "x" },
  { id: "pinchZoom", type: "pinchZoom", isEnabled: true, direction: "x" },
  { id: "mouseWheelZoom", type: "mouseWheelZoom", isEnabled: true, direction: "x" },
  { id: "zoomExtents", type: "zoomExtents", isEnabled: true },
  { id: "cursor", type: "cursor", isEnabled: true, useInterpolation: false },
];

/**
 * `<chart-surface server="https://charts.example.org" dataset="users">`: a chart whose ranges a server computes.
 *
 * Attributes: `server` (default: the server of this module), `dataset` or `datasets`, `columns`, `session` and `token` (to join),
 * `readonly` (joins to look), `surface`, `modifiers` (names between blanks or commas, or that of a preset), `link` (elements with one value share their x ranges), `overview`,
 * `timezone` (an IANA name; default: UTC), `controls`, `patterns` (dashes, hatchings and marks besides colours), `theme` (`auto light dark`), `locale` (a language tag; default: that of the browser) and `height` (points). Events: `viewchange`, `selectionchange`, `cursor`, `gesture`,
 * `error`, `answer`, `historychange`, `sessionstart`, `sessionend`, `languagechange`, `retry`; their `detail` is plain data.
 */
export class ChartSurfaceElement extends HTMLElement {
  static get observedAttributes() {
    return [...identity, ...content, ...appearance];
  }

  #root = this.attachShadow({ mode: "open" });
  /** @type {ElementChart} */
  #chart;
  /** @type {import("./element/toolbar.js").Toolbar | null} null before its module has come */
  #toolbar = null;
  /** @type {import("./types.js").History} */
  #history = { undo: 0, redo: 0 };
  /** How far the rows lie apart on average; 0 before it is known. */
  #spacing = 0;
  /** @type {Credentials} */
  #credentials = () => null;
  /** @type {SurfaceSpecification | null} */
  #spec = null;
  /** @type {SurfaceSpecification | null} */
  #overviewSpec = null;
  /** @type {Series[] | null} those of `datasets`; null before their columns are known */
  #joined = null;
  /** @type {Series[] | null} those that the reader has made of them; null for none */
  #compared = null;
  #isScheduled = false;
  /** @type {import("./element/adapt.js").Specifications | null} what the session was opened with, or has taken over since */
  #shown = null;
  /** Whether what the element shows is not what its attributes and its specification name. */
  #isStale = true;
  /** @type {Range | null} the x range before the element left the page, or the browser the page; null for the whole */
  #kept = null;
  /**
   * What the last event of a name has told, as text. A chart begins without readings.
   * @type {Record<string, string>}
   */
  #told = { cursor: "null" };
  #floor = "";
  /** The rows in view in words, as the server told them last. */
  #summary = "";
  #system = matchMedia("(prefers-color-scheme: dark)");
  #restyle = () => {
    this.#chart.restyle();
    this.#toolbar?.showPatterns(this.#chart.hasPatterns, strongContrast.matches);
  };
  #leave = () => this.close();
  #return = (/** @type {PageTransitionEvent} */ event) => event.persisted && this.#open();

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [chartSheet()];
    this.#chart = new ElementChart(this, this.#root, {
      opened: () => this.#tell("sessionstart", {}),
      answered: surfaces => this.#answered(surfaces),
      failed: ({ code, status, message, pointer, scope }) => this.#tell("error", { code, status, message, pointer, scope }),
      historyChanged: history => {
        this.#history = history;
        this.#toolbar?.showHistory(history);
        this.#tell("historychange", history);
      },
      ended: () => {
        this.#toolbar?.disable();
        this.#tell("sessionend", {});
      },
      retry: anew => this.#retry(anew),
      help: () => this.#showHelp(),
      copy: () => this.copyValues(),
      table: () => this.showTable(),
      described: description => {
        this.#summary = description.window.text;
        this.#guard(rowsIn(description));
        this.#tell("describe", description);
      },
    });
    this.#chart.body.live.addEventListener("transitionrun", this.#restyle);
  }

  connectedCallback() {
    this.#system.addEventListener("change", this.#restyle);
    strongContrast.addEventListener("change", this.#restyle);
    addEventListener("pagehide", this.#leave);
    addEventListener("pageshow", this.#return);
    this.#restyle();
    for (const name of appearance) this.#appear(name);
    this.#schedule();
  }

  disconnectedCallback() {
    this.#system.removeEventListener("change", this.#restyle);
    strongContrast.removeEventListener("change", this.#restyle);
    removeEventListener("pagehide", this.#leave);
    removeEventListener("pageshow", this.#return);
    this.#schedule();
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   */
  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (appearance.includes(name)) this.#appear(name);
    else if (content.includes(name)) this.#adapt();
    else {
      this.#joined = this.#compared = null;
      this.#scheduleAnew();
    }
  }

  /** Makes the texts those of the element's language. All elements of the page then have them. */
  async #speak() {
    const locale = this.getAttribute("locale");
    this.#chart.speak(locale);
    if (!(await speak(languageFor(locale ? [locale] : navigator.languages)))) return;
    for (const element of document.querySelectorAll("chart-surface")) {
      if (element instanceof ChartSurfaceElement) element.#relabel();
    }
    this.#tell("languagechange", {});
  }

  #relabel() {
    this.#chart.relabel();
    this.#toolbar?.label();
    this.#showTools();
  }

  // What a page sets

  /**
   * A function that gives the bearer for the calls that do not belong to a session; it gets the refusal of the last one.
   * @returns {Credentials}
   */
  get credentials() {
    return this.#credentials;
  }

  set credentials(credentials) {
    this.#credentials = credentials;
  }

  /**
   * The surface to create, as the API describes it. It wins over the attributes. The session takes over what changes, but
   * for the dataset.
   * @returns {SurfaceSpecification | null}
   */
  get spec() {
    return this.#spec;
  }

  set spec(spec) {
    /** @type {(one: SurfaceSpecification | null) => string} */
    const rows = one => JSON.stringify([one?.dataset, one?.series]);
    if (rows(spec) !== rows(this.#spec)) this.#compared = null;
    this.#spec = spec;
    this.#adapt();
  }

  /**
   * The surface of the overview; null for the usual one.
   * @returns {SurfaceSpecification | null}
   */
  get overviewSpec() {
    return this.#overviewSpec;
  }

  set overviewSpec(spec) {
    this.#overviewSpec = spec;
    this.#adapt();
  }

  /**
   * The visible ranges; null before the first answer.
   * @returns {View | null}
   */
  get view() {
    const { surface } = this.#chart;
    return surface ? { x: surface.xAxes[0].visibleRange, y: surface.yAxes[0].visibleRange } : null;
  }

  set view(view) {
    const { surface, session, mainID } = this.#chart;
    if (!surface || !session || !view) return;
    session.patchAxis(mainID, surface.xAxes[0].id, { visibleRange: view.x });
    if (view.y && surface.yAxes[0].autoRange !== "visible") session.patchAxis(mainID, surface.yAxes[0].id, { visibleRange: view.y });
  }

  /** The newest state: the session's id, its revision, its surfaces, and the time of the last request. */
  get state() {
    const { session, surface, mainID } = this.#chart;
    if (!session?.id || !surface) return null;
    const { id, revision, surfaces, roundTripMilliseconds, isShared, looksOnly } = session;
    return {
      session: id, revision, surface, surfaces: [...surfaces.values()], mainID, roundTripMilliseconds, isShared, looksOnly,
      canLetLook: session.invitation(true) !== null, summary: this.#summary,
    };
  }

  // What a page calls

  zoomExtents() {
    this.#chart.command("zoomExtents");
  }

  undo() {
    this.#chart.command("undo");
  }

  redo() {
    this.#chart.command("redo");
  }

  /** @param {CommandName} name */
  command(name) {
    this.#chart.command(name);
  }

  /** @param {import("./api.js").ProblemError} problem */
  [report](problem) {
    this.#chart.failed(problem);
  }

  /** @param {string} text */
  [explain](text) {
    this.#chart.tell(text);
  }

  [reopen]() {
    this.#kept = null;
    this.#open();
  }

  /** Leaves the session. */
  close() {
    const [axis] = this.#chart.surface?.xAxes ?? [];
    if (axis) this.#kept = axis.zoomState === "atExtents" ? null : axis.visibleRange;
    this.#chart.stop();
    this.#toolbar?.disable();
  }

  /**
   * Shows a text over the chart for six seconds.
   * @param {string} text
   */
  note(text) {
    this.#chart.note(text);
  }

  /**
   * The chart as a picture that the server draws, with its title and the names of its series.
   * @param {"png" | "svg"} type
   * @returns {Promise<Blob>}
   */
  async exportImage(type = "png") {
    return (await output()).pictureOf(kit, this, this.#chart, type);
  }

  /**
   * The rows in view as CSV.
   * @returns {Promise<Blob>}
   */
  async exportRows() {
    const { session, mainID } = this.#chart;
    if (!session?.id) throw new Error("There is no chart with rows.");
    return new Response(await session.rowsOf(mainID), { headers: { "Content-Type": "text/csv" } }).blob();
  }

  /**
   * What another page needs to join the session, which from now on outlives this page.
   * @param {"drive" | "look"} [right] what the other page may do
   * @returns {import("./sharing.js").Invitation | null} null without an open session
   */
  share(right = "drive") {
    const { session } = this.#chart;
    const invitation = session?.invitation(right === "look") ?? null;
    if (session && invitation) session.isShared = true;
    return invitation;
  }

  /** Shows all rows of the window as a table, which keys can walk through and sort. */
  async showTable() {
    const { surface, session, series } = this.#chart;
    if (!session?.id || !surface) return;
    await (await output()).showTable(kit, this.#root, session, surface, series);
  }

  /** Copies the values under the cursor, or those of the selected row. */
  async copyValues() {
    const { surface, series } = this.#chart;
    if (surface) this.note(await (await output()).copyValues(kit, series, surface));
  }

  /**
   * Fits y to the rows in view from now on, or leaves it.
   * @param {boolean} on
   */
  fitY(on) {
    for (const { id } of this.#chart.surface?.yAxes ?? []) this.#chart.setAutoRange(id, on ? "visible" : "once");
  }

  // Inside

  async #showHelp() {
    (await output()).showHelp(kit, this.#root);
  }

  async #loadTools() {
    /** @type {import("./element/toolbar.js")} */
    const { Toolbar } = await import(`${home}modules/element/toolbar.js`);
    if (this.#toolbar) return;
    this.#toolbar = new Toolbar(kit, this.#chart.body.tools, this, {
      show: range => this.#showX(range), help: () => this.#showHelp(),
      patch: change => this.#chart.session?.patchSurface(this.#chart.mainID, change),
      subject: () => this.#subject,
      change: (method, path, body) => this.#chart.session?.change(this.#chart.mainID, method, path, body),
      isVertical: () => this.#chart.main.chart.isVertical, area: () => this.#chart.main.chart.area,
      say: text => this.#chart.say(text),
    });
    this.#toolbar.showPatterns(this.#chart.hasPatterns, strongContrast.matches);
    this.#showTools();
  }

  /** What the form of comparing changes; null where the series are those of another page. */
  get #subject() {
    const { surface, isGuest } = this.#chart;
    return surface && !isGuest ? {
      surface, server: this.#server, use: this.#access.use, own: this.#ownSpec.series, compared: this.#compared,
      change: (/** @type {Series[] | null} */ series) => {
        this.#compared = series;
        this.#adapt();
      },
      refused: (/** @type {unknown} */ error) => this.note(problemText(/** @type {Error} */ (error))),
    } : null;
  }

  #showTools() {
    const { surface, session } = this.#chart;
    if (!surface) return;
    this.#toolbar?.show(surface, session?.looksOnly ?? false, this.#spacing);
    this.#toolbar?.showHistory(this.#history);
  }

  /** Opens another session soon. */
  #scheduleAnew() {
    this.#isStale = true;
    this.#kept = null;
    this.#schedule();
  }

  /** Opens a session soon, or leaves it. An element that only moves to another place of the page keeps it. */
  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (!this.isConnected) this.close();
      else if (this.#isStale || !this.#chart.session) this.#open();
    });
  }

  #open() {
    this.#isStale = false;
    const invitation = this.#invitation;
    if (!invitation && !this.#spec && !this.#joined && this.hasAttribute("datasets")) return void this.#join();
    if (!invitation && ![this.#mainSpec, ...this.#mainSpec.series ?? []].some(one => one.dataset)) {
      this.close();
      return this.#chart.tell(this.hasAttribute("waits") ? texts.loading : texts.noDataset);
    }
    const server = this.#server;
    const access = this.#access;
    const link = this.getAttribute("link");
    const key = invitation ? `join ${server.url("/")} ${invitation.session}` : link ? `link ${server.url("/")} ${link}` : null;
    this.#chart.stop();
    this.#toolbar?.disable();
    this.#floor = "";
    this.#spacing = 0;
    this.#told.viewchange = "";
    this.#summary = "";
    const shown = this.#shown = this.#wanted;
    const { main } = shown;
    const [x, ...others] = main.xAxes ?? [{}];
    const kept = this.#kept && { xAxes: [{ ...x, visibleRange: this.#kept }, ...others] };
    this.#kept = null;
    this.#chart.specification = { ...shown, main: { ...main, ...kept } };
    this.#chart.timeZone = this.getAttribute("timezone") ?? undefined;
    this.#chart.start(hubFor(key, server, access), server, invitation, this.getAttribute("surface") ?? "");
  }

  /** Reads the columns of the datasets, and opens a session then. */
  async #join() {
    const named = this.getAttribute("datasets");
    try {
      const joined = await (await compare()).seriesOfAll(this.#server, this.#access.use, [...new Set(words(named))]);
      if (named !== this.getAttribute("datasets") || !this.isConnected) return;
      this.#joined = joined;
      this.#open();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.#chart.failed(error);
    }
  }

  /** @returns {import("./credentials.js").KeyUse} */
  get #access() {
    return { use: send => withCredentials(refusal => this.#credentials(refusal), send) };
  }

  /** @param {boolean} anew whether the session has ended */
  #retry(anew) {
    if (anew && this.#invitation) {
      for (const name of ["token", "session", "readonly"]) this.removeAttribute(name);
    }
    if (this.dispatchEvent(new CustomEvent("retry", { detail: { anew }, cancelable: true }))) this.#open();
  }

  get #server() {
    return serverAt(this.getAttribute("server") ?? home);
  }

  get #invitation() {
    const session = this.getAttribute("session");
    return session ? { session, token: this.getAttribute("token"), looks: this.hasAttribute("readonly") } : null;
  }

  /** What the element says that it shows; of the session of another page, what it was told to change. */
  get #wanted() {
    return this.#invitation ? { main: this.#spec ?? {}, overview: this.#overviewSpec } : { main: this.#mainSpec, overview: this.#stripSpec };
  }

  /** @returns {SurfaceSpecification} */
  get #mainSpec() {
    return this.#compared ? { ...this.#ownSpec, series: this.#compared } : this.#ownSpec;
  }

  /** @returns {SurfaceSpecification} */
  get #ownSpec() {
    if (this.#spec) return this.#spec;
    const dataset = this.getAttribute("dataset") ?? words(this.getAttribute("datasets"))[0];
    const columns = words(this.getAttribute("columns"));
    const joined = this.#joined ?? [];
    const series = columns.length === 0 ? joined : columns.flatMap(y => {
      const found = joined.filter(one => one.y === y);
      return found.length > 0 ? found : [{ y }];
    });
    const named = this.getAttribute("modifiers");
    const modifiers = words(named);
    return {
      dataset,
      ...(series.length > 0 ? { series } : {}),
      xAxes: [{ id: "x", minorsPerMajor: 1 }],
      yAxes: [{ id: "y", autoRange: "visible", growBy: [0.1, 0.1], ...quietTicks }],
      modifiers: isPreset(named) ? named : modifiers.length > 0 ? modifiers.map(type => ({ id: type, type, isEnabled: true })) : usualModifiers,
    };
  }

  /** @returns {SurfaceSpecification | null} */
  get #stripSpec() {
    if (!this.hasAttribute("overview")) return null;
    if (this.#overviewSpec) return this.#overviewSpec;
    const { dataset, series, window, xAxes, yAxes } = this.#mainSpec;
    /** @type {(axes: AxisSpecification[] | undefined) => AxisSpecification[] | undefined} */
    const plain = axes => axes?.map(({ id, type }) => ({ id, type }));
    return { dataset, series, window, xAxes: plain(xAxes), yAxes: plain(yAxes), modifiers: [{ id: "overview", type: "overview", isEnabled: true, dragBeside: "select" }] };
  }

  /** Brings the open session to what the element says now, or opens another one. */
  #adapt() {
    // A session that opens takes it over.
    if (this.#isStale) return;
    const { session } = this.#chart;
    if (!session?.id) return this.#scheduleAnew();
    // Behind what is under way, and before what comes.
    void session.lane.run(async () => {
      if (this.#isStale || session !== this.#chart.session) return;
      const [before, after] = [this.#shown, this.#wanted];
      this.#shown = after;
      /** @type {import("./element/adapt.js")} */
      const { adapt } = await import(`${home}modules/element/adapt.js`);
      const isTaken = before && (await adapt(this.#chart, this.#server, before, after));
      if (!isTaken && this.#shown === after) this.#scheduleAnew();
    });
  }

  /** @param {string} name of an attribute */
  #appear(name) {
    const text = this.getAttribute(name);
    if (name === "height") {
      const height = Number(text) > 0 ? `${Number(text)}px` : "";
      Object.assign(this.style, { height, minHeight: height });
    } else if (name === "locale") {
      if (this.isConnected) void this.#speak();
    } else if (name === "controls") {
      this.#chart.body.tools.hidden = text === null;
      if (text !== null) void this.#loadTools();
    } else if (this.isConnected) {
      this.#restyle();
    }
  }

  /** @param {Surface[]} surfaces that changed */
  #answered(surfaces) {
    const { surface, session } = this.#chart;
    if (!surface || !session) return;
    this.#showTools();
    for (const changed of surfaces) {
      for (const gesture of changed.recognized) this.#tell("gesture", gesture);
    }
    this.#tellNew("viewchange", this.view);
    this.#tellNew("selectionchange", surface.selection);
    this.#tellNew("cursor", surface.overlays.find(({ kind }) => readers.test(kind)) ?? null);
    this.#tell("answer", { surfaces: surfaces.map(({ id }) => id), revision: session.revision });
    this.#tellFloor(surface);
  }

  /**
   * Tells what is not the same as before.
   * @param {string} name
   * @param {unknown} value
   */
  #tellNew(name, value) {
    const text = JSON.stringify(value);
    if (text !== this.#told[name]) this.#tell(name, value);
    this.#told[name] = text;
  }

  /**
   * Keeps the window of the element's own session from being narrower than two rows.
   * @param {number} rows in view
   */
  #guard(rows) {
    const { surface, session, mainID, isGuest } = this.#chart;
    const axis = surface?.xAxes[0];
    if (!surface || !session?.id || !axis || isGuest || this.#floor !== "" || this.#spec?.xAxes) return;
    if (rows < 3 || !axis.dataRange || axis.type === "category" || axis.type === "log" || axis.zoomState !== "atExtents") return;
    this.#spacing = (axis.dataRange[1] - axis.dataRange[0]) / (rows - 1);
    const span = 2 * this.#spacing;
    this.#floor = String(span);
    if (span > 0) session.patchAxis(mainID, axis.id, { minimumSpan: span });
  }

  /** @param {Surface} surface */
  #tellFloor({ xAxes: [axis], gestures }) {
    const [low, high] = axis.visibleRange;
    const isZooming = gestures.some(({ gesture }) => gesture === "wheel" || gesture === "pinch");
    if (isZooming && Number(this.#floor) > 0 && high - low <= Number(this.#floor) * 1.0001) this.note(texts.zoomFloor);
  }

  /** @param {Range} range */
  #showX(range) {
    const { surface, session, mainID } = this.#chart;
    if (surface && session) session.patchAxis(mainID, surface.xAxes[0].id, { visibleRange: range });
  }

  /**
   * @param {string} name
   * @param {unknown} detail plain data
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail: structuredClone(detail) }));
  }
}

/**
 * How many rows are in view.
 * @param {import("./types.js").Description} description
 */
function rowsIn({ series }) {
  return Math.max(0, ...series.map(({ count, missing }) => count + missing));
}

/** @param {string | null} text */
function words(text) {
  return (text ?? "").split(/[\s,]+/).filter(word => word !== "");
}

if (!customElements.get("chart-surface")) customElements.define("chart-surface", ChartSurfaceElement);
