const storageKey = "theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/**
 * Follows the system's light or dark until the button says otherwise.
 * @param {HTMLButtonElement} button
 * @param {() => void} changed
 */
export function followTheme(button, changed) {
  const apply = () => {
    const theme = chosen() ?? (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-label", `Switch to the ${opposite(theme)} theme`);
    changed();
  };
  button.addEventListener("click", () => {
    const next = opposite(document.documentElement.dataset.theme);
    remember(next === (system.matches ? "dark" : "light") ? null : next);
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

function opposite(theme) {
  return theme === "dark" ? "light" : "dark";
}

/** @returns {"light" | "dark" | null} */
function chosen() {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "light" || stored === "dark" ? stored : null;
  } catch {
    return null;
  }
}

/** @param {string | null} theme null follows the system again */
function remember(theme) {
  try {
    if (theme === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    document.documentElement.dataset.theme = theme ?? (system.matches ? "dark" : "light");
  }
}
