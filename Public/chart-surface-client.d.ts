/** The types of chart-surface-client.js. The article "A chart in a page of your own" shows how it is used. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Range = [from: number, to: number];

/** What a canvas paints: see the article "Scenes". */
export interface Scene extends Size {
  insets: { top: number; left: number; bottom: number; right: number };
  direction: "ltr" | "rtl";
  layers: { key: string; role: string; id?: string; axis?: string; xAxis?: string; yAxis?: string; clip?: "plot"; items: object[] }[];
}

export interface Axis {
  id: string;
  type: string;
  alignment: string;
  visibleRange: Range;
  dataRange: Range | null;
  [property: string]: unknown;
}

/** A surface as the server has answered it last. */
export interface Surface {
  id: string;
  revision: number;
  /** The revision at which `scene` was drawn. */
  drawn: number;
  xAxes: Axis[];
  yAxes: Axis[];
  scene?: Scene;
  [property: string]: unknown;
}

export interface History {
  undo: number;
  redo: number;
}

export type Key = "ctrl" | "shift" | "alt" | "meta";

/** Places are in points of the plot area; times are milliseconds that never run backwards. */
export type InputEvent =
  | { type: "touch"; phase: "began" | "moved" | "ended" | "cancelled"; time: number; touches: (Point & { id: number; kind: "touch" | "mouse" | "pen" })[]; modifiers?: Key[] }
  | ({ type: "hover"; phase: "entered" | "moved" | "exited"; time: number } & Point)
  | ({ type: "wheel"; time: number; deltaX: number; deltaY: number; deltaMode: "pixel" | "line" | "page"; modifiers: Key[] } & Point)
  | { type: "gesture"; gesture: "pan" | "pinch"; state: "began" | "changed" | "ended"; time: number; location: Point; translation?: Point; velocity?: Point; scale?: number; startAnchor?: Point }
  | { type: "tick"; time: number };

export type CommandName = "zoomExtents" | "zoomExtentsY" | "follow" | "rotate" | "undo" | "redo" | "deselectAllRows" | "deselectAllSeries" | "cancelGestures";

/** The server has refused a request. */
export class ProblemError extends Error {
  status: number;
  code: string;
  pointer: string;
}

/** No answer has come. */
export class NetworkError extends Error {}

/** Colours by their roles. */
export interface Palette {
  light: Record<string, string>;
  dark: Record<string, string>;
  patterns: { dash: number[]; tile: string; mark: string }[];
}

export interface Options {
  /** The address of the server. */
  server: string;
  /** The API key or JWT that opens a session. */
  key?: string | null;
  /** What the scenes are like. */
  form?: { locale?: string | null; without?: string; pixelRatio?: number };
  opened?(): void;
  answered?(surfaces: Surface[]): void;
  failed?(problem: ProblemError): void;
  historyChanged?(history: History): void;
  ended?(problem?: ProblemError): void;
  idled?(): void;
  busy?(): void;
}

/** One session on the server with all its surfaces. */
export class Session {
  /** null before it is open, and after its end. */
  readonly id: string | null;
  readonly revision: number;
  readonly surfaces: Map<string, Surface>;
  /** Whether the session outlives the page. */
  isShared: boolean;
  /** What collects the events of a surface and sends them, several batches side by side. */
  batcher(surface: string, answered?: (last: InputEvent) => void): { add(event: InputEvent): void; clear(): void; readonly isEmpty: boolean };
  command(surface: string, command: { command: CommandName }): Promise<void>;
  patchSurface(surface: string, change: object): Promise<unknown>;
  patchAxis(surface: string, axis: string, change: object): Promise<unknown>;
  patchModifier(surface: string, modifier: string, change: object): Promise<unknown>;
  palette(): Promise<Palette>;
  invitation(looks: boolean): { session: string; token: string | null; looks?: boolean } | null;
  close(): void;
}

export function openSession(options: Options & { specification: { surfaces: object[]; links?: object[]; timeZone?: string } }): Promise<Session>;
export function joinSession(options: Options & { session: string; token: string | null; looks?: boolean }): Promise<Session>;

export interface Look {
  colors: Map<string, string>;
  font: string;
  patterns: Palette["patterns"] | null;
}

/** Paints a scene on a canvas whose origin is the corner of the plot area. */
export function paintScene(context: CanvasRenderingContext2D, scene: Scene, look: Look): void;
