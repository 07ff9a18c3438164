import { Session } from "../client.js";

/**
 * @typedef {import("../api.js").ProblemError} ProblemError
 * @typedef {import("../server.js").Server} Server
 * @typedef {import("../session.js").Session} SessionOfHub
 * @typedef {import("../session.js").Surface} Surface
 * @typedef {import("../types.js").SurfaceSpecification} SurfaceSpecification
 *
 * An element's part in a session. `specify` describes its surfaces; `link` says whether its x range is linked.
 * @typedef {{specify: () => SurfaceSpecification[], mainID: string, surfaceIDs: string[], opened: () => void,
 *   answered: (surfaces: Surface[]) => void, failed: (problem: ProblemError) => void, refused: (problem: ProblemError) => void, busy: () => void,
 *   historyChanged: (history: import("../types.js").History) => void, ended: (problem?: ProblemError) => void,
 *   idled: () => void, showPointed: () => void,
 *   locale: string | null, timeZone?: string}} Member
 */

/** One session and the elements of the page that show it: they share its stream and the order of its requests. */
export class Hub {
  session;
  /** @type {Member[]} */
  #members = [];
  /** @type {Member[]} those whose surfaces the session has, or is asked for */
  #shown = [];
  #count = 0;
  /** @type {number | null} the x under a pointer, which all linked charts show */
  pointed = null;
  #isOpening = false;
  #emptied;

  /**
   * @param {Server} server
   * @param {import("../credentials.js").KeyUse} access
   * @param {() => void} emptied called when the last element has gone
   */
  constructor(server, access, emptied) {
    this.#emptied = emptied;
    /** @type {(act: (member: Member) => void) => void} */
    const each = act => this.#each(act);
    this.session = new Session(server, access, () => this.#describe(), {
      opened: () => each(member => member.opened()),
      answered: surfaces => each(member => member.answered(surfaces)),
      failed: problem => each(member => member.failed(problem)),
      busy: () => each(member => member.busy()),
      historyChanged: history => each(member => member.historyChanged(history)),
      ended: problem => each(member => member.ended(problem)),
      idled: () => each(member => member.idled()),
    });
  }

  /** @param {(member: Member) => void} act */
  #each(act) {
    for (const member of [...this.#members]) act(member);
  }

  /** The name of the next member's surfaces: empty for the first, then `-2` and so on. */
  nextSuffix() {
    this.#count += 1;
    return this.#count === 1 ? "" : `-${this.#count}`;
  }

  /**
   * Adds an element. The session opens when the elements of this moment have been added.
   * @param {Member} member
   */
  add(member) {
    this.#members.push(member);
    if (this.#members.length === 1) this.session.ask({ locale: member.locale, pixelRatio: devicePixelRatio });
    if (this.session.id !== null) return this.#extend(member);
    if (this.#isOpening) return Promise.resolve();
    this.#isOpening = true;
    return Promise.resolve().then(() => this.open());
  }

  /**
   * Adds the surfaces of an element to the open session.
   * @param {Member} member
   */
  async #extend(member) {
    this.#shown.push(member);
    await this.session.extend(member.specify(), this.#links(), problem => this.#refuse(member, problem));
  }

  /**
   * Goes on without an element whose surfaces the server has refused.
   * @param {Member} member
   * @param {ProblemError} problem
   */
  #refuse(member, problem) {
    this.#forget(member);
    member.refused(problem);
  }

  /** @param {Member} member */
  #forget(member) {
    this.#members = this.#members.filter(other => other !== member);
    this.#shown = this.#shown.filter(other => other !== member);
  }

  /**
   * Adds an element that shows a session of another page.
   * @param {Member} member
   * @param {import("../sharing.js").Invitation} invitation
   */
  async join(member, invitation) {
    this.#members.push(member);
    if (this.#members.length === 1) {
      this.session.ask({ locale: member.locale, pixelRatio: devicePixelRatio });
      return this.session.join(invitation);
    }
    await this.session.lane.run(async () => {});
    if (this.session.id === null) return;
    member.opened();
    member.answered([...this.session.surfaces.values()]);
  }

  /** Opens the session, or a new one in its place, without the elements that the server refuses. */
  async open() {
    this.#isOpening = true;
    /** @type {ProblemError[]} */
    const refusals = [];
    do {
      refusals.length = 0;
      await this.session.open(problem => refusals.push(problem));
    } while (refusals.some(problem => this.#parts(problem)));
    this.#isOpening = false;
    // Those that have come since the session was described.
    const late = this.session.id === null ? [] : this.#members.filter(member => !this.#shown.includes(member));
    for (const member of late) void this.#extend(member);
  }

  /**
   * Tells an element of a refusal that is about it alone, or all of any other.
   * @param {ProblemError} problem
   * @returns {boolean} whether the others go on without the element
   */
  #parts(problem) {
    const [, list, index] = /^\/(surfaces|links\/0\/axes)(?:\/(\d+))?/.exec(problem.pointer) ?? [];
    const owners = list === "surfaces" ? this.#shown.flatMap(member => member.specify().map(() => member)) : this.#shown;
    const owner = list && owners.at(Number(index ?? -1));
    if (!owner || this.#members.length === 1) {
      this.#each(member => member.failed(problem));
      return false;
    }
    this.#refuse(owner, problem);
    return true;
  }

  /**
   * Removes an element and its surfaces; the last one closes the session.
   * @param {Member} member
   */
  remove(member) {
    if (!this.#members.includes(member)) return;
    this.#forget(member);
    if (this.#members.length === 0) {
      this.session.close();
      this.#emptied();
    } else if (!this.session.isShared) this.session.reduce(member.surfaceIDs, this.#links());
  }

  /**
   * Shows on the other charts where the pointer is on one.
   * @param {Member} member
   * @param {number | null} x
   */
  point(member, x) {
    if (x === this.pointed || this.#members.length < 2) return;
    this.pointed = x;
    for (const other of this.#members) if (other !== member) other.showPointed();
  }

  #describe() {
    this.#shown = [...this.#members];
    const links = this.#links();
    const timeZone = this.#members.find(member => member.timeZone)?.timeZone;
    return { surfaces: this.#members.flatMap(member => member.specify()), ...(links.length > 0 ? { links } : {}), timeZone };
  }

  /** @returns {import("../types.js").Link[]} */
  #links() {
    if (this.#shown.length < 2) return [];
    return [{ axes: this.#shown.map(({ mainID }) => `${mainID}/x`), kind: "same" }];
  }
}

/** @type {Map<string, Hub>} */
const hubs = new Map();

/**
 * The hub that elements with one key share. Without a key the element has a hub of its own.
 * @param {string | null} key
 * @param {Server} server
 * @param {import("../credentials.js").KeyUse} access
 */
export function hubFor(key, server, access) {
  const known = key === null ? undefined : hubs.get(key);
  if (known) return known;
  const hub = new Hub(server, access, () => {
    if (key !== null && hubs.get(key) === hub) hubs.delete(key);
  });
  if (key !== null) hubs.set(key, hub);
  return hub;
}
