/**
 * The server answered with a problem document (RFC 9457).
 */
export class ProblemError extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, title?: string, detail?: string, pointer?: string, expectedSequence?: number}} problem
   * @param {number} [retryAfterSeconds]
   */
  constructor(status, problem, retryAfterSeconds = 0) {
    super(problem.detail || problem.title || `The server answered ${status}.`);
    this.name = "ProblemError";
    this.status = status;
    this.code = problem.code ?? "";
    this.pointer = problem.pointer ?? "";
    this.expectedSequence = problem.expectedSequence ?? null;
    this.retryAfterMilliseconds = 1000 * retryAfterSeconds;
  }

  /** Whether the session (or its one surface) no longer exists on the server. */
  get sessionIsLost() {
    if (this.status === 410) return true;
    return this.status === 404 && ["session.unknown", "surface.unknown", ""].includes(this.code);
  }

  /** Whether nothing was applied now, and the same request may be taken later. */
  get isPassing() {
    return this.status >= 500 || this.status === 429;
  }
}

/** No answer arrived: the request may or may not have been applied. */
export class NetworkError extends Error {
  constructor() {
    super("The server cannot be reached.");
    this.name = "NetworkError";
  }
}

const patienceMilliseconds = 15_000;

/**
 * Sends one request and reads its JSON answer.
 * @param {string} method
 * @param {string} path
 * @param {{body?: object, token?: string | null, keepalive?: boolean}} [options]
 * @returns {Promise<any>} the parsed body, null when the answer has none
 * @throws {ProblemError | NetworkError}
 */
export async function request(method, path, { body, token, keepalive = false } = {}) {
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (token) headers.set("Authorization", `Bearer ${token}`);
  let response, text;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      keepalive,
      signal: keepalive ? undefined : AbortSignal.timeout(patienceMilliseconds),
    });
    text = await response.text();
  } catch {
    throw new NetworkError();
  }
  const answer = parse(text);
  if (!response.ok) throw new ProblemError(response.status, answer ?? {}, Number(response.headers.get("Retry-After")) || 0);
  return answer;
}

/** @param {string} text */
function parse(text) {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
