import { ProblemError } from "./api.js";

/**
 * A key that the server has refused, and why.
 * @typedef {{key: string | null, problem: ProblemError}} Refusal
 *
 * Gives the key for the calls that do not belong to a session; null for none.
 * @typedef {(refusal: Refusal | null) => string | null | Promise<string | null>} Credentials
 *
 * Sends a request with a key.
 * @typedef {{use: <Answer>(send: (key: string | null) => Promise<Answer>) => Promise<Answer>}} KeyUse
 */

/** The reader has closed the dialog without a key. */
export class NoKeyError extends ProblemError {
  constructor() {
    super(401, { code: "auth.token-missing", detail: "The server needs a key." });
    this.name = "NoKeyError";
  }
}

/**
 * Sends a request with the key that a function gives, and repeats it while the function gives another key.
 * @template Answer
 * @param {Credentials} credentials
 * @param {(key: string | null) => Promise<Answer>} send
 * @returns {Promise<Answer>}
 * @throws {ProblemError} a refusal that another key cannot change
 */
export async function withCredentials(credentials, send) {
  let key = await credentials(null);
  for (;;) {
    try {
      return await send(key);
    } catch (error) {
      if (!(error instanceof ProblemError && error.asksForKey)) throw error;
      const next = await credentials({ key, problem: error });
      if (next === key) throw error;
      key = next;
    }
  }
}
