/** Brings the open session of an element to another specification; loaded when one changes. */

import { isPreset, listOf } from "../modifiers/presets.js";

/**
 * @typedef {import("../types.js").Modifier} Modifier
 * @typedef {import("../types.js").SurfaceSpecification} SurfaceSpecification
 *
 * What an element shows.
 * @typedef {{main: SurfaceSpecification, overview: SurfaceSpecification | null}} Specifications
 *
 * A request about a modifier of a surface.
 * @typedef {{method: "PUT" | "PATCH" | "DELETE", path: string, body?: object}} ModifierChange
 *
 * @typedef {{surface: Record<string, unknown>, modifiers: ModifierChange[], list: Modifier[]}} Changes
 */

/** What a PATCH of a surface takes and a specification says. */
const members = /** @type {const} */ (["xAxes", "yAxes", "series", "window", "title", "description"]);

/**
 * Changes the session so that the range of x, the selection and what can be undone stay.
 * @param {import("./element-chart.js").ElementChart} chart
 * @param {import("../server.js").Server} server
 * @param {Specifications} before what the session shows
 * @param {Specifications} after
 * @returns {Promise<boolean>} whether the session takes it over; where only a new one can, nothing has been asked
 */
export async function adapt(chart, server, before, after) {
  const { session, main, overview } = chart;
  if (!session?.id) return false;
  /** @type {(old: SurfaceSpecification, next: SurfaceSpecification) => Changes | null | Promise<Changes | null>} */
  const changesOf = chart.isGuest ? ofModifiersAlone : (old, next) => between(server, old, next);
  const changes = await changesOf(before.main, after.main);
  if (!changes) return false;
  const pairs = [{ view: main, changes }];
  if (before.overview && after.overview) {
    const strip = await changesOf(before.overview, after.overview);
    if (!strip) return false;
    pairs.push({ view: overview, changes: strip });
  }
  chart.specification = after;
  for (const { view, changes: { surface, modifiers, list } } of pairs) {
    if (Object.keys(surface).length > 0) void session.patchSurface(view.id, surface);
    for (const { method, path, body } of modifiers) void session.change(view.id, method, path, body);
    // The page shows at once what it has asked for.
    const known = view.surface;
    if (known && Array.isArray(surface.series)) known.series = seriesAfter(known.series ?? [], surface.series, known.dataset);
    if (known) known.modifiers = list.map(modifier => ({ ...known.modifiers?.find(({ id }) => id === modifier.id), ...modifier }));
  }
  if (!chart.isGuest && !before.overview && after.overview) void session.extend(chart.specify().slice(1), [], problem => chart.failed(problem)).then(() => chart.adapted());
  if (!chart.isGuest && before.overview && !after.overview) void session.reduce([overview.id]).then(() => chart.adapted());
  chart.adapted();
  return true;
}

/**
 * @param {import("../server.js").Server} server
 * @param {SurfaceSpecification} before
 * @param {SurfaceSpecification} after
 * @returns {Promise<Changes | null>} null where a PATCH cannot say the difference
 */
async function between(server, before, after) {
  if (!isSame(without(before), without(after))) return null;
  /** @type {Record<string, unknown>} */
  const surface = {};
  for (const member of members) {
    if (isSame(before[member], after[member])) continue;
    const value = await said(server, member, before, after);
    if (value === undefined) return null;
    surface[member] = value;
  }
  if (isSame(before.modifiers, after.modifiers)) return { surface, modifiers: [], list: listOf(after) };
  const [old, next] = await Promise.all([before, after].map(specification => modifiersOf(server, specification)));
  return old && next && { surface, modifiers: modifierChanges(old, next), list: next };
}

/**
 * The changes of those modifiers that both lists have; the session of another page has its own list.
 * @param {SurfaceSpecification} before
 * @param {SurfaceSpecification} after
 * @returns {Changes}
 */
function ofModifiersAlone(before, after) {
  const [old, next] = [before, after].map(listOf);
  const both = next.filter(({ id }) => old.some(other => other.id === id));
  return { surface: {}, modifiers: patches(old, both), list: next };
}

/**
 * What a PATCH says of a member that has changed.
 * @param {import("../server.js").Server} server
 * @param {typeof members[number]} member
 * @param {SurfaceSpecification} before
 * @param {SurfaceSpecification} after
 * @returns {Promise<unknown>} undefined where it cannot
 */
async function said(server, member, before, after) {
  const [old, next] = [before[member], member === "series" ? seriesSaid(before, after) : after[member]];
  if (member === "title" || member === "description") return next ?? null;
  if (member === "series" && next === undefined) {
    /** @type {{columns: {name: string}[]} | null} */
    const dataset = await read(server, `/v1/datasets/${encodeURIComponent(after.dataset ?? "")}`);
    return dataset?.columns.slice(1).map(({ name }) => ({ y: name }));
  }
  // A PATCH keeps what it does not name.
  return old !== undefined && loses(old, next) ? undefined : next;
}

/**
 * The series, each of which says what it has no more, of those members that a PATCH takes back with null.
 * @param {SurfaceSpecification} before
 * @param {SurfaceSpecification} after
 */
function seriesSaid(before, after) {
  return after.series?.map(one => {
    const old = before.series?.find(other => nameOf(other) === nameOf(one));
    const lost = ["dataset", "transform", "gaps", "reading"].filter(member => old?.[member] && !(member in one));
    return { ...one, ...Object.fromEntries(lost.map(member => [member, null])) };
  });
}

/**
 * Whether something that stays has lost a member.
 * @param {unknown} old
 * @param {unknown} next
 * @returns {boolean}
 */
function loses(old, next) {
  if (typeof old !== "object" || typeof next !== "object" || old === null || next === null) return next === undefined;
  if (Array.isArray(old) && Array.isArray(next)) {
    return old.some(one => {
      const same = next.find(other => nameOf(other) === nameOf(one));
      return same !== undefined && loses(one, same);
    });
  }
  return Object.keys(old).some(key => !(key in next));
}

/**
 * The series of a surface after a PATCH of them.
 * @param {import("../types.js").Series[]} known
 * @param {import("../types.js").Series[]} changed
 * @param {string | null | undefined} dataset that of the surface
 * @returns {import("../types.js").Series[]}
 */
function seriesAfter(known, changed, dataset) {
  return changed.map(one => {
    const id = nameOf(one.dataset === dataset ? { ...one, dataset: undefined } : one) ?? "";
    return { name: id, visible: true, ...known.find(other => other.id === id), ...one, id };
  });
}

/** @param {{id?: string, dataset?: string | null, y?: string}} entry of a list */
function nameOf({ id, dataset, y }) {
  return id ?? (dataset ? `${dataset}.${y}` : y);
}

/**
 * The list that a specification names; null where it leaves the list to the server.
 * @param {import("../server.js").Server} server
 * @param {SurfaceSpecification} specification
 * @returns {Promise<Modifier[] | null>}
 */
async function modifiersOf(server, specification) {
  const { modifiers } = specification;
  if (!isPreset(modifiers)) return modifiers ? listOf(specification) : null;
  /** @type {{presets: {name: string, modifiers: Modifier[]}[]} | null} */
  const answer = await read(server, "/v1/modifiers");
  return answer && listOf(answer.presets.find(({ name }) => name === modifiers) ?? null);
}

/**
 * @param {import("../server.js").Server} server
 * @param {string} path
 * @returns {Promise<any>} null where the server tells it to none without a key, which a new session asks for
 */
async function read(server, path) {
  return server.request("GET", path).catch(() => null);
}

/**
 * The requests that turn one list of modifiers into another. Those that go, and go off, come first.
 * @param {Modifier[]} old
 * @param {Modifier[]} next
 * @returns {ModifierChange[]}
 */
function modifierChanges(old, next) {
  const lasting = old.filter(one => next.some(({ id, type }) => id === one.id && type === one.type));
  const order = next.filter(({ id }) => lasting.some(one => one.id === id));
  // The server has an order too: where that of the others has changed, all come anew.
  const stays = isSame(lasting.map(({ id }) => id), order.map(({ id }) => id)) ? lasting : [];
  const isThere = (/** @type {Modifier} */ { id }) => stays.some(one => one.id === id);
  const gone = old.filter(one => !isThere(one)).map(({ id }) => ({ method: /** @type {const} */ ("DELETE"), path: pathOf(id) }));
  // Each comes before the one behind it, which is there by then.
  const come = next.map((modifier, index) => ({ modifier, behind: next[index + 1]?.id })).reverse()
    .filter(({ modifier }) => !isThere(modifier))
    .map(({ modifier, behind }) => ({
      method: /** @type {const} */ ("PUT"), path: pathOf(modifier.id) + (behind ? `?before=${encodeURIComponent(behind)}` : ""), body: modifier,
    }));
  return [...gone, ...patches(stays, next.filter(isThere)), ...come];
}

/**
 * @param {Modifier[]} old
 * @param {Modifier[]} next of which `old` has each
 * @returns {ModifierChange[]}
 */
function patches(old, next) {
  const changes = next.flatMap(modifier => {
    const known = old.find(({ id }) => id === modifier.id) ?? {};
    const changed = Object.entries(modifier).filter(([key, value]) => !isSame(/** @type {Record<string, unknown>} */ (known)[key], value));
    if (loses(known, modifier)) return { method: /** @type {const} */ ("PUT"), path: pathOf(modifier.id), body: modifier };
    return changed.length > 0 ? { method: /** @type {const} */ ("PATCH"), path: pathOf(modifier.id), body: Object.fromEntries(changed) } : [];
  });
  const isOff = (/** @type {{body: Record<string, unknown>}} */ { body }) => body.isEnabled === false;
  return [...changes.filter(isOff), ...changes.filter(change => !isOff(change))];
}

/** @param {string} id */
function pathOf(id) {
  return `/modifiers/${encodeURIComponent(id)}`;
}

/** @param {SurfaceSpecification} specification */
function without(specification) {
  const names = [...members, "modifiers"];
  return Object.fromEntries(Object.entries(specification).filter(([name, value]) => value !== undefined && !names.includes(name)));
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
