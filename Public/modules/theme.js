import { pageTexts } from "./page-texts.js";

const storageKey = "theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** @typedef {"light" | "dark"} Theme */

/**
 * Follows the system's light or dark theme until the button chooses the other one.
 * @param {HTMLButtonElement} button
 */
export function followTheme(button) {
  let choice = storedChoice();
  const apply = () => {
    const theme = choice ?? systemTheme();
    document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-label", pageTexts.switchTheme[opposite(theme)]);
  };
  button.addEventListener("click", () => {
    const next = opposite(choice ?? systemTheme());
    choice = next === systemTheme() ? null : next;
    store(choice);
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

/** @returns {Theme} */
function systemTheme() {
  return system.matches ? "dark" : "light";
}

/**
 * @param {Theme} theme
 * @returns {Theme}
 */
function opposite(theme) {
  return theme === "dark" ? "light" : "dark";
}

/** @returns {Theme | null} */
function storedChoice() {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "light" || stored === "dark" ? stored : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the choice for the next visit, where the browser allows it.
 * @param {Theme | null} choice null follows the system
 */
function store(choice) {
  try {
    if (choice === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Without storage the choice ends with the page.
  }
}
