// Loaded when the first session begins, and so it imports nothing.

/**
 * What a page follows of a session: `query` says what its events have, and `mine` names the client whose answers the page
 * gets beside the stream.
 * @typedef {{id: string, token: string | null, readonly mine: string, query: string, after?: number}} Followed
 *
 * `changed` gets each change of others; `rows` reports new rows in a dataset; `ended` reports that the session is gone,
 * `torn` that the connection is, and `refused` why the server does not tell of the session.
 * @typedef {{changed: (told: import("./types.js").Update) => void, rows: (told: {surfaces: import("./types.js").Surface[]}) => void,
 *   torn: () => void, ended: (told: object) => void, refused: (problem: import("./schemas.js").Problem) => void}} StreamListener
 *
 * @typedef {{followed: Followed, listener: StreamListener, rests: boolean}} Place
 * @typedef {{name: string, data: any}} StreamEvent
 */

/** How long a session waits before it is asked for again; a stream waits less, and not as long as others. */
const restMilliseconds = 5000;

/**
 * One stream of events for all sessions of one server that a page shows: a browser opens six connections to a host.
 *
 * It is closed while the page is hidden, and goes on after the last revisions that the page has.
 */
export class PageStream {
  /** @type {Map<string, Place>} by the names that the events have */
  #places = new Map();
  #count = 0;
  /** @type {Set<string>} the names that the open stream has */
  #sent = new Set();
  /** @type {string | null} by which the open stream is changed; null before it has begun */
  #id = null;
  /** @type {AbortController | null} what closes the open stream */
  #open = null;
  /** Whether a change is on its way to the server. */
  #isChanging = false;
  #server;

  /** @param {import("./server.js").Server} server */
  constructor(server) {
    this.#server = server;
    document.addEventListener("visibilitychange", () => this.#settle());
  }

  /**
   * Follows a session.
   * @param {Followed} followed
   * @param {StreamListener} listener
   * @returns {() => void} ends it
   */
  follow(followed, listener) {
    this.#count += 1;
    const name = String(this.#count);
    this.#places.set(name, { followed, listener, rests: false });
    this.#settleSoon();
    return () => {
      this.#places.delete(name);
      this.#settleSoon();
    };
  }

  /** Twenty charts that come together make one request. */
  #settleSoon() {
    queueMicrotask(() => this.#settle());
  }

  /** Brings the stream to what the page follows. */
  #settle() {
    const wanted = new Map([...this.#places].filter(([, { rests }]) => !rests));
    if (document.hidden || this.#places.size === 0) this.#close();
    else if (this.#open === null) this.#run(wanted);
    else if (this.#id !== null && !this.#isChanging) this.#change(wanted);
  }

  #close() {
    this.#open?.abort();
    this.#open = null;
    this.#id = null;
  }

  /**
   * Opens the stream, and takes its events until it ends.
   * @param {Map<string, Place>} wanted
   */
  async #run(wanted) {
    const open = new AbortController();
    this.#open = open;
    this.#sent = new Set(wanted.keys());
    try {
      const body = { sessions: [...wanted].map(([name, place]) => specification(name, place)) };
      const bytes = await this.#server.streamOf("POST", "/v1/streams", { body, signal: open.signal });
      for await (const event of eventsOf(bytes, open.signal)) {
        if (this.#open !== open) return;
        this.#take(event);
      }
    } catch {
      // It is opened again, as after its end.
    }
    if (this.#open !== open) return;
    this.#id = null;
    for (const { listener } of this.#places.values()) listener.torn();
    setTimeout(() => {
      if (this.#open !== open) return;
      this.#open = null;
      this.#settle();
    }, restMilliseconds * (0.1 + Math.random() / 2));
  }

  /**
   * Changes the open stream.
   * @param {Map<string, Place>} wanted
   */
  async #change(wanted) {
    const add = [...wanted].filter(([name]) => !this.#sent.has(name)).map(([name, place]) => specification(name, place));
    const remove = [...this.#sent].filter(name => !wanted.has(name));
    if (add.length + remove.length === 0) return;
    const id = this.#id;
    this.#isChanging = true;
    for (const { as } of add) this.#sent.add(as);
    for (const name of remove) this.#sent.delete(name);
    try {
      await this.#server.request("PATCH", `/v1/streams/${id}`, { body: { add, remove } });
    } catch {
      // Another server answers, or none: a new stream has all sessions.
      if (this.#id === id) this.#close();
    }
    this.#isChanging = false;
    this.#settle();
  }

  /** @param {StreamEvent} event */
  #take({ name, data }) {
    if (name === "stream") {
      this.#id = data.id;
      this.#settle();
      return;
    }
    const place = this.#places.get(data.as);
    if (!place) return;
    const { followed, listener } = place;
    if (name === "refused") this.#refuse(data.as, place, data.problem);
    else if (name === "end" && data.reason !== "shutdown") {
      this.#sent.delete(data.as);
      this.#places.delete(data.as);
      listener.ended(data);
    } else if (name === "data") listener.rows(data);
    else if (name === "state" || name === "update") {
      followed.after = data.revision;
      if (data.client !== followed.mine) listener.changed(data);
    }
  }

  /**
   * @param {string} name
   * @param {Place} place
   * @param {import("./schemas.js").Problem} problem why the server does not tell of the session
   */
  #refuse(name, place, problem) {
    this.#sent.delete(name);
    place.listener.refused(problem);
    place.rests = true;
    // A session has streams of so many sizes: without scenes, the page asks for its own after each change.
    place.followed.query = place.followed.query.replace(/scene=auto|&size[^&]*/g, "");
    setTimeout(() => {
      place.rests = false;
      this.#settle();
    }, restMilliseconds);
  }
}

/**
 * @param {string} name
 * @param {Place} place
 */
function specification(name, { followed: { id, token, mine, query, after } }) {
  return { id, token, as: name, mine, after, query: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * The events of a stream as they come.
 * @param {ReadableStream<Uint8Array>} bytes
 * @param {AbortSignal} signal that ends it
 * @returns {AsyncGenerator<StreamEvent>}
 */
async function* eventsOf(bytes, signal) {
  let text = "";
  const decoder = new TextDecoder();
  const reader = bytes.getReader();
  signal.addEventListener("abort", () => reader.cancel().catch(() => {}));
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += decoder.decode(piece.value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\ndata: (.*)/m.exec(block) ?? [];
      if (data) yield { name, data: JSON.parse(data) };
    }
  }
}
