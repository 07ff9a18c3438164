import { labelling } from "./labelling.js";
import { noting } from "./noting.js";
import { observing } from "./observing.js";
import { optionsOf } from "./options.js";
import { reading } from "./reading.js";
import { selecting } from "./selecting.js";
import { windows } from "./windows.js";
import { zooming } from "./zooming.js";

/**
 * A property that the page offers: a choice of values, a number between bounds, or a switch.
 * @typedef {string | number | boolean | null} OptionValue
 * @typedef {Record<string, OptionValue>} OptionValues by property
 * @typedef {{value: OptionValue, name: string}[]} Values
 * @typedef {{property: string, name: string, initial: OptionValue, values?: Values, bounds?: (number | null)[]}} Option
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
 * A modifier type as the page offers it. Its options are its properties; `own` ones are the page's and go before
 * properties of their names, `initial` are other values at first, and what it `hides` has no option. `specify` turns the
 * chosen options into modifiers. Without it there is one modifier, with the options as its properties.
 * @typedef {{type: string, name: string, hint: string, isOn?: boolean, claims?: (options: OptionValues) => Claim[],
 *   own?: Option[], initial?: OptionValues, hides?: string[], needsDates?: boolean,
 *   specify?: (options: OptionValues, facts: DatasetFacts) => Specified[]}} Offer
 * @typedef {Offer & {options: Option[]}} Entry
 * @typedef {{name: string, entries: Entry[]}} Group
 */

/**
 * @param {string} name
 * @param {Offer[]} offers
 * @returns {Group}
 */
function group(name, offers) {
  return { name, entries: offers.map(offer => ({ ...offer, options: optionsOf(offer) })) };
}

/** @type {Group[]} every modifier type of the server, in the order of the page */
export const groups = [
  group("Pan and zoom", zooming),
  group("Axes and window", windows),
  group("Read values", reading),
  group("Select", selecting),
  group("Label", labelling),
  group("Notes", noting),
  group("Observe and share", observing),
];

/** @type {Entry[]} */
export const entries = groups.flatMap(({ entries }) => entries);
