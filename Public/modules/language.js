import { home } from "./home.js";
import { texts } from "./texts.js";

/** The languages with texts; English stands in the modules, the others in `texts/` of the server. */
export const languages = ["en", "de", "fr", "es", "pt", "ja", "zh-Hans", "ar", "hi"];
/** What the page speaks now. Texts have one language for all elements of a page: that of the last one that asked. */
export const speech = { language: "en" };
/** The texts that follow the language, each with what it is in English. */
const spoken = [{ texts: /** @type {object} */ (texts), english: /** @type {object} */ ({ ...texts }) }];
/** @type {Record<string, unknown>} the texts of the language; empty for English */
let catalogue = {};
/** @type {Map<string, Promise<Record<string, unknown>>>} */
const catalogues = new Map();

/**
 * The best language with texts for a list of tags; English without any.
 * @param {readonly string[]} tags in the order of preference
 */
export function languageFor(tags) {
  for (const tag of tags) {
    const [language, ...more] = tag.toLowerCase().split("-");
    if (language === "zh" && !more.some(part => ["hant", "tw", "hk", "mo"].includes(part))) return "zh-Hans";
    if (languages.includes(language)) return language;
  }
  return "en";
}

/**
 * Makes the texts those of a language.
 * @param {string} language one of `languages`
 * @returns {Promise<boolean>} whether the texts have changed
 */
export async function speak(language) {
  if (language === speech.language) return false;
  if (language === "en") catalogue = {};
  else {
    const known = catalogues.get(language) ?? fetch(`${home}texts/${language}.json`).then(answer => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))));
    catalogues.set(language, known);
    try {
      catalogue = await known;
    } catch {
      // Without its catalogue a language is English. The next call asks for it again.
      catalogues.delete(language);
      return false;
    }
  }
  speech.language = language;
  spoken.forEach(say);
  return true;
}

/** @param {typeof spoken[number]} entry that becomes what it is in the language */
function say({ texts, english }) {
  for (const [name, value] of Object.entries(english)) Object.assign(texts, { [name]: translated(value, catalogue[name]) });
}

/**
 * Lets more texts follow the language from now on.
 * @param {object} more in English
 */
export function translate(more) {
  if (spoken.some(({ texts }) => texts === more)) return;
  const entry = { texts: more, english: { ...more } };
  spoken.push(entry);
  say(entry);
}

/** Whether the texts run from right to left. */
export function isRightToLeft() {
  return speech.language === "ar";
}

/**
 * @param {unknown} value in English
 * @param {unknown} other in the language; its {0}, {1} stand for the arguments of a function
 */
function translated(value, other) {
  if (other === undefined) return value;
  if (typeof value !== "function") return other;
  return (/** @type {unknown[]} */ ...values) => String(other).replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));
}
