import { choice, toggle } from "./options.js";

/**
 * @typedef {"cursor" | "tooltip" | "rollover" | "verticalSlice"} Reader
 * @param {Reader} type
 */
const interpolation = type => toggle(type, "useInterpolation", "Between the rows too", false);
/** @param {Reader} type */
const followsPan = type => toggle(type, "followsPan", "Follows a drag at once");
/** @type {import("./catalogue.js").Entry["claims"]} */
const claims = ({ followsPan }) => (followsPan ? ["pointer", "drag"] : ["pointer"]);

/** @type {import("./catalogue.js").Entry[]} */
export const reading = [
  {
    type: "cursor",
    name: "Cursor",
    hint: "Point, or rest a finger and then slide it, to read every series at the cross.",
    isOn: true,
    claims: () => ["pointer"],
    options: [interpolation("cursor")],
    specify: ({ useInterpolation }, { readsRows }) => [{ id: "cursor", useInterpolation: useInterpolation && !readsRows }],
  },
  {
    type: "tooltip",
    name: "Tooltip",
    hint: "Point, or rest a finger and then slide it, to read the nearest series.",
    claims,
    options: [interpolation("tooltip"), followsPan("tooltip")],
  },
  {
    type: "rollover",
    name: "Rollover",
    hint: "Point, or rest a finger and then slide it, to read all series on one line.",
    claims,
    options: [interpolation("rollover"), followsPan("rollover")],
  },
  {
    type: "verticalSlice",
    name: "Vertical slices",
    hint: "Look at the fixed lines; point, or rest a finger, for one more.",
    claims,
    options: [choice("slices", "Fixed lines", 2, { None: 0, One: 1, Two: 2, Three: 3 }), interpolation("verticalSlice"), followsPan("verticalSlice")],
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
