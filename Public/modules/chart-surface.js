/**
 * The source of `/chart-surface.js`, which defines the element `<chart-surface>`. A page that embeds a chart needs no more.
 *
 * The exports are for the modules of the demo page: they import the bundle, and never a module that is part of it. So a
 * browser loads the element once, and the servers, the language and the classes of errors exist once. They are no API:
 * each version may change them.
 */

// The element, what only the page does with it, and the errors that a page tells apart.
export { ProblemError } from "./api.js";
export { NoKeyError, withCredentials } from "./credentials.js";
export { ChartSurfaceElement, explain, reopen, report } from "./element.js";

// The server, which all elements of a page share.
export { home } from "./home.js";
export { serverAt } from "./server.js";

// The language, and what is written in it.
export { textElement } from "./elements.js";
export { formatMilliseconds, formatNumber, formatReading, titleOf } from "./format.js";
export { languageFor, languages, translate } from "./language.js";
export { problemText, texts } from "./texts.js";
