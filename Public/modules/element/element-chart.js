import { NetworkError, ProblemError } from "../api.js";
import { Banner } from "../banner.js";
import { EventClock } from "../clock.js";
import { NoKeyError } from "../credentials.js";
import { fillSegmented } from "../elements.js";
import { formatPosition, readingOf, titleOf } from "../format.js";
import { home } from "../home.js";
import { Keyboard } from "../keyboard.js";
import { paletteSheet } from "../look.js";
import { translate } from "../language.js";
import { listOf } from "../modifiers/presets.js";
import { Overview } from "../overview.js";
import { publish } from "../publish.js";
import { rangeText } from "../range-text.js";
import { Scrubber } from "../scrubber.js";
import { seriesOf } from "../series.js";
import { SurfaceView } from "../surface-view.js";
import { problemText, texts } from "../texts.js";
import { fillBody, label } from "./body.js";
import { Legend } from "./legend.js";
import { paintPointer, valueAt } from "./pointer.js";

/**
 * @typedef {import("../session.js").Surface} Surface
 * @typedef {import("../types.js").CommandName} CommandName
 * @typedef {import("../types.js").Modifier} Modifier
 * @typedef {import("../types.js").SurfaceSpecification} SurfaceSpecification
 * @typedef {import("./hub.js").Hub} Hub
 *
 * What a chart tells its element.
 * @typedef {{opened: () => void, answered: (surfaces: Surface[]) => void, failed: (problem: ProblemError) => void,
 *   historyChanged: (history: import("../types.js").History) => void, ended: () => void, retry: (anew: boolean) => void,
 *   help: () => void, copy: () => void, table: () => void,
 *   described: (description: import("../types.js").Description) => void}} Owner
 */

/** Readers who ask for forced colours or more contrast get patterns besides colours. */
export const strongContrast = matchMedia("(forced-colors: active), (prefers-contrast: more)");
const noteMilliseconds = 6000;
/** So many series are part of a chart's name. */
const mostNamed = 3;
const spokenAfterMilliseconds = 700;

/** The chart of one element: the plot, its overview, its legend and its messages. */
export class ElementChart {
  body;
  banner;
  /** @type {SurfaceView} */
  main;
  /** @type {SurfaceView} */
  overview;
  /** @type {Hub | null} */
  hub = null;
  /** @type {{main: SurfaceSpecification, overview: SurfaceSpecification | null}} what to create */
  specification = { main: {}, overview: null };
  /** @type {string | undefined} the time zone of a new session */
  timeZone;
  /** Whether the element follows a link: it creates no surface then. */
  isGuest = false;
  mainID = "main";
  /** @type {string | null} the language of the server's texts; null for that of the browser */
  locale = null;
  #host;
  #root;
  #owner;
  /** @type {import("../types.js").Palette | null} the colours of the server; null before they have come */
  #palette = null;
  /** @type {CSSStyleSheet | null} */
  #colors = null;
  #clock = new EventClock();
  #legend;
  /** @type {import("./reader.js").Reader | null} null before it was asked for */
  #reader = null;
  #keyboard;
  #strip;
  #scrubber;
  #views;
  #forgetWatch = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noteTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #spoken;
  /** The revision that the description tells of. */
  #described = -1;
  /** @type {Map<string, string | null | undefined>} the stacks of the bars that are drawn as lines, by series */
  #stacks = new Map();

  /**
   * @param {HTMLElement} host
   * @param {ShadowRoot} root
   * @param {Owner} owner
   */
  constructor(host, root, owner) {
    this.#host = host;
    this.#root = root;
    this.#owner = owner;
    this.body = fillBody(root);
    this.banner = new Banner(this.body.banner);
    const { plot, overview } = this.body;
    const shared = { clock: this.#clock, takesInput: () => this.isOnline, idled: () => this.idled() };
    this.main = new SurfaceView(plot, {
      ...shared,
      capturesWheel: (event, isInside) => this.#usesWheel(event, isInside),
      pansByWheel: () => this.isOn("zoomPan") && !this.isOn("rowSelection") && !this.main.chart.isVertical,
      resized: () => {
        this.overview.chart.measure();
        this.session?.ask({ pixelRatio: devicePixelRatio });
      },
      layout: {
        room: scene => this.#scrubber.roomFor(scene, this.isOn("windowScrubber")),
        shows: layer => layer.key !== "legend" && !(this.main?.isReadingLate && this.#reads(layer.id)),
        paint: (context, surface, look) => this.#paintPointer(context, surface, look),
      },
      pointed: () => this.hub?.point(this, this.#pointedX),
    });
    this.overview = new SurfaceView(overview, {
      ...shared,
      capturesWheel: () => false,
      layout: {
        area: (_, height) => ({ ...this.main.chart.area, top: 0, height: Math.max(1, height) }),
        shows: ({ role }) => !["grid", "axis", "title", "legend"].includes(role),
      },
    });
    this.#views = [this.main, this.overview];
    this.#strip = new Overview(overview, this.overview);
    this.#scrubber = new Scrubber(this.main);
    this.#legend = new Legend(this.body.legend,
      ({ id, visible }) => this.#showSeries(one => (one.id === id ? !visible : one.visible !== false)), ({ id }) => this.#isolate(id));
    this.#keyboard = new Keyboard([plot, overview], {
      area: () => this.main.chart.area,
      stamp: () => this.#clock.stamp(),
      send: event => this.main.send(event),
      fit: () => this.command("zoomExtents"),
      undo: () => this.command("undo"),
      redo: () => this.command("redo"),
      cancel: () => {
        this.forgetGestures();
        this.#reader?.stop();
        this.command("cancelGestures");
      },
      readsRows: () => this.isOn("rowSelection"),
      rowSpacing: async () => (await this.#readerOfRows()).spacing(),
      isVertical: () => this.main.chart.isVertical,
      step: async rows => (await this.#readerOfRows()).step(rows),
      play: async () => (await this.#readerOfRows()).play(),
      help: owner.help,
      copy: owner.copy,
      table: owner.table,
    });
  }

  get session() {
    return this.hub?.session ?? null;
  }

  get isOnline() {
    return this.session !== null && this.session.id !== null && !this.#host.classList.contains("offline");
  }

  get surface() {
    return this.main.surface;
  }

  /**
   * @param {string} type of modifier
   * @returns {boolean}
   */
  isOn(type) {
    return this.#modifierOf(this.main?.surface, type)?.isEnabled ?? false;
  }

  /**
   * @param {Surface | undefined} surface
   * @param {string} type
   */
  #modifierOf(surface, type) {
    return surface?.modifiers?.find(modifier => modifier.type === type);
  }

  /**
   * Opens or joins a session.
   * @param {Hub} hub
   * @param {import("../server.js").Server} server
   * @param {import("../sharing.js").Invitation | null} invitation
   * @param {string} surface the surface to show; empty for the first
   */
  async start(hub, server, invitation, surface) {
    this.stop();
    this.#palette = null;
    this.hub = hub;
    this.isGuest = invitation !== null;
    const suffix = this.isGuest ? "" : hub.nextSuffix();
    this.mainID = surface || `main${suffix}`;
    this.main.attach(hub.session, this.mainID);
    this.overview.attach(hub.session, `overview${suffix}`);
    this.#forgetWatch = server.watch(state => this.#showConnection(server, state));
    this.tell(texts.loading);
    if (invitation) await hub.join(this, invitation);
    else await hub.add(this);
  }

  /**
   * Takes the colours of the server, which may ask for the token of a session.
   * @param {import("../session.js").Session} session
   */
  async #takePalette(session) {
    try {
      const palette = await session.palette();
      if (palette === this.#palette) return;
      this.#palette = palette;
    } catch (error) {
      if (error instanceof ProblemError) return this.failed(error);
      throw error;
    }
    const others = this.#root.adoptedStyleSheets.filter(sheet => sheet !== this.#colors);
    this.#colors = paletteSheet(this.#palette);
    this.#root.adoptedStyleSheets = [...others, this.#colors];
    this.restyle();
    this.idled();
  }

  /** Leaves the session; the last element closes it. */
  stop() {
    this.#reader?.stop();
    this.#forgetWatch();
    this.#keyboard.reset();
    this.hub?.remove(this);
    this.hub = null;
    for (const view of this.#views) view.attach(null, "");
  }

  /** The ids of the element's surfaces in the session. */
  get surfaceIDs() {
    return this.#views.map(({ id }) => id);
  }

  // What the hub tells

  /** @returns {SurfaceSpecification[]} */
  specify() {
    if (this.isGuest) return [];
    const { main, overview } = this.specification;
    const surfaces = [{ ...main, id: this.main.id, size: this.main.takeSize() }];
    if (!overview) return surfaces;
    const modifiers = overview.modifiers && listOf(overview).map(modifier => (modifier.type === "overview" ? { ...modifier, of: `${this.mainID}/x` } : modifier));
    return [...surfaces, { ...overview, modifiers, id: this.overview.id, size: this.overview.takeSize() }];
  }

  opened() {
    this.forgetGestures();
    for (const reason of ["key", "ended"]) this.banner.clear(reason);
    this.#described = -1;
    this.#host.classList.remove("ended");
    this.#owner.opened();
  }

  /** @param {Surface[]} surfaces that changed */
  answered(surfaces) {
    const { session } = this;
    if (!session) return;
    if (!this.#palette) void this.#takePalette(session);
    this.#adoptIDs(session);
    for (const view of this.#views) {
      const { surface } = view;
      if (!surface || !surfaces.includes(surface)) continue;
      if (view === this.main) this.#showState(surface);
      view.show(surface);
      publish(view.canvas, session, surface, view.chart.area);
    }
    if ([...session.surfaces.values()].every(({ gestures }) => gestures.length === 0)) this.banner.clear("busy");
    this.showReadout();
    if (this.isOn("windowScrubber")) this.#scrubber.place(session);
    this.#owner.answered(surfaces);
  }

  /**
   * A guest shows the surface that its element names, or the first, and the overview of it.
   * @param {import("../session.js").Session} session
   */
  #adoptIDs(session) {
    if (!this.isGuest || session.surfaces.has(this.main.id)) return;
    const [first] = session.surfaces.keys();
    if (first === undefined) return;
    this.main.attach(session, first);
    this.mainID = first;
    const other = [...session.surfaces.values()].find(surface => this.#modifierOf(surface, "overview")?.of === `${first}/x`);
    if (other) this.overview.attach(session, other.id);
  }

  /** @param {Surface} surface */
  #showState(surface) {
    const isEmpty = surface.scene !== undefined && surface.xAxes[0].dataRange === null;
    this.tell(isEmpty ? (surface.dataset ? texts.noRows : texts.noDataset) : "");
    const { title, strip, plot } = this.body;
    title.textContent = surface.title ?? "";
    title.hidden = !surface.title;
    strip.hidden = !(this.#modifierOf(this.overview.surface, "overview")?.isEnabled ?? false);
    plot.classList.toggle("scrolls", this.#leavesSwipes(surface));
    plot.setAttribute("aria-busy", "false");
    const names = this.series.slice(0, mostNamed).map(({ name }) => name).join(", ");
    const name = surface.title || (surface.dataset && `${texts.chartOf(titleOf(surface.dataset))}: ${names}`);
    if (name) plot.setAttribute("aria-label", name);
    this.#showMarksChoice(surface);
  }

  /**
   * Whether a turn of the wheel changes the chart; else it scrolls the page.
   * @param {WheelEvent} event
   * @param {boolean} isInside the plot
   */
  #usesWheel({ deltaX, deltaY, ctrlKey, shiftKey, altKey, metaKey }, isInside) {
    const { surface } = this;
    const modifier = this.#modifierOf(surface, "mouseWheelZoom");
    if (!surface || !modifier?.isEnabled || (this.session?.looksOnly ?? true)) return false;
    const { keys = [] } = /** @type {{keys?: string[]}} */ (modifier.when ?? {});
    const held = { ctrl: ctrlKey, shift: shiftKey, alt: altKey, meta: metaKey };
    if (!keys.every(key => held[/** @type {keyof typeof held} */ (key)])) return false;
    // Nothing lies beyond the whole range: a turn that only zooms out, or pans, changes nothing there.
    const wheel = surface.ahead?.wheel;
    if (!isInside || !wheel || keys.length > 0) return true;
    const axes = [...surface.xAxes, ...surface.yAxes].filter(({ id }) => wheel.axes.some(axis => axis.id === id));
    return axes.some(({ zoomState }) => zoomState !== "atExtents") || (deltaY < 0 && Math.abs(deltaY) > Math.abs(deltaX));
  }

  /**
   * Whether a vertical swipe of a finger scrolls the page: no modifier would take it.
   * @param {Surface} surface
   */
  #leavesSwipes({ modifiers = [], yAxes }) {
    if (this.main.chart.isVertical) return false;
    const enabled = modifiers.filter(({ isEnabled }) => isEnabled);
    const drags = enabled.filter(({ type }) => ["marquee", "rubberBandZoom", "rowSelection"].includes(type));
    const pan = enabled.find(({ type }) => type === "zoomPan");
    const pansY = pan !== undefined && pan.direction !== "x" && yAxes.some(({ zoomState }) => zoomState !== "atExtents");
    return drags.length === 0 && !pansY && !enabled.some(({ followsPan, selectsByMarquee }) => followsPan || selectsByMarquee);
  }

  /**
   * Whether a modifier reads the place under the pointer.
   * @param {string | undefined} id all of them when left out
   */
  #reads(id) {
    return this.surface?.modifiers?.some(one => one.isEnabled && /^(crosshair|cursor|rollover|tooltip)$/.test(one.type) && (id ?? one.id) === one.id) ?? false;
  }

  /** @returns {number | null} the x under the pointer */
  get #pointedX() {
    const { pointer, surface, chart: { area, isVertical } } = this.main;
    if (!pointer || !surface || !this.#reads(undefined)) return null;
    return valueAt(surface.xAxes[0], isVertical ? pointer.y : pointer.x, isVertical ? area.height : area.width, isVertical);
  }

  /** Shows where the pointer is over a linked chart. */
  showPointed() {
    this.main.chart.redraw();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Surface} surface
   * @param {import("../scene.js").Look} look
   */
  #paintPointer(context, surface, look) {
    const { pointer, isPointerAhead, chart: { area, isVertical } } = this.main;
    if (pointer && this.#reads(undefined)) {
      const readings = surface.overlays.find(({ modifier }) => this.#reads(modifier))?.items ?? [];
      return paintPointer(context, surface, look, area, pointer, isPointerAhead, isPointerAhead ? undefined : readings[0]?.x);
    }
    const { pointed = null } = this.hub ?? {};
    const [low, high] = surface.xAxes[0].visibleRange;
    if (pointed === null || isVertical || surface.xAxes[0].type === "log" || pointed < low || pointed > high) return;
    const share = (pointed - low) / (high - low);
    paintPointer(context, surface, look, area, { x: area.width * (surface.xAxes[0].flipped ? 1 - share : share) }, true);
  }

  /** @param {ProblemError} problem */
  failed(problem) {
    if (problem.code === "history.empty") return this.note(texts.nothingToUndo);
    const again = () => {
      this.banner.clear("key");
      this.#owner.retry(false);
    };
    if (this.surface === undefined) this.tell(problem.code === "specification.unknown-dataset" ? texts.unknownDataset(this.specification.main.dataset ?? "") : "");
    if (problem instanceof NoKeyError || problem.asksForKey) {
      this.banner.hold("key", texts.keyNeeded, { name: texts.enterKey, act: again });
    } else if (problem.code === "auth.scope-missing") {
      this.banner.hold("key", texts.scopeMissing(problem.scope), { name: texts.anotherKey, act: again });
    } else {
      this.banner.warn(problemText(problem));
    }
    this.#owner.failed(problem);
  }

  /** @param {ProblemError} problem because of which the session goes on without the element */
  refused(problem) {
    for (const view of this.#views) view.attach(null, "");
    this.failed(problem);
  }

  busy() {
    this.forgetGestures();
    this.banner.hold("busy", texts.busy);
  }

  /** @param {import("../types.js").History} history */
  historyChanged(history) {
    this.#owner.historyChanged(history);
  }

  /** @param {ProblemError} [problem] */
  ended(problem) {
    this.forgetGestures();
    this.#host.classList.add("ended");
    const what = problem?.asksForKey ? texts.sessionEndedOrWrong : texts.sessionEnded;
    this.tell("");
    this.banner.hold("ended", what, { name: texts.startNew, act: () => this.#owner.retry(true) });
    this.#owner.ended();
  }

  idled() {
    const isIdle = this.surface !== undefined && this.#palette !== null && (this.session?.lane.isEmpty ?? false) && this.#views.every(view => view.isIdle);
    this.body.plot.dataset.idle = String(isIdle);
  }

  /**
   * @param {import("../server.js").Server} server
   * @param {import("../connection.js").ConnectionState} state
   */
  #showConnection(server, state) {
    this.#host.classList.toggle("offline", state !== "online");
    if (state === "online") return this.banner.clear("offline");
    this.forgetGestures();
    if (state === "offline") this.banner.hold("offline", texts.offlineTrying);
    else this.banner.hold("offline", texts.offline, { name: texts.tryAgain, act: () => server.connection.tryAgain() });
  }

  // What the element asks

  /** @param {CommandName} name */
  command(name) {
    this.session?.command(this.main.id, { command: name });
  }

  /** Shows what the element has asked for, before the answer comes. */
  adapted() {
    this.#keyboard.reset();
    const { surface, session } = this;
    if (!surface || !session) return;
    this.#showState(surface);
    this.main.chart.measure();
    this.main.fit();
    if (this.isOn("windowScrubber")) this.#scrubber.place(session);
  }

  /**
   * Shows one series alone, or all where it is alone already.
   * @param {string} id
   */
  #isolate(id) {
    const isAlone = this.series.every(one => one.id === id || !one.visible);
    this.#showSeries(one => isAlone || one.id === id);
  }

  /** @param {(series: import("../types.js").Series) => boolean} isWanted */
  #showSeries(isWanted) {
    for (const { id: view, surface } of this.#views) {
      if (!surface?.series) continue;
      const changed = surface.series.filter(one => isWanted(one) !== (one.visible !== false)).map(({ id }) => id);
      surface.series = surface.series.map(one => ({ ...one, visible: isWanted(one) }));
      const series = surface.series.filter(({ id }) => changed.includes(id)).map(({ id, visible }) => ({ id, visible }));
      if (series.length > 0) this.session?.patchSurface(view, { series });
    }
    // A y axis that showed everything fits the series that are left. `visible` fits them, and `once` lets go again.
    for (const { id: axis, zoomState, autoRange } of this.surface?.yAxes ?? []) {
      if (zoomState !== "atExtents" || autoRange !== "once") continue;
      this.setAutoRange(axis, "visible");
      this.setAutoRange(axis, "once");
    }
  }

  /**
   * @param {string} id of a y axis
   * @param {"visible" | "once"} autoRange
   */
  setAutoRange(id, autoRange) {
    const { surface } = this;
    if (!surface) return;
    surface.yAxes = surface.yAxes.map(axis => (axis.id === id ? { ...axis, autoRange } : axis));
    this.session?.patchAxis(this.mainID, id, { autoRange });
  }

  /** All series, as the page tells of them. */
  get series() {
    return this.surface ? seriesOf(this.surface, this.main.chart.look) : [];
  }

  async #readerOfRows() {
    /** @type {import("./reader.js")} */
    const { Reader } = await import(`${home}modules/element/reader.js`);
    return this.#reader ??= new Reader(() => ({
      session: this.session, surface: this.surface, series: this.series, area: this.main.chart.area,
      isVertical: this.main.chart.isVertical, translate, formatPosition, readingOf,
      say: text => this.say(text),
      refused: error => {
        if (!isRefusal(error)) throw error;
        this.note(problemText(error));
      },
      point: at => {
        if (this.isOnline) this.main.send({ type: "hover", phase: "moved", time: this.#clock.stamp(), ...at });
      },
    }));
  }

  /**
   * Tells a screen reader something at once.
   * @param {string} text
   */
  say(text) {
    clearTimeout(this.#spoken);
    this.body.live.textContent = text;
  }

  forgetGestures() {
    for (const view of this.#views) view.forget();
    this.#keyboard.reset();
  }

  /**
   * Asks the server for the texts of a language.
   * @param {string | null} locale null for that of the browser
   */
  speak(locale) {
    this.locale = locale;
    this.#described = -1;
    this.session?.ask({ locale });
  }

  /** Tells everything again in the language of the moment. */
  relabel() {
    label(this.body);
    this.body.marks.replaceChildren();
    const { surface } = this;
    if (surface) this.#showState(surface);
    else if (!this.body.state.hidden) this.tell(texts.loading);
    for (const { chart } of this.#views) chart.redraw();
    this.showReadout();
  }

  /** Whether series differ by patterns too: where the page, or the reader of the system's settings, wants it. */
  get hasPatterns() {
    return this.#host.hasAttribute("patterns") || strongContrast.matches;
  }

  /** Reads the colours and the wish for patterns again. */
  restyle() {
    for (const { chart } of this.#views) chart.restyle(this.#palette, this.hasPatterns);
    this.showReadout();
  }

  /**
   * Offers lines in place of bars where all series are bars, and bars again.
   * @param {Surface} surface
   */
  #showMarksChoice({ series = [] }) {
    const { marks } = this.body;
    const areLines = this.#stacks.size > 0 && series.every(({ id, kind }) => kind === "line" && this.#stacks.has(id));
    const areBars = series.length > 0 && series.every(({ kind }) => kind === "bar");
    marks.hidden = !(areBars || areLines) || (this.session?.looksOnly ?? false);
    if (marks.hidden) return marks.replaceChildren();
    const chosen = areLines ? "lines" : "bars";
    if (marks.querySelector("input:checked")?.getAttribute("value") === chosen) return;
    const entries = /** @type {const} */ ([{ value: "bars", name: texts.bars }, { value: "lines", name: texts.lines }]);
    fillSegmented(marks, "marks", [...entries], chosen, kinds => this.#drawAs(kinds));
  }

  /** @param {"bars" | "lines"} kinds */
  #drawAs(kinds) {
    const areLines = kinds === "lines";
    const kind = areLines ? /** @type {const} */ ("line") : /** @type {const} */ ("bar");
    if (areLines) this.#stacks = new Map(this.surface?.series?.map(({ id, stack }) => [id, stack]));
    for (const { id: view, surface } of this.#views) {
      if (!surface) continue;
      const series = (surface.series ?? []).map(({ id }) => ({
        id, kind, stack: areLines ? null : this.#stacks.get(id) ?? null,
      }));
      surface.series = surface.series?.map((one, index) => ({ ...one, kind, stack: series[index].stack }));
      this.session?.patchSurface(view, { series });
    }
  }

  showReadout() {
    const { surface } = this;
    if (!surface) return;
    const text = surface.selection.label || rangeText(surface);
    // Setting even the same text makes the browser lay the element out again.
    if (this.body.selection.textContent !== text) this.body.selection.textContent = text;
    if (this.main.chart.look) this.#legend.show(this.series, this.main.chart.look);
    // A legend in the plot has the names; those for keys and readers show while they have the focus.
    this.body.legend.classList.toggle("unseen", surface.overlays.some(({ kind }) => kind === "legend"));
    this.#strip.describe(surface);
    clearTimeout(this.#spoken);
    this.#spoken = setTimeout(() => {
      this.body.live.textContent = [rangeText(surface), surface.selection.label].filter(Boolean).join(". ");
      this.#describe();
    }, spokenAfterMilliseconds);
  }

  /** Puts what the server tells of the chart in words into the canvas, once for each state that has come to rest. */
  async #describe() {
    const { session, mainID, surface } = this;
    const isResting = surface?.gestures.every(({ gesture }) => gesture === "hover") ?? false;
    if (!session?.id || !this.isOnline || !isResting || session.revision === this.#described) return;
    this.#described = session.revision;
    try {
      const description = await session.describe(mainID);
      const { text, axes, series, selection } = description;
      this.body.description.textContent = [text, ...axes.map(axis => axis.text), ...series.map(one => one.text), selection.text].join(" ");
      this.#owner.described(description);
    } catch (error) {
      // The words of before stay; the next change brings new ones, and the state of the server shows elsewhere.
      if (!isRefusal(error)) throw error;
    }
  }

  /**
   * Tells in place of the chart why there is none.
   * @param {string} text empty when there is a chart
   */
  tell(text) {
    const { state } = this.body;
    state.textContent = text;
    state.hidden = text === "";
    state.classList.toggle("loading", text === texts.loading);
  }

  /**
   * Shows a text over the chart for six seconds.
   * @param {string} text
   */
  note(text) {
    const { note, live } = this.body;
    note.textContent = text;
    note.hidden = text === "";
    clearTimeout(this.#noteTimer);
    if (text === "") return;
    live.textContent = text;
    this.#noteTimer = setTimeout(() => this.note(""), noteMilliseconds);
  }
}

/**
 * Whether the server has refused a request, or has not answered it.
 * @param {unknown} error
 */
function isRefusal(error) {
  return error instanceof ProblemError || error instanceof NetworkError;
}
