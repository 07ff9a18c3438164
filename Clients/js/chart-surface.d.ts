/** The types of the element `<chart-surface>`. The article "The element, whole" says what each member does. */

/** Two places in the unit of an axis; dates are milliseconds since 1970. */
export type Range = [from: number, to: number];

/** The visible ranges of the first axes. */
export interface View {
  x: Range;
  y: Range;
}

/** A place in points of the plot area. */
export interface Point {
  x: number;
  y: number;
}

/** A modifier; each type has properties of its own. */
export interface Modifier {
  id?: string;
  type: string;
  isEnabled?: boolean;
  [property: string]: unknown;
}

/** The names of lists of modifiers. */
export type Preset = "dashboard" | "trading" | "sensor" | "map" | "kiosk";

/** How an axis is specified. */
export interface AxisSpecification {
  id?: string;
  type?: string;
  title?: string;
  unit?: string;
  [property: string]: unknown;
}

/** How a series is specified. */
export interface SeriesSpecification {
  y: string;
  kind?: string;
  [property: string]: unknown;
}

/** The surface to create, as the API of the server describes it. */
export interface SurfaceSpecification {
  dataset?: string;
  title?: string;
  series?: SeriesSpecification[];
  xAxes?: AxisSpecification[];
  yAxes?: AxisSpecification[];
  modifiers?: Modifier[] | Preset;
  window?: object;
  [property: string]: unknown;
}

/** The rows and the series that are selected. */
export interface Selection {
  rows: number[];
  series: string[];
  label: string | null;
}

/** How many actions can be undone and redone. */
export interface History {
  undo: number;
  redo: number;
}

/** A gesture that the server has recognized. */
export interface RecognizedGesture {
  modifier: string;
  gesture: string;
  state: string;
  location: Point;
  taps?: number;
  translation?: Point;
  scale?: number;
  rotation?: number;
  direction?: string;
}

/** What a modifier lays over the plot: the readings of a cursor, of a rollover or of a tooltip, by series. */
export interface Overlay {
  modifier: string;
  kind: string;
  x?: number;
  y?: number;
  items?: {
    series?: string;
    name?: string;
    axis?: string;
    x?: number;
    value?: number | null;
    point?: Point;
    visible?: boolean;
    text?: string;
  }[];
}

/** An axis as it is. */
export interface Axis {
  id: string;
  type: string;
  alignment: string;
  flipped: boolean;
  visibleRange: Range;
  dataRange: Range | null;
  zoomState?: string;
}

/** A surface as it is. */
export interface Surface {
  id: string;
  revision: number;
  dataset?: string | null;
  title?: string;
  xAxes: Axis[];
  yAxes: Axis[];
  overlays: Overlay[];
  selection: Selection;
}

/** The newest state of the element's session. */
export interface State {
  session: string;
  revision: number;
  /** The surface that the element shows. */
  surface: Surface;
  /** All surfaces of the session. */
  surfaces: Surface[];
  /** The id of the surface that the element shows. */
  mainID: string;
  roundTripMilliseconds: number | null;
  isShared: boolean;
  /** Whether the element can only look. */
  looksOnly: boolean;
  /** Whether `share("look")` gives something. */
  canLetLook: boolean;
  /** The rows in view in words, as the server told them last. */
  summary: string;
}

/** What another page needs to join the session. */
export interface Invitation {
  session: string;
  token: string | null;
  looks?: boolean;
}

/** A call that the server has refused. */
export interface Failure {
  /** The code of the server's closed list of problems. */
  code: string;
  status: number;
  message: string;
  /** The place of the error in what was sent, as a JSON pointer; empty where there is none. */
  pointer: string;
  /** The right that is missing; empty where it is another problem. */
  scope: string;
}

/** The error of a call that the server has refused. */
export declare class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly pointer: string;
  readonly scope: string;
}

/** What `credentials` may throw, or its promise reject with, where the reader has given no key. */
export declare class NoKeyError extends ProblemError {
  constructor();
}

/** Gives the bearer for calls that belong to no session; after a refusal it gets the key that was refused. */
export type Credentials = (refusal: { key: string | null; problem: ProblemError } | null) => string | null | Promise<string | null>;

/** What a surface shows, in words. */
export interface Description {
  title: string;
  text: string;
  axes: { id: string; text: string }[];
  series: { id: string; text: string; count: number; missing: number }[];
  selection: { text: string };
  window: { text: string };
}

/** The commands of a surface. */
export type CommandName =
  | "zoomExtents" | "zoomExtentsY" | "follow" | "rotate" | "undo" | "redo" | "deselectAllRows" | "deselectAllSeries"
  | "cancelGestures";

/** The events of the element. */
export interface ChartSurfaceEventMap {
  /** The visible ranges have changed. */
  viewchange: CustomEvent<View>;
  /** Other rows or series are selected. */
  selectionchange: CustomEvent<Selection>;
  /** A modifier reads other values, or none any more. */
  cursor: CustomEvent<Overlay | null>;
  /** The server has recognized a gesture. */
  gesture: CustomEvent<RecognizedGesture>;
  /** Something has changed: the ids of the surfaces, and the revision. */
  answer: CustomEvent<{ surfaces: string[]; revision: number }>;
  /** The server has refused a call. */
  error: CustomEvent<Failure>;
  /** What can be undone and redone has changed. */
  historychange: CustomEvent<History>;
  /** A session is open. */
  sessionstart: CustomEvent<{}>;
  /** The session has ended. */
  sessionend: CustomEvent<{}>;
  /** The chart has come to rest, and the server has told it in words. */
  describe: CustomEvent<Description>;
  /** The texts of the page have another language. */
  languagechange: CustomEvent<{}>;
  /** The reader wants to try again; `preventDefault()` leaves that to the page. */
  retry: CustomEvent<{ anew: boolean }>;
}

/** The element `<chart-surface>`. */
export declare class ChartSurfaceElement extends HTMLElement {
  /** Gives the key for a server that asks for keys. */
  credentials: Credentials;
  /** The surface to create; it wins over the attributes. */
  spec: SurfaceSpecification | null;
  /** The surface of the overview; `null` for the usual one. */
  overviewSpec: SurfaceSpecification | null;
  /** The visible ranges; `null` before the first answer. */
  view: View | null;
  /** The newest state; `null` without an open session. */
  readonly state: State | null;

  zoomExtents(): void;
  undo(): void;
  redo(): void;
  command(name: CommandName): void;
  /** Fits y to the rows in view from now on, or leaves it. */
  fitY(on: boolean): void;
  /** Shows a text over the chart for six seconds. */
  note(text: string): void;
  /** Opens the rows of the view as a table. */
  showTable(): Promise<void>;
  /** Copies the values under the cursor, or those of the selected row. */
  copyValues(): Promise<void>;
  /** The chart as its pixels, or as the server's drawing. */
  exportImage(type?: "png" | "svg"): Promise<Blob>;
  /** The rows in view as CSV. */
  exportRows(): Promise<Blob>;
  /** What another page needs to join the session; `null` without one. */
  share(right?: "drive" | "look"): Invitation | null;
  /** Leaves the session. */
  close(): void;

  addEventListener<Type extends keyof ChartSurfaceEventMap>(
    type: Type, listener: (this: ChartSurfaceElement, event: ChartSurfaceEventMap[Type]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Type extends keyof ChartSurfaceEventMap>(
    type: Type, listener: (this: ChartSurfaceElement, event: ChartSurfaceEventMap[Type]) => unknown, options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

/** The attributes in JSX. An attribute that has no value counts where it is there. */
export interface ChartSurfaceAttributes {
  server?: string;
  dataset?: string;
  /** Names between blanks. */
  datasets?: string;
  /** Columns between blanks. */
  columns?: string;
  /** Types between blanks, or the name of a preset. */
  modifiers?: string;
  link?: string;
  session?: string;
  token?: string;
  surface?: string;
  locale?: string;
  timezone?: string;
  theme?: "auto" | "light" | "dark";
  height?: string | number;
  overview?: boolean | "";
  controls?: boolean | "";
  patterns?: boolean | "";
  readonly?: boolean | "";
  /** Says that the chart is loading while there is no dataset yet. */
  waits?: boolean | "";

  id?: string;
  slot?: string;
  class?: string;
  className?: string;
  style?: any;
  hidden?: boolean;
  title?: string;
  key?: any;
  ref?: any;
  children?: any;
  /** Where the framework sets properties of custom elements, as React 19 does. */
  spec?: SurfaceSpecification | null;
  credentials?: Credentials;
  [listener: `on${string}`]: unknown;
}

declare global {
  interface HTMLElementTagNameMap {
    "chart-surface": ChartSurfaceElement;
  }
  namespace JSX {
    interface IntrinsicElements {
      "chart-surface": ChartSurfaceAttributes;
    }
  }
}
