import { NetworkError, ProblemError, request } from "./api.js";
import { Lane } from "./lane.js";

/**
 * @typedef {{id: string, type: string, alignment: string, visibleRange: [number, number], flipped?: boolean,
 *   ticks?: {major: number[], minor: number[], labels: string[]}}} Axis
 * @typedef {{id: string, revision: number, xAxes: Axis[], yAxes: Axis[], series?: object[], gestures: object[],
 *   recognized: object[], overlays: object[], selection: {rows: number[], label?: string} | null,
 *   window?: object}} Surface
 * @typedef {{surfaces: object[]}} Specification
 * @typedef {{answered: (surface: Surface) => void, opened: (isReplacement: boolean) => void,
 *   failed: (problem: Error | null) => void, offline: (isOffline: boolean) => void, idled: () => void}} Listener
 */

const surfaceID = "main";
const firstRetryMilliseconds = 500;
const lastRetryMilliseconds = 8000;
/** Of the events alone: every other answer comes in the server's default layout, and the chart reads any. */
const eventsQuery = "window=auto&layout=columns";

/** One session with one surface on the server, kept alive over lost networks and expiry. */
export class Session {
  /** @type {string | null} */
  id = null;
  /** @type {Surface | null} */
  surface = null;
  revision = 0;
  roundTripMilliseconds = 0;
  lane;
  #token = null;
  #describe;
  #listener;

  /**
   * @param {() => Specification} describe the session to ask for, also when the server has lost it
   * @param {Listener} listener
   */
  constructor(describe, listener) {
    this.#describe = describe;
    this.#listener = listener;
    this.lane = new Lane(() => listener.idled());
  }

  /** Makes a new session and gives up the one before. */
  open() {
    return this.lane.run(async () => {
      this.close();
      await this.#open(false);
    });
  }

  /** Ends the session; works while the page goes away, too. */
  close() {
    if (this.id === null) return;
    request("DELETE", `/v1/sessions/${this.id}`, { token: this.#token, keepalive: true }).catch(() => {});
    this.id = null;
  }

  /** @param {object[]} events sends one batch; call it from within the lane */
  async post(events) {
    await this.#drive(() => this.#send("POST", `/events?${eventsQuery}`, { events }));
  }

  /** @param {{command: string}} command */
  command(command) {
    return this.lane.run(() => this.#drive(() => this.#send("POST", "/commands", command)));
  }

  /** @param {{width: number, height: number}} size of the plot area in points */
  resize(size) {
    return this.lane.run(() => this.#insist(() => this.#send("PATCH", "", { size })));
  }

  /** @param {string} id @param {object} modifier */
  putModifier(id, modifier) {
    return this.lane.run(() => this.#insist(() => this.#send("PUT", `/modifiers/${id}`, modifier)));
  }

  /** @param {string} id */
  deleteModifier(id) {
    return this.lane.run(() => this.#insist(() => this.#send("DELETE", `/modifiers/${id}`)));
  }

  async #open(isReplacement) {
    this.#token = null;
    await this.#insist(async () => {
      const answer = await this.#timed("POST", "/v1/sessions", this.#describe());
      this.id = answer.id;
      this.#token = answer.driverToken ?? null;
      this.surface = null;
      this.#listener.opened(isReplacement);
      await this.#take(answer);
    });
  }

  async #send(method, path, body) {
    if (this.id === null) return;
    await this.#take(await this.#timed(method, `/v1/sessions/${this.id}/surfaces/${surfaceID}${path}`, body));
  }

  async #timed(method, path, body) {
    const start = performance.now();
    const answer = await request(method, path, { body, token: this.#token });
    this.roundTripMilliseconds = performance.now() - start;
    this.#listener.offline(false);
    return answer;
  }

  /** Takes over what was answered; an answer without the whole surface is followed by a look at it. */
  async #take(answer) {
    const told = answer?.surfaces?.find(surface => surface.id === surfaceID) ?? (answer?.xAxes ? answer : null);
    if (!told?.xAxes) return this.#look();
    this.#accept(told, answer.revision);
    if (!this.surface.window) await this.#look();
  }

  async #look() {
    const surface = await this.#timed("GET", `/v1/sessions/${this.id}/surfaces/${surfaceID}`);
    this.#accept(surface, surface.revision);
  }

  #accept(told, revision) {
    const nothing = { gestures: [], recognized: [], overlays: [], selection: null };
    this.surface = { ...this.surface, ...nothing, ...told, window: told.window ?? this.surface?.window };
    this.revision = revision ?? told.revision ?? this.revision;
    this.#listener.answered(this.surface);
  }

  /** Runs what may be sent twice without harm, until the server has answered. */
  async #insist(action) {
    for (;;) {
      const error = await this.#outcome(action);
      if (!(error instanceof NetworkError)) return;
      await this.#reconnect();
    }
  }

  /** Runs what must not be sent twice: when no answer came, gestures are cancelled and the state is read again. */
  async #drive(action) {
    const error = await this.#outcome(action);
    if (!(error instanceof NetworkError)) return;
    await this.#reconnect();
    await this.#insist(async () => {
      await this.#send("POST", "/commands", { command: "cancelGestures" });
      await this.#look();
    });
  }

  async #outcome(action) {
    try {
      await action();
      return null;
    } catch (error) {
      if (error instanceof ProblemError) {
        this.#listener.offline(false);
        if (error.sessionIsLost && this.id !== null) {
          this.id = null;
          await this.#open(true);
        } else {
          this.#listener.failed(error);
        }
      } else if (!(error instanceof NetworkError)) {
        throw error;
      }
      return error;
    }
  }

  async #reconnect() {
    let wait = firstRetryMilliseconds;
    this.#listener.offline(true);
    for (;;) {
      await new Promise(resume => setTimeout(resume, wait));
      try {
        await request("GET", "/health/live");
        return;
      } catch (error) {
        if (error instanceof ProblemError) return;
      }
      wait = Math.min(wait * 2, lastRetryMilliseconds);
    }
  }
}
