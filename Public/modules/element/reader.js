/**
 * Reads the rows of a chart for keys: one after the other as text, and a series as sound. The element loads this module
 * when it is first used, and hands it the functions that speak its language.
 *
 * @typedef {import("../session.js").Surface} Surface
 * @typedef {import("../session.js").Session} Session
 *
 * What a reader needs of the chart, which it reads anew each time.
 * @typedef {{session: Session | null, surface: Surface | undefined, series: import("../series.js").Series[],
 *   area: import("../types.js").Size, isVertical: boolean, translate: typeof import("../language.js").translate,
 *   formatPosition: typeof import("../format.js").formatPosition, readingOf: typeof import("../format.js").readingOf,
 *   say: (text: string) => void, refused: (error: Error) => void, point: (at: import("../types.js").Point) => void}} Reading
 */

import { placesOf, RowReader, valuesOf } from "../rows.js";
import { Sound } from "./sound.js";
import { toolTexts as texts } from "./tool-texts.js";

/** The rows of one chart for keys. */
export class Reader {
  #rows = new RowReader();
  /** The row that keys have read last, by its x; NaN before the first. */
  #readX = NaN;
  /** @type {Sound | null} null before it was asked for */
  #sound = null;
  #reading;

  /** @param {() => Reading} reading */
  constructor(reading) {
    this.#reading = reading;
  }

  /**
   * Speaks the values of another drawn row, and points at it; the first one is in the middle of the window.
   * @param {number} steps how many rows further on; negative to the left, infinite to an end
   */
  async step(steps) {
    const rows = await this.#read();
    const { surface, area, isVertical, series, formatPosition, readingOf, point, say } = this.#reading();
    if (!rows || !surface || rows.x.length === 0) return;
    const last = rows.x.length - 1;
    const at = rows.x.indexOf(this.#readX);
    const row = Math.min(Math.max(at < 0 ? last >> 1 : at + steps, 0), last);
    this.#readX = rows.x[row];
    const place = placesOf(rows, surface, area)[row];
    point(isVertical ? { x: area.width / 2, y: place } : { x: place, y: area.height / 2 });
    const values = series.filter(({ visible }) => visible)
      .map(one => `${one.name}: ${readingOf({ value: valuesOf(one, rows)[row] }, one)}`);
    const { secondDigits } = rows;
    say([formatPosition(this.#readX, { ...surface.xAxes[0], secondDigits }), ...values].join(", "));
  }

  /** The median distance between neighbouring rows, in points. */
  async spacing() {
    const rows = await this.#read();
    const { surface, area } = this.#reading();
    if (!rows || !surface) return 1;
    const places = placesOf(rows, surface, area);
    const distances = places.slice(1).map((place, row) => Math.abs(place - places[row]))
      .filter(distance => distance > 0).sort((one, other) => one - other);
    return distances.length > 0 ? distances[(distances.length - 1) >> 1] : 1;
  }

  /** Plays the first visible series as sound, or stops. */
  async play() {
    if (this.#sound?.isPlaying) return this.stop();
    const shown = this.#reading().series.find(({ visible }) => visible);
    const rows = shown && await this.#read();
    const { say, translate } = this.#reading();
    translate(texts);
    if (!shown || !rows) return;
    this.#sound ??= new Sound(() => say(texts.soundEnded));
    this.#sound.play(valuesOf(shown, rows));
    say(texts.soundOf(shown.name));
  }

  stop() {
    this.#sound?.stop();
  }

  /**
   * The rows that are drawn, asked for when they are used.
   * @returns {Promise<import("../rows.js").Rows | null>} null where there are none, or the server does not answer
   */
  async #read() {
    const { session, surface, refused } = this.#reading();
    if (!session?.id || !surface) return null;
    try {
      return await this.#rows.read(session, surface);
    } catch (error) {
      refused(/** @type {Error} */ (error));
      return null;
    }
  }
}
