/** The server answered with a problem document (RFC 9457). */
export class ProblemError extends Error {
  /**
   * @param {number} status
   * @param {import("./types.js").Problem} problem
   * @param {number} [retryAfterSeconds]
   */
  constructor(status, problem, retryAfterSeconds = 0) {
    super(problem.detail || problem.title || `The server answered ${status}.`);
    this.name = "ProblemError";
    this.status = status;
    this.code = problem.code ?? "";
    this.pointer = problem.pointer ?? "";
    this.scope = problem.scope ?? "";
    this.line = problem.line ?? null;
    this.expectedSequence = problem.expectedSequence ?? null;
    this.retryAfterMilliseconds = 1000 * retryAfterSeconds;
  }

  /**
   * Whether the session (or its one surface) no longer exists on the server. A server that asks for keys answers for a
   * session that is gone as for a token of another session.
   */
  get sessionIsLost() {
    if (this.status === 410 || this.code === "auth.token-unknown") return true;
    return this.status === 404 && ["session.unknown", "surface.unknown", ""].includes(this.code);
  }

  /** Whether the server answers the same request when it comes with a key, or with another one. */
  get asksForKey() {
    return this.status === 401 && this.code.startsWith("auth.");
  }

  /** Whether the server applied nothing, and may accept the same request later. */
  get isPassing() {
    return this.status >= 500 || this.status === 429;
  }
}

/** No answer of the server arrived; the server may have applied the request. */
export class NetworkError extends Error {
  constructor() {
    super("The server cannot be reached.");
    this.name = "NetworkError";
  }
}

const patienceMilliseconds = 15_000;

/**
 * @typedef {{body?: object | string | Blob, type?: string, token?: string | null, keepalive?: boolean, locale?: string | null, isNew?: boolean, signal?: AbortSignal}} RequestOptions
 *   `locale` is the language of the answer's texts; that of the browser when left out. `isNew`: the server refuses the
 *   request where it has such a resource already. A Blob is sent as it is, however long that takes. `signal` gives the
 *   request up until its answer has come; it then ends with the signal's reason
 */

/**
 * A path in which each value is one step, whatever it has in it: path`/v1/sessions/${id}`.
 * @param {TemplateStringsArray} texts
 * @param {...(string | null)} steps
 */
export function path(texts, ...steps) {
  return texts.reduce((made, text, index) => made + encodeURIComponent(steps[index - 1] ?? "") + text);
}

/**
 * Sends one request and reads its JSON answer.
 * @template Answer the shape that `/openapi.json` gives this answer; the page does not check it
 * @param {string} method
 * @param {string} address
 * @param {RequestOptions} [options]
 * @returns {Promise<Answer>} the parsed body; null when the answer has none
 * @throws {ProblemError | NetworkError}
 */
export async function request(method, address, options = {}) {
  return answerIn(await textOf(method, address, options));
}

/**
 * Sends one request and reads its answer as text.
 * @param {string} method
 * @param {string} address
 * @param {RequestOptions} [options]
 * @returns {Promise<string>}
 * @throws {ProblemError | NetworkError}
 */
export async function textOf(method, address, options = {}) {
  return send(method, address, options, response => response.text());
}

/**
 * Asks for an answer that is read as it comes.
 * @param {string} method
 * @param {string} address
 * @param {RequestOptions} [options]
 * @returns {Promise<ReadableStream<Uint8Array>>}
 * @throws {ProblemError | NetworkError}
 */
export async function streamOf(method, address, options = {}) {
  return send(method, address, options, async response => response.body ?? new Blob().stream());
}

/**
 * @template Content
 * @param {string} method
 * @param {string} address
 * @param {RequestOptions} options
 * @param {(response: Response) => Promise<Content>} read
 * @returns {Promise<Content>} what a good answer holds
 */
async function send(method, address, options, read) {
  const { body, type = "application/json", token, keepalive = false, locale, isNew = false, signal } = options;
  const headers = new Headers({ Accept: "application/json, image/svg+xml" });
  if (locale) headers.set("Accept-Language", locale);
  if (body !== undefined) headers.set("Content-Type", type);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (isNew) headers.set("If-None-Match", "*");
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  signal?.throwIfAborted();
  signal?.addEventListener("abort", giveUp);
  const isFile = body instanceof Blob;
  const timer = isFile ? undefined : setTimeout(giveUp, patienceMilliseconds);
  let response, content, text = "";
  try {
    response = await fetch(address, {
      method,
      headers,
      body: body === undefined || typeof body === "string" || isFile ? body : JSON.stringify(body),
      keepalive,
      signal: keepalive ? undefined : patience.signal,
    });
    if (response.ok) content = await read(response);
    else text = await response.text();
  } catch {
    signal?.throwIfAborted();
    throw new NetworkError();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
  if (content !== undefined) return content;
  throw new ProblemError(response.status, problemIn(text), Number(response.headers.get("Retry-After")) || 0);
}

/**
 * @param {string} text
 * @throws {NetworkError} the text is not JSON: something between the page and the server wrote it
 */
function answerIn(text) {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new NetworkError();
  }
}

/**
 * @param {string} text
 * @returns {import("./types.js").Problem} an empty one when the text is not JSON
 */
function problemIn(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
