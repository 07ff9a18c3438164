/**
 * The look of the element. A page sets the custom properties `--chart-…` to change colours and font. The colours of the
 * chart are those of the server's palette; until it has come, the system's.
 */
const css = `
:host {
  display: flex; flex-direction: column; box-sizing: border-box; min-width: 0; min-height: 240px; height: 400px; overflow: hidden;
  font: 15px/1.45 var(--chart-font, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif);
  font-variant-numeric: tabular-nums;
  --card: var(--chart-card, Canvas);
  --raised: var(--chart-raised, ButtonFace);
  --chosen: var(--chart-chosen, light-dark(#ffffff, #3b4552));
  --border: var(--chart-border, light-dark(#dfe2e7, #2a313b));
  --text: var(--chart-text, CanvasText);
  --text-faint: var(--chart-text-faint, GrayText);
  --accent: var(--chart-accent, Highlight);
  --accent-fill: var(--chart-accent-fill, transparent);
  --warning: var(--chart-warning, light-dark(#7a3500, #ffd0a6));
  --warning-fill: var(--chart-warning-fill, light-dark(#fff0e2, #40260f));
  --shadow: light-dark(#1a1f2614, #00000040);
  background: var(--card); color: var(--text);
}
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host(:fullscreen) { width: 100vw; height: 100vh !important; padding: 16px; background: var(--card) !important; }
*, *::before, *::after { box-sizing: border-box; }
button { font: inherit; color: inherit; }
.head { display: flex; flex: none; align-items: center; gap: 2px 12px; min-height: 36px; }
.title { flex: none; margin: 0 0 4px; font-size: 1.13em; font-weight: 600; overflow-wrap: anywhere; }
.head.narrow { flex-wrap: wrap; }
.head:has(> .unseen) { min-height: 0; }
.legend { display: flex; flex: 0 1 auto; gap: 2px; min-width: 0; margin-block: 0; margin-inline: -8px 0; padding: 3px; overflow: auto hidden; list-style: none; scrollbar-width: none; }
.legend button { display: flex; align-items: center; gap: 8px; min-height: 32px; padding: 0 8px; border: 0; border-radius: 8px; background: none; color: var(--text-faint); font-size: 0.93em; white-space: nowrap; cursor: pointer; }
.legend button:hover { background: var(--raised); }
.legend [aria-pressed="false"] { text-decoration: line-through; }
.swatch { width: 12px; height: 12px; border: 2px solid var(--swatch); border-radius: 4px; background-color: var(--swatch); forced-color-adjust: none; print-color-adjust: exact; }
.swatch.dashed { height: 0; width: 16px; border-width: 3px 0 0; border-style: dashed; border-radius: 0; }
.sample { position: static; height: 14px; border-radius: 0; forced-color-adjust: none; }
[aria-pressed="false"] .sample { opacity: 0.4; }
[aria-pressed="false"] .swatch { background-color: transparent; }
.segmented { display: flex; flex: none; padding: 3px; border-radius: 11px; background: var(--raised); }
[hidden] { display: none !important; }
.segmented label { position: relative; flex: 1; }
.segmented input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.segmented span, .segmented button { display: grid; min-height: 28px; padding: 0 10px; place-items: center; border: 0; border-radius: 8px; background: none; color: var(--text-faint); font-size: 0.87em; font-weight: 500; white-space: nowrap; cursor: pointer; }
.segmented:empty { display: none; }
.segmented [aria-pressed="true"], .segmented input:checked + span { background: var(--chosen); box-shadow: 0 1px 2px var(--shadow); color: var(--text); }
.segmented input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 1px; }
svg { fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.selection { overflow: hidden; flex: none; height: 1.6em; margin: 0 0 4px; font-size: 0.93em; font-weight: 600; line-height: 1.6; text-overflow: ellipsis; white-space: nowrap; }
.frame { position: relative; flex: 1; min-height: 0; }
.strip { position: relative; flex: none; height: 60px; margin-top: 8px; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; border-radius: 8px; touch-action: none; user-select: none; -webkit-user-select: none; -webkit-touch-callout: none; }
.frame canvas { cursor: crosshair; transition: opacity 200ms; }
.frame canvas.scrolls { touch-action: pan-y; }
:host(.offline) canvas, :host(.ended) canvas { opacity: 0.45; }
.state { position: absolute; inset: 0; display: grid; padding: 24px; place-items: center; color: var(--text-faint); text-align: center; pointer-events: none; }
.state.loading { inset: 12px 12px 30px 44px; padding: 0; border: solid var(--border); border-width: 0 0 1px 1px; background: repeating-linear-gradient(transparent 0 calc(20% - 1px), var(--border) calc(20% - 1px) 20%); font-size: 0; animation: wait 1.6s ease-in-out infinite alternate; }
@keyframes wait { to { opacity: 0.4; } }
.banner { position: absolute; top: 12px; left: 50%; display: flex; align-items: center; gap: 14px; width: max-content; max-width: calc(100% - 24px); margin: 0; padding: 8px 14px; translate: -50% 0; border-radius: 10px; background: var(--warning-fill); color: var(--warning); box-shadow: 0 2px 8px var(--shadow); font-weight: 550; pointer-events: none; }
.banner button { flex: none; min-height: 34px; padding: 0 14px; border: 1px solid currentColor; border-radius: 10px; background: none; pointer-events: auto; cursor: pointer; }
.note { position: absolute; bottom: 44px; left: 50%; max-width: calc(100% - 24px); margin: 0; padding: 6px 12px; translate: -50% 0; border-radius: 10px; background: var(--text); color: var(--card); font-size: 0.93em; pointer-events: none; }
dialog { padding: 18px 20px; border: 1px solid var(--border); border-radius: 14px; background: var(--card); color: var(--text); }
dialog::backdrop { background: #0a0d1199; }
dialog h2 { margin: 0 0 8px; font-size: 1.13em; }
dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 0 0 14px; }
dialog dt { font-weight: 600; }
dialog dd { margin: 0; color: var(--text-faint); }
dialog button { min-height: 36px; padding: 0 14px; border: 1px solid var(--border); border-radius: 10px; background: none; cursor: pointer; }
.live { color: var(--text); transition: color 1ms; }
.unseen:not(:focus-within) { position: absolute; overflow: hidden; width: 1px; height: 1px; margin: 0; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { .frame canvas { transition: none; } .state.loading { animation: none; } }
@media (forced-colors: active) {
  :host {
    --card: Canvas; --raised: Canvas; --text: CanvasText; --text-faint: CanvasText; --accent: Highlight; --grid: GrayText; --grid-minor: Canvas;
    --axis: CanvasText; --border: CanvasText;
    --accent-fill: color-mix(in srgb, Highlight 25%, transparent); --veil: color-mix(in srgb, Canvas 70%, transparent);
  }
  .tools [aria-pressed="true"], .segmented input:checked + span { forced-color-adjust: none; background: Highlight; color: HighlightText; }
}
@media print { .strip, .note, .banner { display: none; } }
`;

/** @type {CSSStyleSheet | null} */
let sheet = null;

/** The style sheet that all elements share. A strict content policy allows it, because no markup holds it. */
export function chartSheet() {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
