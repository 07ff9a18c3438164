import { path, ProblemError } from "./api.js";
import { Batcher } from "./batcher.js";
import { Lane } from "./lane.js";
import { Pace } from "./pace.js";
import { isAboutNumber, Pipeline } from "./pipeline.js";
import { mergedSurface } from "./surface-merge.js";

/**
 * @typedef {import("./surface-merge.js").Surface} Surface
 * @typedef {import("./types.js").Change} Change
 * @typedef {import("./types.js").InputEvent} InputEvent
 * @typedef {import("./types.js").Session} State
 * @typedef {import("./types.js").Update} Update
 *
 * What the session reports: `opened` before the first answer is taken over, `busy` when another viewer's fingers are
 * down, `ended` when the server has removed the session or does not take its token, `idled` when a request was added or
 * has finished.
 * @typedef {{opened: () => void, answered: (surfaces: Surface[]) => void, failed: (problem: ProblemError) => void,
 *   historyChanged: (history: import("./types.js").History) => void, ended: (problem?: ProblemError) => void,
 *   idled: () => void, busy: () => void}} Listener
 */

/** The share of the plot's length that is drawn beyond it on each side: what a finger moves in before the answer comes. */
const overscan = 0.25;
const [leastRatio, mostRatio] = [1, 4];
const noHistory = { undo: 0, redo: 0 };

/** One session on the server with all its surfaces. The lane lets batches go side by side, and all else one after the other. */
export class Session {
  /** @type {string | null} */
  id = null;
  /** @type {Map<string, Surface>} */
  surfaces = new Map();
  revision = 0;
  roundTripMilliseconds = 0;
  lane;
  /** Whether the page has given out or followed a link to the session. A shared session outlives the page. */
  isShared = false;
  /** Whether the page has joined to look: it then changes nothing, and asks what a pointer would read. */
  looksOnly = false;
  /** What the page wants of scenes: their language, null for that of the browser, what they leave out, and their sizes. */
  #form = { locale: /** @type {string | null} */ (null), without: "title,legend", pixelRatio: 1, sizes: "" };
  /**
   * The sizes of the surfaces of a shared session on this page: the page asks for these, and says them.
   * @type {Record<string, import("./types.js").Size>}
   */
  sizes = {};
  /** The time zone of the session. */
  #timeZone = "UTC";
  /** Whether the newest change came from another viewer. */
  isDrivenByOthers = false;
  /** @type {string | null} */
  #token = null;
  /** @type {string | null} what lets others look; null where the server has not told it to this page */
  #viewerToken = null;
  /** Ends what the page's stream tells of the session. */
  #unfollow = () => {};
  /** @type {Update[]} what the stream has told and the page has not taken over yet */
  #told = [];
  /** Gives up the requests about the open session when it ends. */
  #calls = new AbortController();
  /** How many requests wait for their answer. */
  #requests = 0;
  /** @type {Promise<State> | null} the whole session, where it was asked for */
  #looking = null;
  #pipeline = this.#makePipeline();
  #pace = new Pace(() => this.#server.mostAtOnce);
  #server;
  #connection;
  #access;
  #describe;
  #listener;

  /**
   * @param {import("./server.js").Server} server
   * @param {import("./credentials.js").KeyUse} access the key for a new session; the session's own calls have its token alone
   * @param {() => import("./types.js").SessionSpecification} describe the session to create
   * @param {Listener} listener
   */
  constructor(server, access, describe, listener) {
    this.#server = server;
    this.#connection = server.connection;
    this.#access = access;
    this.#describe = describe;
    this.#listener = listener;
    this.lane = new Lane(() => listener.idled());
  }

  /**
   * Closes the session and creates a new one.
   * @param {(problem: ProblemError) => void} [refused] called where the server refuses it; without it the listener is
   */
  open(refused) {
    return this.lane.run(async () => {
      this.close();
      this.#calls = new AbortController();
      this.#token = null;
      this.looksOnly = false;
      await this.#guard(async () => {
        /** @type {import("./types.js").CreatedSession} */
        const answer = await this.#connection.insist(() => this.#access.use(
          key => this.#timed("POST", `/v1/sessions?${this.#query}`, this.#describe(), key),
        ));
        this.#viewerToken = answer.viewerToken ?? null;
        await this.#begin(answer, answer.driverToken ?? null);
      }, undefined, refused);
    });
  }

  /**
   * Joins a session that another page has shared.
   * @param {import("./sharing.js").Invitation} invitation
   */
  join({ session, token, looks = false }) {
    return this.lane.run(async () => {
      this.close();
      this.#calls = new AbortController();
      this.looksOnly = looks;
      this.#viewerToken = looks ? token : null;
      this.id = session;
      this.#token = token;
      // Before the answer: a page that is left meanwhile does not delete the session of another page.
      this.isShared = true;
      await this.#guard(async () => {
        const answer = await this.#look();
        await this.#begin(answer, token);
      });
    });
  }

  /**
   * @param {State} answer
   * @param {string | null} token
   */
  async #begin(answer, token) {
    this.id = answer.id;
    this.#token = token;
    this.#pipeline = this.#makePipeline();
    this.revision = -1;
    this.surfaces.clear();
    this.#listener.opened();
    await this.#take(answer);
    this.isDrivenByOthers = this.isShared;
    this.#follow(answer.id);
  }

  /**
   * What another page needs to join.
   * @param {boolean} looks whether it may look and no more
   * @returns {import("./sharing.js").Invitation | null} null when no session is open, and for a link to look where this
   *   page has joined with the driver's token and does not know the viewer's
   */
  invitation(looks) {
    if (this.id === null || (looks && this.#token !== null && this.#viewerToken === null)) return null;
    return looks ? { session: this.id, token: this.#viewerToken, looks } : { session: this.id, token: this.#token };
  }

  /** Closes the session. The server deletes it unless it is shared. Also works while the browser leaves the page. */
  close() {
    if (this.id === null) return;
    if (!this.isShared) {
      this.#calls.abort();
      this.#server.request("DELETE", path`/v1/sessions/${this.id}`, { token: this.#token, keepalive: true }).catch(() => {});
    }
    this.#leave();
  }

  #leave() {
    this.#unfollow();
    this.id = null;
    this.isShared = false;
    this.sizes = {};
    this.#listener.historyChanged(noHistory);
  }

  /**
   * Takes over what the server tells of other viewers' changes.
   * @param {string} id
   */
  #follow(id) {
    /**
     * @template Told
     * @param {(told: Told) => void} act
     * @returns {(told: Told) => void}
     */
    const ifHere = act => told => {
      if (this.id === id) act(told);
    };
    const locale = this.#form.locale === null ? "" : `&locale=${this.#form.locale}`;
    const pipeline = this.#pipeline;
    const followed = { id, token: this.#token, query: this.#query + locale, get mine() { return pipeline.client; } };
    this.#unfollow = this.#server.follow(followed, {
      changed: ifHere(told => this.#takeFromOthers(told)),
      rows: ifHere(told => this.#takeRows(told)),
      torn: () => void this.#connection.probe(),
      ended: ifHere(() => this.#lose()),
      refused: ifHere(told => {
        const problem = new ProblemError(told.status, told);
        if (problem.sessionIsLost) this.#lose(problem);
      }),
    });
  }

  /** @param {ProblemError} [problem] that a request met */
  #lose(problem) {
    this.#calls.abort();
    this.#leave();
    this.#listener.ended(problem);
  }

  /**
   * Takes over surfaces that have got rows, which is no change of the session.
   * @param {{surfaces: import("./types.js").Surface[]}} told
   */
  #takeRows({ surfaces }) {
    const changed = this.#merged(surfaces, false);
    if (changed.length > 0) this.#listener.answered(changed);
    if (surfaces.some(({ scene }) => !scene)) this.lane.run(() => this.#request(() => this.#look()));
  }

  /**
   * Takes over what the stream tells. While a request is in flight it waits: the answer to the request tells more.
   * @param {Update} told
   */
  #takeFromOthers(told) {
    this.#told.push(told);
    if (this.#requests === 0) this.#takeTold();
  }

  /** @param {number} [before] the revision up to which it is taken over; all of it when left out */
  #takeTold(before = Infinity) {
    const waiting = this.#told.findIndex(({ revision }) => revision >= before);
    const taken = this.#told.splice(0, waiting < 0 ? this.#told.length : waiting);
    for (const told of taken) this.#accept(told, { isFromStream: true });
  }

  /**
   * What collects the events of a surface and sends them, several batches side by side.
   * @param {string} surface
   * @param {(last: InputEvent) => void} [answered] called with the last event of a batch before its answer is taken over,
   *   or when the server has refused the batch
   */
  batcher(surface, answered = () => {}) {
    return new Batcher(
      send => this.lane.runBeside(() => this.#pace.turn().then(send)),
      events => this.#post(surface, events, () => answered(events[events.length - 1])),
    );
  }

  /**
   * Sends one batch, and repeats it until the server answers.
   * @param {string} surface
   * @param {InputEvent[]} events
   * @param {() => void} answered called before the answer is taken over, or when the server refuses the batch
   */
  async #post(surface, events, answered) {
    if (this.looksOnly) return this.#glance(surface, events).finally(answered);
    const { [surface]: frame, ...frames } = this.sizes;
    const batch = { surface, events, frame, frames: frame && frames };
    await this.#request(() => this.#pace.fly(() => this.#pipeline.post(batch)).finally(answered), () => {
      if (events.some(isDeliberate)) this.#listener.busy();
    });
  }

  /**
   * Reads a surface under a pointer that may not change it.
   * @param {string} surface
   * @param {InputEvent[]} events
   */
  async #glance(surface, events) {
    const address = `${path`/v1/sessions/${this.id}/surfaces/${surface}/events`}?dryRun=true&${this.#query}`;
    const answer = await this.#guard(() => this.#pace.fly(() => this.#timed("POST", address, { events })));
    const before = this.surfaces.get(surface);
    if (!answer || !before) return;
    const told = /** @type {Update} */ (answer).surfaces.filter(({ id, revision }) => id === surface && revision >= before.revision);
    this.#listener.answered(this.#merged(told.map(({ scene, overlays }) => ({ ...before, scene, overlays })), false));
  }

  #makePipeline() {
    /** @type {Pipeline} */
    const pipeline = new Pipeline({
      send: ({ surface, ...batch }) => this.#connection.insist(() => {
        if (this.#connection.state !== "online") pipeline.tear();
        return this.#send(surface, "POST", "/events", batch);
      }),
      mend: async refusal => {
        if (!isBusy(refusal)) await this.#startAfresh();
      },
    });
    return pipeline;
  }

  /**
   * @param {string} surface
   * @param {{command: import("./types.js").CommandName}} command
   */
  command(surface, command) {
    if (this.looksOnly) return Promise.resolve();
    return this.lane.run(async () => {
      const answer = await this.#request(() => this.#connection.sendOnce(() => this.#send(surface, "POST", "/commands", command)));
      if (answer === null) await this.#startAfresh();
    });
  }

  /**
   * Says how large a surface is on this page. A shared one keeps its size until a gesture on this page changes it.
   * @param {string} surface
   * @param {import("./types.js").Size} size
   */
  fit(surface, size) {
    if (this.isShared) {
      this.sizes[surface] = size;
      this.ask({});
    } else this.patchSurface(surface, { size });
  }

  /**
   * @param {string} surface
   * @param {Change} change to the surface itself
   */
  patchSurface(surface, change) {
    return this.change(surface, "PATCH", "", change);
  }

  /**
   * @param {string} surface
   * @param {string} id
   * @param {Change} change
   */
  patchModifier(surface, id, change) {
    return this.change(surface, "PATCH", path`/modifiers/${id}`, change);
  }

  /**
   * @param {string} surface
   * @param {"PUT" | "PATCH" | "DELETE"} method
   * @param {string} rest the path behind that of the surface
   * @param {object} [body]
   */
  change(surface, method, rest, body) {
    if (this.looksOnly) return Promise.resolve();
    return this.lane.run(async () => {
      // The surface may have gone meanwhile.
      if (!this.surfaces.has(surface)) return undefined;
      return this.#request(async () => (await this.#connection.insist(() => this.#send(surface, method, rest, body))) ?? this.#look());
    });
  }

  /**
   * @param {string} surface
   * @param {string} axis
   * @param {Change} change
   */
  patchAxis(surface, axis, change) {
    return this.change(surface, "PATCH", path`/axes/${axis}`, change);
  }

  /**
   * Adds surfaces and sets the links of all surfaces.
   * @param {object[]} surfaces
   * @param {object[]} links
   * @param {(problem: ProblemError) => void} refused
   */
  extend(surfaces, links, refused) {
    return this.lane.run(() => this.#request(async () => {
      for (const surface of surfaces) {
        await this.#connection.insist(() => this.#timed("POST", `${path`/v1/sessions/${this.id}/surfaces`}?${this.#query}`, surface));
      }
      if (links.length > 0) await this.#connection.insist(() => this.#timed("PATCH", path`/v1/sessions/${this.id}`, { links }));
      return this.#look();
    }, undefined, refused));
  }

  /**
   * Removes surfaces, and sets the links of the others where some are given.
   * @param {string[]} surfaces
   * @param {object[]} [links]
   */
  reduce(surfaces, links) {
    return this.lane.run(() => this.#request(async () => {
      if (links) await this.#connection.insist(() => this.#timed("PATCH", path`/v1/sessions/${this.id}`, { links }));
      for (const surface of surfaces.filter(id => this.surfaces.has(id))) {
        await this.#connection.insist(() => this.#timed("DELETE", path`/v1/sessions/${this.id}/surfaces/${surface}`));
        this.surfaces.delete(surface);
      }
      return null;
    }));
  }

  /** Ends the gestures that the page has forgotten, and reads the whole session. */
  #startAfresh() {
    return this.#request(async () => {
      for (const surface of this.surfaces.keys()) {
        await this.#connection.insist(() => this.#send(surface, "POST", "/commands", { command: "cancelGestures" }));
      }
      return this.#look();
    });
  }

  /**
   * @param {string} surface
   * @param {string} method
   * @param {string} rest the path behind that of the surface
   * @param {object} [body]
   * @returns {Promise<Update>}
   */
  #send(surface, method, rest, body) {
    const query = method === "DELETE" ? "" : `${rest.includes("?") ? "&" : "?"}${this.#query}`;
    return this.#timed(method, `${path`/v1/sessions/${this.id}/surfaces/${surface}`}${rest}${query}`, body);
  }

  /**
   * @template Answer
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {string | null} [token]
   * @returns {Promise<Answer>}
   */
  async #timed(method, path, body, token = this.#token) {
    const start = performance.now();
    /** @type {Answer} */
    const answer = await this.#server.request(method, path, { body, token, locale: this.#form.locale, signal: this.#calls.signal });
    this.roundTripMilliseconds = performance.now() - start;
    return answer;
  }

  /**
   * Sends a request about the open session, and takes the answer over.
   * @template {Update | null} Answer
   * @param {() => Promise<Answer>} send
   * @param {() => void} [whenBusy] called when another viewer's fingers are down
   * @param {(problem: ProblemError) => void} [refused] called with another problem; without it the listener is
   * @returns {Promise<Answer | undefined>} undefined when the server answered with a problem, or no session is open
   */
  #request(send, whenBusy, refused) {
    if (this.id === null) return Promise.resolve(undefined);
    this.#requests += 1;
    return this.#guard(async () => {
      const answer = await send();
      if (answer !== null) await this.#take(answer);
      return answer;
    }, whenBusy, refused).finally(() => {
      this.#requests -= 1;
      if (this.#requests === 0) this.#takeTold();
    });
  }

  /**
   * @template Result
   * @param {() => Promise<Result>} action
   * @param {() => void} [whenBusy]
   * @param {(problem: ProblemError) => void} [refused]
   * @returns {Promise<Result | undefined>} undefined when the server answered with a problem, or the page has deleted
   *   the session meanwhile
   */
  async #guard(action, whenBusy = () => {}, refused = problem => this.#listener.failed(problem)) {
    const { signal } = this.#calls;
    try {
      return await action();
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof ProblemError)) throw error;
      if (error.sessionIsLost && this.id !== null) {
        this.#lose(error);
      } else if (isBusy(error)) {
        whenBusy();
      } else if (!isAboutNumber(error)) {
        refused(error);
      }
      return undefined;
    }
  }

  /**
   * Takes over an answer. Reads the whole session when the scene of a surface cannot be made from it.
   * @param {Update} answer
   */
  async #take(answer) {
    this.#takeTold(answer.revision);
    this.#accept(answer, { isFromStream: false });
    if (this.#isDrawn) return;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    this.#accept(await this.#looking, { isFromStream: false });
  }

  /** Whether the page has the newest scene of each surface. */
  get #isDrawn() {
    return [...this.surfaces.values()].every(({ drawn, revision }) => drawn === revision);
  }

  /**
   * What a person who does not see a surface is told. It changes nothing, so it waits for no other request.
   * @param {string} surface
   * @returns {Promise<import("./types.js").Description>}
   */
  describe(surface) {
    const address = path`/v1/sessions/${this.id}/surfaces/${surface}/description`;
    return this.#read(reading => this.#server.request("GET", address, { ...reading, locale: this.#form.locale }));
  }

  /** The colours and the patterns of scenes. */
  palette() {
    return this.#server.palette(this.#token);
  }

  /**
   * The rows of the window of a surface, as far as they are drawn.
   * @param {string} surface
   * @returns {Promise<import("./types.js").Window>}
   */
  async windowOf(surface) {
    const address = `${path`/v1/sessions/${this.id}/surfaces/${surface}`}?window=full&layout=columns&ticks=false`;
    /** @type {{window: import("./types.js").Window}} */
    const { window } = await this.#read(reading => this.#server.request("GET", address, reading));
    return window;
  }

  /**
   * All that a picture of a surface shows.
   * @param {string} surface
   * @returns {Promise<import("./types.js").Scene>}
   */
  async sceneOf(surface) {
    const address = `${path`/v1/sessions/${this.id}/surfaces/${surface}`}?scene=full&ticks=false`;
    /** @type {{scene: import("./types.js").Scene}} */
    const { scene } = await this.#read(reading => this.#server.request("GET", address, { ...reading, locale: this.#form.locale }));
    return scene;
  }

  /**
   * A surface as SVG.
   * @param {string} surface
   * @param {Record<string, string>} query
   * @returns {Promise<string>}
   */
  drawingOf(surface, query) {
    const image = path`/v1/sessions/${this.id}/surfaces/${surface}/image.svg`;
    return this.#read(reading => this.#server.textOf("GET", `${image}?${new URLSearchParams(query)}`, reading));
  }

  /**
   * All rows of the window of a surface as CSV, as they come.
   * @param {string} surface
   */
  rowsOf(surface) {
    const address = `${path`/v1/sessions/${this.id}/surfaces/${surface}/rows`}?format=csv`;
    return this.#read(reading => this.#server.streamOf("GET", address, reading));
  }

  /**
   * Sends a request that changes nothing, and so waits for no other. It never ends where the session has ended meanwhile.
   * @template Answer
   * @param {(reading: {token: string | null, signal: AbortSignal}) => Promise<Answer>} send
   * @returns {Promise<Answer>}
   */
  #read(send) {
    const { signal } = this.#calls;
    return send({ token: this.#token, signal }).catch(error => {
      if (signal.aborted) return new Promise(() => {});
      throw error;
    });
  }

  /** The language of the texts of answers; null for that of the browser. */
  get locale() {
    return this.#form.locale;
  }

  /**
   * Asks for other scenes from now on: in a language, or for another screen.
   * @param {{locale?: string | null, without?: string, pixelRatio?: number}} form
   */
  ask(form) {
    const before = JSON.stringify(this.#form);
    const sizes = Object.entries(this.sizes).map(([id, { width, height }]) => `&size.${id}=${width}x${height}`);
    Object.assign(this.#form, form, { sizes: sizes.join("") });
    if (JSON.stringify(this.#form) === before || this.id === null) return;
    this.#unfollow();
    this.#follow(this.id);
    this.lane.run(() => this.#request(() => this.#look()));
  }

  /** What each answer with surfaces has: the layers of their scenes that have changed. */
  get #query() {
    const { without, pixelRatio, sizes } = this.#form;
    const ratio = Math.min(Math.max(pixelRatio, leastRatio), mostRatio);
    return `scene=auto&ticks=false&without=${without}&pixelRatio=${ratio}&overscan=${overscan}${sizes}`;
  }

  /** @returns {Promise<State>} */
  #look() {
    return this.#connection.insist(() => this.#timed("GET", `${path`/v1/sessions/${this.id}`}?${this.#query}`));
  }

  /**
   * Takes over what is newer than what the page knows: answers and the stream may overtake each other, and the end.
   * @param {Update} told
   * @param {{isFromStream: boolean}} source
   */
  #accept({ revision, surfaces, history, timeZone }, { isFromStream }) {
    if (this.id === null) return;
    this.#timeZone = timeZone ?? this.#timeZone;
    const changed = this.#merged(surfaces, isFromStream);
    if (revision > this.revision || !isFromStream) this.isDrivenByOthers = isFromStream;
    if (revision >= this.revision) this.#listener.historyChanged(history);
    this.revision = Math.max(this.revision, revision);
    if (changed.length > 0) this.#listener.answered(changed);
    if (isFromStream && !this.#isDrawn) this.lane.run(() => this.#request(() => this.#look()));
    // The page has names of the series of its own; the list of a modifier has the same role.
    const hasList = [...this.surfaces.values()].some(({ overlays }) => overlays.some(({ kind }) => kind === "legend"));
    this.ask({ without: hasList ? "title" : "title,legend" });
  }

  /**
   * Keeps what is newer than what the page knows.
   * @param {import("./types.js").Surface[]} surfaces
   * @param {boolean} isFromStream
   * @returns {Surface[]} those that have changed
   */
  #merged(surfaces, isFromStream) {
    return surfaces.flatMap(told => {
      const surface = mergedSurface(this.surfaces.get(told.id), told, isFromStream, this.#timeZone);
      if (surface) this.surfaces.set(surface.id, surface);
      return surface ?? [];
    });
  }
}

/**
 * Whether a request was refused because another viewer's fingers are down.
 * @param {unknown} error
 */
function isBusy(error) {
  return error instanceof ProblemError && error.code === "session.driver-busy";
}

/**
 * Whether an event is an action of the user.
 * @param {InputEvent} event
 */
function isDeliberate({ type }) {
  return type !== "tick" && type !== "hover";
}
