import { NoKeyError, withCredentials } from "../chart-surface.js";
import { pageTexts } from "./page-texts.js";
import { isSendable } from "./key-dialog.js";

/**
 * @typedef {import("./api.js").ProblemError} ProblemError
 * @typedef {import("./credentials.js").Refusal} Refusal
 */

const storageKey = "key";

/**
 * The key of this tab: an API key or a JWT, for the calls that do not belong to a session.
 *
 * The first refused call asks the reader for a key; calls that are refused meanwhile wait for the same answer. The key
 * stays in the tab's session storage. It goes into the `Authorization` header alone: never into a URL, a link or a log.
 * A key that the page's address has is taken out of it.
 */
export class Access {
  /** @type {string | null} */
  #key = storedKey();
  /** @type {Promise<void> | null} settles when the reader has answered; null while the page does not ask */
  #asking = null;
  #ask;
  #changed;

  /**
   * @param {(fault: string) => Promise<string | null>} ask asks for a key; `fault` says why the server refused the
   *   last one. The promise resolves to null when the reader closes the dialog without a key.
   * @param {(hasKey: boolean) => void} changed
   */
  constructor(ask, changed) {
    this.#ask = ask;
    this.#changed = changed;
    changed(this.#key !== null);
    this.takeFromAddress();
  }

  /**
   * Takes the key out of the page's address, where the first start of a server has shown it, and keeps it. Browsers do not
   * send the part after `#`, and after this the address can be shown and sent.
   * @returns {boolean} whether there was one
   */
  takeFromAddress() {
    const address = new URL(location.href);
    const members = new URLSearchParams(address.hash.slice(1));
    const key = members.get("key");
    if (key === null) return false;
    members.delete("key");
    address.hash = members.toString();
    history.replaceState(null, "", address);
    if (!isSendable(key)) return false;
    this.#keep(key);
    return true;
  }

  /** The key that the tab keeps; null without one. */
  get key() {
    return this.#key;
  }

  /**
   * Sends a request with the key, and repeats it with a new key while the server refuses the key.
   * @template Answer
   * @param {(key: string | null) => Promise<Answer>} send
   * @returns {Promise<Answer>}
   * @throws {ProblemError} a refusal that another key cannot change, or a `NoKeyError`
   */
  use(send) {
    return withCredentials(refusal => this.supply(refusal), send);
  }

  /**
   * The key to send next.
   * @param {Refusal | null} refusal of the last key
   */
  async supply(refusal) {
    if (refusal) await this.#replace(refusal.key, refusal.problem);
    return this.#key;
  }

  forget() {
    this.#keep(null);
  }

  /**
   * Forgets a refused key and asks for another one, unless another call has already done so.
   * @param {string | null} refused
   * @param {ProblemError} problem
   */
  async #replace(refused, problem) {
    if (this.#asking === null && this.#key !== refused) return;
    this.#asking ??= this.#askFor(refused === null ? "" : faultOf(problem)).finally(() => {
      this.#asking = null;
    });
    await this.#asking;
  }

  /** @param {string} fault */
  async #askFor(fault) {
    this.#keep(null);
    const key = await this.#ask(fault);
    if (key === null) throw new NoKeyError();
    this.#keep(key);
  }

  /** @param {string | null} key */
  #keep(key) {
    this.#key = key;
    try {
      if (key === null) sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, key);
    } catch {
      // Without storage the key ends with the page.
    }
    this.#changed(key !== null);
  }
}

/** @returns {string | null} */
function storedKey() {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/**
 * Why the server has refused a key, and what the reader can do.
 * @param {ProblemError} problem
 */
function faultOf({ code, message }) {
  switch (code) {
    case "auth.key-unknown":
    case "auth.token-unknown":
      return pageTexts.keyUnknown;
    case "auth.key-expired":
      return pageTexts.keyExpired;
    case "auth.key-revoked":
      return pageTexts.keyRevoked;
    case "auth.jwt-expired":
      return pageTexts.jwtExpired;
    default:
      return pageTexts.keyRefused(message);
  }
}
