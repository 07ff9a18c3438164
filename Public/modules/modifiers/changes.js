/** @typedef {import("../types.js").Modifier} Modifier */

/**
 * The changes that turn one list of modifiers into another. Modifiers that go off come first.
 * @param {Modifier[]} before
 * @param {Modifier[]} after modifiers that `before` lacks are left out: only a new session has them
 * @returns {{id: string, change: import("../types.js").Change}[]}
 */
export function changesBetween(before, after) {
  const changes = after.flatMap(modifier => {
    const old = before.find(other => other.id === modifier.id);
    if (!old) return [];
    const changed = Object.keys(modifier).filter(key => JSON.stringify(old[key]) !== JSON.stringify(modifier[key]));
    return { id: modifier.id, change: Object.fromEntries(changed.map(key => [key, modifier[key]])) };
  });
  return [
    ...changes.filter(({ change }) => change.isEnabled === false),
    ...changes.filter(({ change }) => change.isEnabled !== false && Object.keys(change).length > 0),
  ];
}
