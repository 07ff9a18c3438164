/**
 * @typedef {import("./catalogue.js").Option} Option
 * @typedef {import("./catalogue.js").OptionValue} OptionValue
 */

/**
 * A property with a choice of values.
 * @param {string} property
 * @param {string} name
 * @param {OptionValue} initial
 * @param {Record<string, OptionValue>} values the server's values by their names on the page
 * @returns {Option}
 */
export function choice(property, name, initial, values) {
  return { property, name, initial, values: Object.entries(values).map(([title, value]) => ({ name: title, value })) };
}

/**
 * A property that is on or off.
 * @param {string} property
 * @param {string} name
 * @param {boolean} [initial]
 * @returns {Option}
 */
export function toggle(property, name, initial = false) {
  return { property, name, initial };
}

/** @param {string} initial */
export function direction(initial = "xy") {
  return choice("direction", "Direction", initial, { "Both": "xy", "Only x": "x", "Only y": "y" });
}

export const clipModes = {
  "Stop at the ends": "clipAtExtents",
  "Squeeze at the ends": "stretchAtExtents",
  "Stop at the start": "clipAtMin",
  "Stop at the end": "clipAtMax",
  "Never stop": "none",
};

export const selectionMode = choice("mode", "Adds to the selection", "replace", {
  "Replaces it": "replace",
  "Joins it": "union",
  "Inverts it": "invert",
});
