import { ProblemError, request } from "./api.js";
import { Driver } from "./driver.js";
import { Lane } from "./lane.js";
import { Stream } from "./stream.js";

/**
 * @typedef {{id: string, type: string, alignment: string, visibleRange: [number, number], flipped?: boolean,
 *   ticks?: {major: number[], minor: number[], labels: string[]}}} Axis
 * @typedef {{id: string, revision: number, xAxes: Axis[], yAxes: Axis[], series?: object[], gestures: object[],
 *   recognized: object[], overlays: object[], selection: {rows: number[], series: string[], label?: string} | null,
 *   window?: object, rowsOf?: number}} Surface the rows came with the revision `rowsOf`
 * @typedef {{surfaces: object[]}} Specification
 * @typedef {{opened: () => void, answered: (surfaces: Surface[]) => void, failed: (problem: Error) => void,
 *   ended: () => void, idled: () => void, shownByOthers?: (surfaces: Surface[]) => void, busy?: () => void}} Listener
 */

/** Of the events alone: every other answer comes in the server's default layout, and the chart reads any. */
const eventsQuery = "window=auto&layout=columns";
const sequenceProblems = ["batch.sequence-gap", "batch.sequence-stale", "batch.sequence-reused"];

/** One session on the server with all its surfaces. Requests go out one after the other. */
export class Session {
  /** @type {string | null} */
  id = null;
  /** @type {Map<string, Surface>} */
  surfaces = new Map();
  revision = 0;
  /** How many actions can be undone and redone. */
  history = { undo: 0, redo: 0 };
  roundTripMilliseconds = 0;
  lane;
  /** Whether others know of the session: it does not end with this page then. */
  isShared = false;
  /** Whether somebody else has changed the session since this page did. */
  isDrivenByOthers = false;
  #token = null;
  /** @type {Stream | null} */
  #stream = null;
  /** What the stream has told and was not taken over yet. */
  #told = [];
  /** How many requests wait for their answer. */
  #requests = 0;
  #driver = new Driver();
  #connection;
  #describe;
  #listener;

  /**
   * @param {import("./connection.js").Connection} connection
   * @param {() => Specification} describe the session to ask for
   * @param {Listener} listener
   */
  constructor(connection, describe, listener) {
    this.#connection = connection;
    this.#describe = describe;
    this.#listener = listener;
    this.lane = new Lane(() => listener.idled());
  }

  /** Makes a new session and gives up the one before. */
  open() {
    return this.lane.run(async () => {
      this.close();
      this.#token = null;
      await this.#guard(async () => {
        const answer = await this.#connection.insist(() => this.#timed("POST", "/v1/sessions", this.#describe()));
        await this.#begin(answer, answer.driverToken ?? null);
      });
    });
  }

  /**
   * Takes part in a session that somebody has shared.
   * @param {import("./sharing.js").Invitation} invitation
   */
  join({ session, token }) {
    return this.lane.run(async () => {
      this.close();
      this.id = session;
      this.#token = token;
      await this.#guard(async () => {
        const answer = await this.#look();
        this.isShared = true;
        await this.#begin(answer, token);
      });
    });
  }

  async #begin(answer, token) {
    this.id = answer.id;
    this.#token = token;
    this.#driver = new Driver();
    this.revision = -1;
    this.surfaces.clear();
    this.#told = [];
    this.#listener.opened();
    await this.#take(answer);
    this.isDrivenByOthers = this.isShared;
    this.#follow();
  }

  /** What lets others take part. */
  get invitation() {
    return { session: this.id, token: this.#token };
  }

  /** Ends the session, unless others know of it; works while the page goes away, too. */
  close() {
    this.#stream?.close();
    if (this.id === null) return;
    if (!this.isShared) request("DELETE", `/v1/sessions/${this.id}`, { token: this.#token, keepalive: true }).catch(() => {});
    this.id = null;
    this.isShared = false;
  }

  /** Takes over what others do to the session. */
  #follow() {
    const id = this.id;
    const ifHere = act => told => this.id === id && act(told);
    this.#stream = new Stream(id, this.#token, {
      changed: ifHere(told => this.#takeFromOthers(told)),
      rows: ifHere(() => this.lane.run(() => this.#request(() => this.#look()))),
      ended: ifHere(() => this.#lose()),
    });
  }

  #lose() {
    this.#stream?.close();
    this.id = null;
    this.#listener.ended();
  }

  /** Takes over what the server tells by itself; not while it has a request to answer, whose own answer tells more. */
  #takeFromOthers(told) {
    this.#told.push(told);
    if (this.#requests === 0) this.#takeTold();
  }

  #takeTold() {
    for (const told of this.#told.splice(0)) this.#accept(told, { isFromStream: true });
  }

  /**
   * Sends one batch, as often as it takes; call it from within the lane.
   * @param {string} surface
   * @param {object[]} events
   */
  async post(surface, events) {
    const batch = this.#driver.batch(events);
    let hasLostTime = false;
    await this.#request(async () => {
      const answer = await this.#connection.insist(() => {
        hasLostTime ||= this.#connection.state !== "online";
        return this.#send(surface, "POST", `/events?${eventsQuery}`, batch);
      });
      this.#driver.taken();
      return answer;
    }, () => events.some(isDeliberate) && this.#listener.busy?.());
    if (hasLostTime) await this.#startAfresh();
  }

  /** @param {{command: string}} command @param {string} [surface] */
  command(command, surface = "main") {
    return this.lane.run(async () => {
      const answer = await this.#request(() => this.#connection.sendOnce(() => this.#send(surface, "POST", "/commands", command)));
      if (answer === null) await this.#startAfresh();
    });
  }

  /** @param {string} surface @param {object} change to the surface itself, like its size */
  patchSurface(surface, change) {
    return this.#patch(surface, "", change);
  }

  /** @param {string} surface @param {string} id @param {object} change */
  patchModifier(surface, id, change) {
    return this.#patch(surface, `/modifiers/${id}`, change);
  }

  #patch(surface, path, change) {
    return this.lane.run(() => this.#request(() => this.#connection.insist(() => this.#send(surface, "PATCH", path, change))));
  }

  /** Ends gestures that the page has forgotten, and reads everything again. */
  #startAfresh() {
    return this.#request(async () => {
      for (const surface of this.surfaces.keys()) {
        await this.#connection.insist(() => this.#send(surface, "POST", "/commands", { command: "cancelGestures" }));
      }
      return this.#look();
    });
  }

  #send(surface, method, path, body) {
    return this.#timed(method, `/v1/sessions/${this.id}/surfaces/${surface}${path}`, body);
  }

  async #timed(method, path, body) {
    const start = performance.now();
    const answer = await request(method, path, { body, token: this.#token });
    this.roundTripMilliseconds = performance.now() - start;
    return answer;
  }

  /**
   * Sends something about the session that is open, and takes the answer over.
   * @param {() => Promise<object | null>} send
   * @param {() => void} [whenBusy] when somebody else's touches are down
   * @returns {Promise<object | null | undefined>} the answer; undefined when there is none to take
   */
  #request(send, whenBusy) {
    if (this.id === null) return Promise.resolve(undefined);
    this.#requests += 1;
    return this.#guard(async () => {
      const answer = await send();
      if (answer !== null) await this.#take(answer);
      return answer;
    }, whenBusy).finally(() => {
      this.#requests -= 1;
      if (this.#requests === 0) this.#takeTold();
    });
  }

  async #guard(action, whenBusy = () => {}) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.sessionIsLost && this.id !== null) {
        this.#lose();
      } else if (error.code === "session.driver-busy") {
        whenBusy();
      } else if (sequenceProblems.includes(error.code)) {
        this.#driver.agree(error.expectedSequence);
        await this.#startAfresh();
      } else {
        this.#listener.failed(error);
      }
      return undefined;
    }
  }

  /** Takes over what was answered; an answer that leaves a surface without rows is followed by a look at all. */
  async #take(answer) {
    this.#accept(answer);
    if ([...this.surfaces.values()].some(surface => !surface.window)) this.#accept(await this.#look());
  }

  #look() {
    return this.#connection.insist(() => this.#timed("GET", `/v1/sessions/${this.id}`));
  }

  /**
   * Takes over surfaces, each unless it was told newer already: answers and the stream overtake each other.
   * @param {{revision: number, surfaces: Surface[], history?: {undo: number, redo: number}}} told
   * @param {{isFromStream?: boolean}} [source]
   */
  #accept({ revision, surfaces, history }, { isFromStream = false } = {}) {
    const changed = surfaces.filter(surface => this.#keep(surface, revision, isFromStream));
    if (revision > this.revision || !isFromStream) this.isDrivenByOthers = isFromStream;
    if (history && revision >= this.revision) this.history = history;
    this.revision = Math.max(this.revision, revision);
    if (changed.length > 0) this.#listener.answered(changed.map(({ id }) => this.surfaces.get(id)));
  }

  /** @returns {boolean} whether the surface is another than before; what was answered comes again in the stream */
  #keep(told, revision, isFromStream) {
    const before = this.surfaces.get(told.id) ?? { revision: -1, rowsOf: -1 };
    const isNews = isFromStream ? told.revision > before.revision : told.revision >= before.revision;
    const bringsRows = told.window !== undefined && (isNews ? revision >= before.rowsOf : revision > before.rowsOf);
    if (!isNews && !bringsRows) return false;
    const rows = bringsRows ? { window: told.window, rowsOf: revision } : { window: before.window, rowsOf: before.rowsOf };
    this.surfaces.set(told.id, { ...(isNews ? merged(before, told) : before), ...rows });
    return true;
  }
}

/** Whether an event is something that a person wants done. */
function isDeliberate({ type }) {
  return type !== "tick" && type !== "hover";
}

/** A surface as it is now: what an answer leaves out has not changed. */
function merged(before, told) {
  const surface = { ...before, ...told };
  const entries = told.overlays.flatMap(overlay => (overlay.kind === "legend" ? overlay.items : []));
  const shown = new Map(entries.map(item => [item.series, item.visible]));
  surface.series = surface.series?.map(series => ({ ...series, visible: shown.get(series.id) ?? series.visible }));
  return surface;
}
