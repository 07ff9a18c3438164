/** @typedef {import("./types.js").Palette} Palette */

/** The properties that a page sets are called as the roles of the palette, except for these. */
const names = new Map([["ground", "card"], ["label", "text-faint"], ["grid.major", "grid"]]);

/** @param {string} role */
function propertyOf(role) {
  return names.get(role) ?? role.replace(".", "-");
}

/**
 * The style sheet that gives an element the colours of the server's palette, unless the page sets others. Where the
 * reader forces colours, only series have them.
 * @param {Palette} palette
 */
export function paletteSheet({ light, dark }) {
  const sheet = new CSSStyleSheet();
  /** @param {(role: string) => boolean} isWanted */
  const rules = isWanted => Object.keys(light).filter(isWanted).map(role => {
    const name = propertyOf(role);
    return `--${name}: var(--chart-${name}, light-dark(${light[role]}, ${dark[role]}));`;
  }).join("\n");
  /** @param {string} role */
  const isSeries = role => role.startsWith("series.");
  sheet.replaceSync(`:host { ${rules(isSeries)} } @media (forced-colors: none) { :host { ${rules(role => !isSeries(role))} } }`);
  return sheet;
}

/**
 * Reads the colours of the roles and the font from the style sheets, which alone decide between light and dark.
 * @param {HTMLElement} element in the tree that has the style sheets
 * @param {Palette} palette
 * @param {boolean} hasPatterns
 * @returns {import("./scene.js").Look}
 */
export function lookOf(element, palette, hasPatterns) {
  const probe = document.createElement("span");
  probe.hidden = true;
  // Where the reader forces colours, the style sheet names the system's; the series keep their own.
  probe.style.setProperty("forced-color-adjust", "none");
  element.after(probe);
  const colors = new Map(Object.keys(palette.light).map(role => {
    probe.style.color = `var(--${propertyOf(role)})`;
    return [role, getComputedStyle(probe).color];
  }));
  probe.remove();
  return { colors, font: getComputedStyle(element).fontFamily, patterns: hasPatterns ? palette.patterns : null };
}
