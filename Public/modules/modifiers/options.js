import { properties } from "./properties.js";

/**
 * @typedef {import("./catalogue.js").Option} Option
 * @typedef {import("./catalogue.js").OptionValue} OptionValue
 */

/**
 * The types of modifiers with their properties, as the server describes them.
 * @typedef {typeof properties} Types
 */

/**
 * The words that a property takes.
 * @template {keyof Types} Type
 * @template {keyof Types[Type]} Property
 * @typedef {Types[Type][Property] extends {values: readonly (infer Word)[]} ? Word & string : never} Words
 */

/**
 * A property with a choice of the words that it takes.
 * @template {keyof Types} Type
 * @template {keyof Types[Type] & string} Property
 * @param {Type} type
 * @param {Property} property
 * @param {string} name
 * @param {{[word in Words<Type, Property>]?: string}} names the words that the page offers, with their names on it
 * @param {Words<Type, Property>} [initial] the server's default unless given
 * @returns {Option}
 */
export function words(type, property, name, names, initial) {
  const values = Object.entries(names).map(([value, title]) => ({ name: String(title), value }));
  return { property, name, initial: initial ?? initialOf(type, property), values };
}

/**
 * A property that is on or off.
 * @template {keyof Types} Type
 * @param {Type} type
 * @param {keyof Types[Type] & string} property
 * @param {string} name
 * @param {boolean} [initial] the server's default unless given
 * @returns {Option}
 */
export function toggle(type, property, name, initial) {
  return { property, name, initial: initial ?? initialOf(type, property) };
}

/**
 * A choice that is the page's own.
 * @param {string} property
 * @param {string} name
 * @param {OptionValue} initial
 * @param {Record<string, OptionValue>} values by their names on the page
 * @returns {Option}
 */
export function choice(property, name, initial, values) {
  return { property, name, initial, values: Object.entries(values).map(([title, value]) => ({ name: title, value })) };
}

/**
 * @param {"zoomPan" | "pinchZoom" | "mouseWheelZoom" | "zoomExtents" | "rubberBandZoom"} type
 * @param {"x"} [initial]
 */
export function direction(type, initial) {
  return words(type, "direction", "Direction", { xy: "Both", x: "Only x", y: "Only y" }, initial);
}

export const clipModes = {
  clipAtExtents: "Stop at the ends",
  stretchAtExtents: "Squeeze at the ends",
  clipAtMin: "Stop at the start",
  clipAtMax: "Stop at the end",
  none: "Never stop",
};

/** @param {"marquee" | "dataPointSelection" | "seriesSelection"} type */
export function selectionMode(type) {
  return words(type, "mode", "Adds to the selection", { replace: "Replaces it", union: "Joins it", invert: "Inverts it" });
}

/**
 * @param {keyof Types} type
 * @param {string} property
 * @returns {OptionValue}
 */
function initialOf(type, property) {
  const described = /** @type {Record<string, {initial: OptionValue}>} */ (/** @type {unknown} */ (properties[type]));
  return described[property].initial;
}
