import { labelling } from "./labelling.js";
import { observing } from "./observing.js";
import { reading } from "./reading.js";
import { selecting } from "./selecting.js";
import { windows } from "./windows.js";
import { zooming } from "./zooming.js";

/**
 * A property that the page offers: a choice of values, or a switch when it has no `values`.
 * @typedef {string | number | boolean} OptionValue
 * @typedef {Record<string, OptionValue>} OptionValues by property
 * @typedef {{value: OptionValue, name: string}[]} Values
 * @typedef {{property: string, name: string, initial: OptionValue, values?: Values}} Option
 *
 * What only one modifier at a time can use: turning one on turns off the others with the same claim.
 * @typedef {"drag" | "pinch" | "tap" | "pointer"} Claim
 *
 * What a specification may depend on.
 * @typedef {{extent: import("../types.js").Range | null, readsRows: boolean, hasDates: boolean}} DatasetFacts
 *
 * A modifier of the session; without a surface it belongs to the chart.
 * @typedef {{id: string, surface?: import("../surface-view.js").SurfaceID, isEnabled?: boolean,
 *   [property: string]: unknown}} Specified
 *
 * A modifier type as the page offers it. `specify` turns the chosen options into modifiers. Without it there is one
 * modifier, with the options as its properties.
 * @typedef {{type: string, name: string, hint: string, isOn?: boolean, claims?: (options: OptionValues) => Claim[],
 *   options?: Option[], needsDates?: boolean, specify?: (options: OptionValues, facts: DatasetFacts) => Specified[]}} Entry
 * @typedef {{name: string, entries: Entry[]}} Group
 */

/** @type {Group[]} every modifier type of the server, in the order of the page */
export const groups = [
  { name: "Pan and zoom", entries: zooming },
  { name: "Axes and window", entries: windows },
  { name: "Read values", entries: reading },
  { name: "Select", entries: selecting },
  { name: "Label", entries: labelling },
  { name: "Observe and share", entries: observing },
];

/** @type {Entry[]} */
export const entries = groups.flatMap(group => group.entries);
