import { labelling } from "./labelling.js";
import { observing } from "./observing.js";
import { reading } from "./reading.js";
import { selecting } from "./selecting.js";
import { windows } from "./windows.js";
import { zooming } from "./zooming.js";

/**
 * A property that the page offers: one of some values, or a switch when it has none.
 * @typedef {{property: string, name: string, initial: any, values?: {value: any, name: string}[]}} Option
 *
 * What only one modifier at a time can make sense of; turning one on turns the others that claim the same off.
 * @typedef {"drag" | "pinch" | "tap" | "pointer"} Claim
 *
 * @typedef {{rows: number, extent: [number, number], readsRows: boolean, hasDates: boolean}} Context what a specification may depend on
 *
 * A modifier type as the page offers it. `specify` turns the chosen options into the modifiers of the session, when they
 * are not one modifier with the options as its properties.
 * @typedef {{type: string, name: string, hint: string, isOn?: boolean, claims?: (options: object) => Claim[],
 *   options?: Option[], needsDates?: boolean,
 *   specify?: (options: object, context: Context) => (object & {id: string, surface?: string})[]}} Entry
 */

/** @type {{name: string, entries: Entry[]}[]} every modifier type of the server, in the order of the page */
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

/** @param {string} type */
export function entryOf(type) {
  return entries.find(entry => entry.type === type);
}
