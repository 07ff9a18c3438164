/** @typedef {import("./types.js").Range} Range */

/**
 * What the page's address says of the view: its dataset, the ranges unless they show everything, the columns that are
 * hidden unless they are those that are hidden at first, whether y fits the rows in view, and whether series have patterns.
 * @typedef {{dataset: string | null, x: Range | null, y: Range | null, hidden: string[] | null, fits: boolean,
 *   patterns: boolean}} Place
 */

/**
 * @param {URL} address
 * @returns {Place}
 */
export function placeIn({ searchParams }) {
  return {
    dataset: searchParams.get("dataset"), x: rangeIn(searchParams.get("x")), y: rangeIn(searchParams.get("y")),
    hidden: searchParams.get("hidden")?.split("~").filter(Boolean) ?? null,
    fits: searchParams.get("fit") === "y", patterns: searchParams.has("patterns"),
  };
}

/**
 * The address of a view.
 * @param {URL} address of the page
 * @param {Place} place
 */
export function addressOf(address, { dataset, x, y, hidden, fits, patterns }) {
  const next = new URL(address);
  next.hash = "";
  /** @type {[string, string | null][]} */
  const members = [
    ["dataset", dataset], ["x", x && x.join("~")], ["y", y && y.join("~")], ["hidden", hidden && hidden.join("~")],
    ["fit", fits ? "y" : null], ["patterns", patterns ? "on" : null],
  ];
  for (const [name, value] of members) {
    if (value === null) next.searchParams.delete(name);
    else next.searchParams.set(name, value);
  }
  return next.href;
}

/**
 * @param {string | null} text two numbers with a tilde between them
 * @returns {Range | null}
 */
function rangeIn(text) {
  const [low, high, ...others] = (text ?? "").split("~").map(part => (part.trim() === "" ? NaN : Number(part)));
  return others.length === 0 && low < high ? [low, high] : null;
}
