/**
 * The sound of a series. The element loads it when somebody first wants to hear one; it imports nothing, so that it needs
 * no second copy of the element's modules.
 *
 * @typedef {import("../types.js").Cell} Cell
 */

const seconds = 4;
const [lowest, highest] = [220, 1320];
const tones = 400;
const loudness = 0.15;

/** Plays values as sound: the pitch follows the value, and the place from left to right the position. */
export class Sound {
  /** @type {AudioContext | null} */
  #context = null;
  #ended;

  /** @param {() => void} ended called when the sound is over, or was stopped */
  constructor(ended) {
    this.#ended = ended;
  }

  get isPlaying() {
    return this.#context !== null;
  }

  /**
   * Plays a series in four seconds. A missing value is silence.
   * @param {Cell[]} values in the order of x
   */
  play(values) {
    this.stop();
    const present = values.flatMap(value => value ?? []);
    if (present.length === 0) return;
    const [low, high] = [Math.min(...present), Math.max(...present)];
    const context = new AudioContext();
    const oscillator = new OscillatorNode(context, { type: "triangle" });
    const volume = new GainNode(context, { gain: 0 });
    const side = new StereoPannerNode(context, { pan: -1 });
    oscillator.connect(volume).connect(side).connect(context.destination);
    const begin = context.currentTime + 0.05;
    const count = Math.min(tones, values.length);
    for (let tone = 0; tone < count; tone += 1) {
      const value = values[Math.floor((tone * values.length) / count)];
      const time = begin + (seconds * tone) / count;
      const height = value === null || high === low ? 0.5 : (value - low) / (high - low);
      oscillator.frequency.setValueAtTime(lowest * (highest / lowest) ** height, time);
      volume.gain.setTargetAtTime(value === null ? 0 : loudness, time, 0.005);
      side.pan.setValueAtTime((2 * tone) / count - 1, time);
    }
    volume.gain.setTargetAtTime(0, begin + seconds, 0.01);
    oscillator.start(begin);
    oscillator.stop(begin + seconds + 0.1);
    oscillator.addEventListener("ended", () => {
      if (this.#context === context) this.stop();
    });
    this.#context = context;
  }

  stop() {
    const context = this.#context;
    if (context === null) return;
    this.#context = null;
    void context.close();
    this.#ended();
  }
}
