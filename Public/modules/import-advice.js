/** @typedef {Map<string, string>} Options the options of an import by their names, as a query has them */

/**
 * The advice in a refusal of the server: "Try `dateFormat=dd.MM.yyyy` and `numberFormat=1.234,56`, or `x=b`."
 * @param {string} detail
 * @returns {Options[]} what to try, each of them instead of the others
 */
export function adviceIn(detail) {
  const start = detail.indexOf("Try `");
  if (start < 0) return [];
  const option = /`([A-Za-z]+)=([^`]*)`(, or | or | and |)/y;
  option.lastIndex = start + "Try ".length;
  /** @type {Options[]} */
  const advice = [new Map()];
  for (let found = option.exec(detail); found; found = option.exec(detail)) {
    const [, name, text, joint] = found;
    advice.at(-1)?.set(name, text);
    if (joint === "") break;
    if (joint !== " and ") advice.push(new Map());
  }
  return advice;
}

const formOptions = new Set(["delimiter", "encoding", "headerLine", "comment", "dateFormat", "numberFormat", "null", "xUnit"]);

/**
 * Whether options say how a text is written, and not which of its rows and columns count.
 * @param {Options} options
 */
export function isAboutForm(options) {
  return [...options.keys()].every(name => formOptions.has(name));
}

/**
 * A query that has the options.
 * @param {Options} options
 * @returns {string} that begins with a question mark; empty without options
 */
export function queryOf(options) {
  const query = new URLSearchParams([...options]).toString();
  return query && `?${query}`;
}
