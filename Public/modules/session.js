import { ProblemError, request } from "./api.js";
import { Driver } from "./driver.js";
import { Lane } from "./lane.js";

/**
 * @typedef {{id: string, type: string, alignment: string, visibleRange: [number, number], flipped?: boolean,
 *   ticks?: {major: number[], minor: number[], labels: string[]}}} Axis
 * @typedef {{id: string, revision: number, xAxes: Axis[], yAxes: Axis[], series?: object[], gestures: object[],
 *   recognized: object[], overlays: object[], selection: {rows: number[], series: string[], label?: string} | null,
 *   window?: object}} Surface
 * @typedef {{surfaces: object[]}} Specification
 * @typedef {{opened: () => void, answered: (surfaces: Surface[]) => void, failed: (problem: Error) => void,
 *   ended: () => void, idled: () => void}} Listener
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
  roundTripMilliseconds = 0;
  lane;
  #token = null;
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
        this.id = answer.id;
        this.#token = answer.driverToken ?? null;
        this.#driver = new Driver();
        this.surfaces.clear();
        this.#listener.opened();
        await this.#take(answer);
      });
    });
  }

  /** Ends the session; works while the page goes away, too. */
  close() {
    if (this.id === null) return;
    request("DELETE", `/v1/sessions/${this.id}`, { token: this.#token, keepalive: true }).catch(() => {});
    this.id = null;
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
    });
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
   * @returns {Promise<object | null | undefined>} the answer; undefined when there is none to take
   */
  #request(send) {
    if (this.id === null) return Promise.resolve(undefined);
    return this.#guard(async () => {
      const answer = await send();
      if (answer !== null) await this.#take(answer);
      return answer;
    });
  }

  async #guard(action) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.sessionIsLost && this.id !== null) {
        this.id = null;
        this.#listener.ended();
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

  #accept({ revision, surfaces }) {
    this.revision = revision;
    for (const told of surfaces) this.surfaces.set(told.id, merged(this.surfaces.get(told.id), told));
    this.#listener.answered(surfaces.map(({ id }) => this.surfaces.get(id)));
  }
}

/** A surface as it is now: what an answer leaves out has not changed. */
function merged(before, told) {
  const surface = { ...before, ...told, window: told.window ?? before?.window };
  const entries = told.overlays.flatMap(overlay => (overlay.kind === "legend" ? overlay.items : []));
  const shown = new Map(entries.map(item => [item.series, item.visible]));
  surface.series = surface.series?.map(series => ({ ...series, visible: shown.get(series.id) ?? series.visible }));
  return surface;
}
