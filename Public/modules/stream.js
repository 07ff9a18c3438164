/** @typedef {{changed: (told: object) => void, rows: (told: {dataset: string}) => void, ended: (reason: string) => void}} StreamListener */

const query = "window=auto&layout=columns";
const pauseMilliseconds = 5000;

/**
 * What the server tells of a session while others drive it, until it is closed.
 *
 * The browser asks again by itself when the stream is cut, from where it was; where the server refuses it, this does.
 */
export class Stream {
  /** @type {EventSource | null} */
  #source = null;
  #timer = 0;
  #address;
  #listener;

  /**
   * @param {string} session
   * @param {string | null} token
   * @param {StreamListener} listener
   */
  constructor(session, token, listener) {
    this.#address = `/v1/sessions/${session}/stream?${query}${token ? `&token=${encodeURIComponent(token)}` : ""}`;
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
    const take = event => this.#listener.changed(JSON.parse(event.data));
    this.#source = source;
    source.addEventListener("state", take);
    source.addEventListener("update", take);
    source.addEventListener("data", event => this.#listener.rows(JSON.parse(event.data)));
    source.addEventListener("end", event => {
      const { reason } = JSON.parse(event.data);
      if (reason === "shutdown") return this.#openLater();
      this.close();
      this.#listener.ended(reason);
    });
    source.addEventListener("error", () => {
      if (source === this.#source && source.readyState === EventSource.CLOSED) this.#openLater();
    });
  }

  #openLater() {
    this.close();
    this.#timer = setTimeout(() => this.#open(), pauseMilliseconds);
  }
}
