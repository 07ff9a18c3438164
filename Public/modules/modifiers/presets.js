/** @typedef {import("../types.js").Modifier} Modifier */

/**
 * Whether modifiers are given by the name of a preset, whose list the server has.
 * @param {unknown} modifiers
 * @returns {modifiers is string}
 */
export function isPreset(modifiers) {
  return typeof modifiers === "string" && /^(dashboard|trading|sensor|map|kiosk)$/.test(modifiers);
}

/**
 * The modifiers that a specification lists, with the ids that the server gives them; none where it names a preset.
 * @param {{modifiers?: Modifier[] | string} | null} specification
 * @returns {Modifier[]}
 */
export function listOf(specification) {
  const { modifiers } = specification ?? {};
  return Array.isArray(modifiers) ? modifiers.map(modifier => ({ ...modifier, id: modifier.id ?? modifier.type })) : [];
}
