// Shows the source of the page's example, and the requests that the page has made, in the language and the theme of the reader.

import { chosenLanguage, offerLanguages, translatePage } from "../modules/page-language.js";
import { followTheme } from "../modules/theme.js";

const code = document.getElementById("code");
const requests = document.getElementById("requests");

async function showCode() {
  const page = await (await fetch(location.pathname)).text();
  const markup = page.slice(page.indexOf("<!-- example -->") + 16, page.indexOf("<!-- end -->")).replaceAll(/^ {4}/gm, "").trim();
  const script = page.match(/src="((?!gallery)\w+\.js)"/)?.[1];
  const parts = ['<script type="module" src="../chart-surface.js"></script>', markup];
  if (script) parts.push(`// ${script}`, await (await fetch(script)).text());
  if (code) code.textContent = parts.join("\n\n");
}

new PerformanceObserver(entries => {
  const lines = entries.getEntries().map(({ name, duration }) => `${new URL(name).pathname}  ${Math.round(duration)} ms`);
  if (requests) requests.textContent = [...(requests.textContent ?? "").split("\n"), ...lines].slice(-40).join("\n").trim();
}).observe({ type: "resource", buffered: true });

function showIn(language) {
  for (const chart of document.querySelectorAll("chart-surface")) chart.setAttribute("locale", language);
  return translatePage(language);
}

showCode();
offerLanguages(document.getElementById("language"), showIn);
followTheme(document.getElementById("theme"));
if (chosenLanguage() !== "en") showIn(chosenLanguage());
