/**
 * `changed` gets each change; `rows` reports new rows in a dataset; `ended` reports that the session is gone, and `torn`
 * that the connection is.
 * @typedef {{changed: (told: import("./types.js").Update) => void, rows: (told: {surfaces: import("./types.js").Surface[]}) => void,
 *   torn: () => void, ended: (reason: string) => void}} StreamListener
 */

const pauseMilliseconds = 5000;

/**
 * What the server tells of a session's changes, until the stream is closed.
 *
 * The browser resumes a cut stream by itself. When the server refuses the stream, this class opens it again later.
 */
export class Stream {
  /** @type {EventSource | null} */
  #source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #address;
  #listener;

  /**
   * @param {string} address of the session's stream
   * @param {string} query what surfaces have
   * @param {string | null} token
   * @param {string | null} locale the language of the texts; null for that of the browser
   * @param {StreamListener} listener
   */
  constructor(address, query, token, locale, listener) {
    const more = [["token", token], ["locale", locale]].map(([name, value]) => (value ? `&${name}=${encodeURIComponent(value)}` : ""));
    this.#address = `${address}?${query}${more.join("")}`;
    this.#listener = listener;
    this.#open();
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    const source = new EventSource(this.#address);
    /** @param {MessageEvent<string>} event */
    const take = event => this.#listener.changed(JSON.parse(event.data));
    this.#source = source;
    source.addEventListener("state", take);
    source.addEventListener("update", take);
    source.addEventListener("data", event => this.#listener.rows(JSON.parse(event.data)));
    source.addEventListener("end", event => {
      const { reason } = JSON.parse(event.data);
      // The server has said when the browser is to come back.
      if (reason === "shutdown") return;
      this.close();
      this.#listener.ended(reason);
    });
    source.addEventListener("error", () => {
      if (source === this.#source) this.#listener.torn();
      if (source === this.#source && source.readyState === EventSource.CLOSED) this.#openLater();
    });
  }

  #openLater() {
    this.close();
    // A session has streams of so many sizes: without scenes, the page asks for its own after each change.
    this.#address = this.#address.replace(/scene=auto|&size[^&]*/g, "");
    this.#timer = setTimeout(() => this.#open(), pauseMilliseconds);
  }
}
