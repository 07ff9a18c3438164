import { home, languageFor, languages } from "../chart-surface.js";

/** How each language calls itself. */
const names = {
  en: "English", de: "Deutsch", fr: "Français", es: "Español", pt: "Português", ja: "日本語", "zh-Hans": "简体中文", ar: "العربية", hi: "हिन्दी",
};
const storageKey = "language";
const spokenAttributes = ["aria-label", "title"];
/** What is no text of the page: code, names of data, and what the element and the log write in their own language. */
const untranslated = "code, pre, kbd, script, style, chart-surface, .log, .status, .summary, #dataset, #language, #sums";

/** @type {WeakMap<Node, Map<string, {english: string, shown: string}>>} the texts of nodes, by the name of an attribute or "" */
const told = new WeakMap();
/** @type {Record<string, string>} English texts and those of the language */
let dictionary = {};

/**
 * A text of the page in the language of the moment.
 * @param {string} text in English
 */
export function say(text) {
  return dictionary[text] ?? text;
}

/** The language that the reader has chosen, or the browser's. */
export function chosenLanguage() {
  return languageFor([stored(), ...navigator.languages].filter(tag => tag !== ""));
}

/**
 * Shows the page in a language: every text that stands in its markup, also what was added since.
 * @param {string} language one of `languages`
 */
export async function translatePage(language) {
  dictionary = language === "en" ? {} : await loaded(language);
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest(untranslated)) {
      const text = node;
      text.data = text.data.replace(/\S(?:.*\S)?/s, () => spoken(text, "", text.data));
    } else if (node instanceof Element && !node.closest(untranslated)) {
      for (const name of spokenAttributes) {
        const text = node.getAttribute(name);
        if (text !== null) node.setAttribute(name, spoken(node, name, text));
      }
    }
  }
}

/**
 * Fills the list of languages, and keeps the reader's choice for the next visit.
 * @param {HTMLSelectElement} list
 * @param {(language: string) => void} chosen
 */
export function offerLanguages(list, chosen) {
  list.replaceChildren(...languages.map(language => new Option(names[/** @type {keyof typeof names} */ (language)], language)));
  for (const option of list.options) option.lang = option.value;
  list.value = chosenLanguage();
  list.addEventListener("change", () => {
    try {
      localStorage.setItem(storageKey, list.value);
    } catch {
      // Without storage the choice ends with the page.
    }
    chosen(list.value);
  });
}

/**
 * @param {Node} node
 * @param {string} name
 * @param {string} text that stands there now
 */
function spoken(node, name, text) {
  const texts = told.get(node) ?? new Map();
  told.set(node, texts);
  const before = texts.get(name);
  // Another text than the one shown last was written by the page since, in English.
  const now = text.trim().replaceAll(/\s+/g, " ");
  const english = before?.shown === now ? before.english : now;
  const shown = say(english);
  texts.set(name, { english, shown });
  return shown;
}

/**
 * @param {string} language
 * @returns {Promise<Record<string, string>>}
 */
async function loaded(language) {
  try {
    const answer = await fetch(`${home}texts/page/${language}.json`);
    return answer.ok ? await answer.json() : {};
  } catch {
    // Without its catalogue a language is English.
    return {};
  }
}

function stored() {
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}
