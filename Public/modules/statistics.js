import { formatNumber, formatReading, textElement, titleOf } from "../chart-surface.js";

/**
 * Writes what the values in view amount to, a line for each visible series.
 * @param {HTMLElement} body the body of the table
 * @param {import("./types.js").Description["series"]} series
 */
export function showStatistics(body, series) {
  body.replaceChildren(...series.map(({ name, count, mean, minimum, maximum, change }) => {
    const row = document.createElement("tr");
    const texts = [formatNumber(count), formatReading(mean), formatNumber(minimum?.value), formatNumber(maximum?.value)];
    const moved = `${(change ?? 0) > 0 ? "+" : ""}${formatReading(change)}`;
    const head = Object.assign(textElement("th", titleOf(name)), { scope: "row" });
    row.append(head, ...[...texts, moved].map(text => textElement("td", text)));
    return row;
  }));
}
