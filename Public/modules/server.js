import { request, streamOf, textOf } from "./api.js";
import { Connection } from "./connection.js";
import { home } from "./home.js";

/** @typedef {import("./connection.js").ConnectionState} ConnectionState */

/** A browser opens six connections to a host over HTTP/1.1, of which a stream takes one. */
const [atOnce, atOnceOfOneConnection] = [5, 64];

/** One server. All elements of a page that show its charts share one connection. */
export class Server {
  connection;
  /** @type {import("./page-stream.js").PageStream | null} what the server tells of the sessions that the page shows */
  #stream = null;
  /** @type {Set<(state: ConnectionState) => void>} */
  #watchers = new Set();
  /** @type {Promise<import("./types.js").Palette> | null} */
  #palette = null;
  #base;

  /** @param {string} base the address of its folder, with a slash at the end */
  constructor(base) {
    this.#base = base;
    this.connection = new Connection(state => {
      for (const watcher of this.#watchers) watcher(state);
    }, undefined, () => this.request("GET", "/health/live"));
  }

  /**
   * The colours and the patterns of scenes, which all elements read once.
   * @param {string | null} token of any session
   */
  palette(token) {
    this.#palette ??= this.connection.insist(() => this.request("GET", "/v1/palette", { token }));
    this.#palette.catch(() => {
      this.#palette = null;
    });
    return this.#palette;
  }

  /** How many requests reach the server at once. */
  get mostAtOnce() {
    const [entry] = performance.getEntriesByType("resource").filter(({ name }) => name.startsWith(this.#base));
    const sharesConnection = entry instanceof PerformanceResourceTiming && /^h[23]/.test(entry.nextHopProtocol);
    return sharesConnection ? atOnceOfOneConnection : atOnce;
  }

  /** @param {string} path that begins with a slash */
  url(path) {
    return this.#base + path.slice(1);
  }

  /**
   * Sends one request and reads its JSON answer.
   * @template Answer
   * @param {string} method
   * @param {string} path
   * @param {import("./api.js").RequestOptions} [options]
   * @returns {Promise<Answer>}
   */
  request(method, path, options) {
    return request(method, this.url(path), options);
  }

  /**
   * Sends one request and reads its answer as text.
   * @param {string} method
   * @param {string} path
   * @param {import("./api.js").RequestOptions} [options]
   * @returns {Promise<string>}
   */
  textOf(method, path, options) {
    return textOf(method, this.url(path), options);
  }

  /**
   * Asks for an answer that is read as it comes.
   * @param {string} method
   * @param {string} path
   * @param {import("./api.js").RequestOptions} [options]
   */
  streamOf(method, path, options) {
    return streamOf(method, this.url(path), options);
  }

  /**
   * Follows a session in the page's one stream.
   * @param {import("./page-stream.js").Followed} followed
   * @param {import("./page-stream.js").StreamListener} listener
   * @returns {() => void} ends it
   */
  follow(followed, listener) {
    if (this.#stream) return this.#stream.follow(followed, listener);
    let isOver = false;
    let end = () => {};
    import(`${home}modules/page-stream.js`).then(({ PageStream }) => {
      const stream = this.#stream ??= new PageStream(this);
      if (!isOver) end = stream.follow(followed, listener);
    }, listener.torn);
    return () => {
      isOver = true;
      end();
    };
  }

  /**
   * Calls a function at each change of the connection.
   * @param {(state: ConnectionState) => void} watcher
   * @returns {() => void} ends the calls
   */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** @type {Map<string, Server>} */
const servers = new Map();

/**
 * The server at an address. Two calls with one address give the same server.
 * @param {string} address
 */
export function serverAt(address) {
  const url = new URL(address, document.baseURI).href;
  const base = url.endsWith("/") ? url : `${url}/`;
  const server = servers.get(base) ?? new Server(base);
  servers.set(base, server);
  return server;
}
