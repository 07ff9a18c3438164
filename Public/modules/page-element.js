/**
 * Finds an element that index.html holds.
 * @template {HTMLElement} Type
 * @param {string} id
 * @param {new () => Type} type
 * @returns {Type}
 * @throws {TypeError} there is no such element
 */
export function pageElement(id, type) {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new TypeError(`index.html has no ${type.name} with the id "${id}".`);
}
