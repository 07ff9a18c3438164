/**
 * The source of `/chart-surface-client.js`: a session without an element, for a canvas of one's own or for none. The
 * element is made from the same session.
 */

import { serverAt } from "./server.js";
import { Session } from "./session.js";

export { NetworkError, ProblemError } from "./api.js";
export { paintScene } from "./scene.js";
export { Session } from "./session.js";

/**
 * What a page does when something happens.
 * @typedef {{opened?: () => void, answered?: (surfaces: import("./session.js").Surface[]) => void, failed?: (problem: import("./api.js").ProblemError) => void,
 *   historyChanged?: (history: import("./types.js").History) => void, ended?: (problem?: import("./api.js").ProblemError) => void,
 *   idled?: () => void, busy?: () => void}} Events
 *
 * `server` is the address of the server, `key` the API key or JWT that opens a session, `form` what the scenes are like.
 * @typedef {Events & {server: string, key?: string | null,
 *   form?: {locale?: string | null, without?: string, pixelRatio?: number}}} Options
 */

const nothing = () => {};

/**
 * Opens a session.
 * @param {Options & {specification: import("./types.js").SessionSpecification}} options
 * @returns {Promise<Session>} once the server has answered, or has refused it, which `failed` tells
 */
export async function openSession({ specification, ...options }) {
  const session = made(options, specification);
  await session.open();
  return session;
}

/**
 * Joins a session of another page.
 * @param {Options & {session: string, token: string | null, looks?: boolean}} options `looks`: to look and no more
 * @returns {Promise<Session>}
 */
export async function joinSession({ session: id, token, looks = false, ...options }) {
  const session = made(options, { surfaces: [] });
  await session.join({ session: id, token, looks });
  return session;
}

/**
 * @param {Options} options
 * @param {import("./types.js").SessionSpecification} specification
 */
function made({ server, key = null, form = {}, ...events }, specification) {
  const session = new Session(serverAt(server), { use: send => send(key) }, () => specification, {
    opened: nothing, answered: nothing, failed: nothing, historyChanged: nothing, ended: nothing, idled: nothing, busy: nothing, ...events,
  });
  session.ask(form);
  return session;
}
