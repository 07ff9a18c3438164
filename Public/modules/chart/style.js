/**
 * @typedef {{text: string, faint: string, grid: string, minorGrid: string, line: string, card: string, accent: string,
 *   accentFill: string, raised: string, veil: string, font: string, series: string[]}} ChartStyle
 */

const seriesColors = 8;

/**
 * Reads the chart's colours and font from the style sheet, which alone decides between light and dark.
 * @param {HTMLElement} element in the tree that has the style sheet
 * @returns {ChartStyle}
 */
export function chartStyle(element) {
  const probe = document.createElement("span");
  probe.hidden = true;
  // Where the reader forces colours, the style sheet names the system's; the series keep their own.
  probe.style.setProperty("forced-color-adjust", "none");
  element.after(probe);
  /** @param {string} name */
  const color = name => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const style = {
    text: color("text"),
    faint: color("text-faint"),
    grid: color("grid"),
    minorGrid: color("grid-minor"),
    line: color("axis"),
    card: color("card"),
    accent: color("accent"),
    accentFill: color("accent-fill"),
    raised: color("raised"),
    veil: color("veil"),
    font: getComputedStyle(element).fontFamily,
    series: Array.from({ length: seriesColors }, (_, index) => color(`series-${index + 1}`)),
  };
  probe.remove();
  return style;
}
