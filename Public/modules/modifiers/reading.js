import { choice } from "./options.js";

/** On the page, readings are those of rows at first. */
const initial = { useInterpolation: false };
/** @type {import("./catalogue.js").Offer["claims"]} */
const claims = ({ followsPan }) => (followsPan ? ["pointer", "drag"] : ["pointer"]);

/** @type {import("./catalogue.js").Offer[]} */
export const reading = [
  {
    type: "cursor",
    name: "Cursor",
    hint: "Point, or rest a finger and then slide it, to read every series at the cross.",
    isOn: true,
    claims,
    initial,
    specify: ({ useInterpolation, ...options }, { readsRows }) => [{ id: "cursor", useInterpolation: useInterpolation && !readsRows, ...options }],
  },
  {
    type: "tooltip",
    name: "Tooltip",
    hint: "Point, or rest a finger and then slide it, to read the nearest series.",
    claims,
    initial,
  },
  {
    type: "rollover",
    name: "Rollover",
    hint: "Point, or rest a finger and then slide it, to read all series on one line.",
    claims,
    initial,
  },
  {
    type: "verticalSlice",
    name: "Vertical slices",
    hint: "Look at the fixed lines; point, or rest a finger, for one more.",
    claims,
    initial,
    own: [choice("slices", "Fixed lines", 2, { None: 0, One: 1, Two: 2, Three: 3 })],
    specify: ({ slices, ...options }, { extent }) => [{ id: "verticalSlice", slices: extent ? between(extent, Number(slices)) : [], ...options }],
  },
];

/**
 * Values that divide an extent into equal parts.
 * @param {import("../types.js").Range} extent
 * @param {number} count
 */
function between([low, high], count) {
  return Array.from({ length: count }, (_, index) => low + ((high - low) * (index + 1)) / (count + 1));
}
