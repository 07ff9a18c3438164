const wholeBytes = 1 << 20;
const sampleBytes = 1 << 18;

/**
 * The media type of a file, by its name.
 * @param {string} name
 */
export function typeOf(name) {
  if (/\.json$/i.test(name)) return "application/json";
  return /\.(ndjson|jsonl)$/i.test(name) ? "application/x-ndjson" : "text/csv";
}

/**
 * The beginning of a file, in whole lines; all of a file that is not large, and of JSON.
 * @param {File} file
 * @returns {Promise<Blob>}
 */
export async function beginningOf(file) {
  if (file.size <= wholeBytes || typeOf(file.name) === "application/json") return file;
  const bytes = new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer());
  const [first, second] = bytes;
  const isWide = first + second === 0xFE + 0xFF;
  for (let end = bytes.length; end > 0; end -= 1) {
    const isEnd = isWide ? end % 2 === 0 && bytes[end - 1] + bytes[end - 2] === 0x0A : bytes[end - 1] === 0x0A;
    if (isEnd) return new Blob([bytes.slice(0, end)]);
  }
  return new Blob([bytes]);
}

/**
 * The first lines of a file as text, for a look at one that the server does not read.
 * @param {Blob} file
 * @param {number} count
 */
export async function firstLines(file, count) {
  const bytes = new Uint8Array(await file.slice(0, 20_000).arrayBuffer());
  const encoding = bytes[0] === 0xFF && bytes[1] === 0xFE ? "utf-16le" : bytes[0] === 0xFE && bytes[1] === 0xFF ? "utf-16be" : "utf-8";
  const text = new TextDecoder(encoding).decode(bytes);
  return text.split(/\r\n|\n|\r/).filter(line => line.trim() !== "").slice(0, count);
}

/**
 * The cells of a line; a quoted cell may hold delimiters.
 * @param {string} line
 * @param {string} delimiter
 */
export function cellsOf(line, delimiter) {
  const mark = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const cells = new RegExp(`(?:^|${mark})(?:"((?:[^"]|"")*)"|([^${mark}]*))`, "g");
  return [...line.matchAll(cells)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

/**
 * A name for a dataset, made from that of a file.
 * @param {string} file
 */
export function nameFrom(file) {
  const plain = file.replace(/\.[^.]*$/, "").normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const name = plain.replaceAll(/[^A-Za-z0-9._]+/g, "-").slice(0, 64).replace(/^[-._]+/, "").replace(/[-._]+$/, "");
  return name || "table";
}
