/**
 * The shapes of the server's requests and answers, as far as the page uses them; `/openapi.json` describes all of them.
 *
 * This module has no code. `tsc -p .ci/tsconfig.json` checks the other modules against these types.
 */

/**
 * Numbers: positions are in points of the plot area, times in milliseconds.
 * @typedef {{x: number, y: number}} Point
 * @typedef {{width: number, height: number}} Size
 * @typedef {Point & Size} Rectangle
 * @typedef {[from: number, to: number]} Range in the unit of an axis
 * @typedef {number | null} Cell null where the value is missing
 */

/**
 * The body of an error answer (RFC 9457).
 * @typedef {{code?: string, title?: string, detail?: string, pointer?: string, expectedSequence?: number, line?: number,
 *   scope?: string}} Problem
 */

/**
 * Datasets.
 * @typedef {"date" | "number"} ColumnKind
 * @typedef {{name: string, kind: ColumnKind, min: number | null, max: number | null}} DatasetColumn
 * @typedef {{name: string, xKind: ColumnKind, rows: number, columns: DatasetColumn[], extent: Range | null}} Dataset
 */

/**
 * Sessions and their surfaces.
 * @typedef {{undo: number, redo: number}} History how many actions the session can undo and redo
 * @typedef {{revision: number, history: History, surfaces: Surface[], timeZone?: string}} Update the answer to a change; a whole state has its zone
 * @typedef {Update & {id: string}} Session the whole state
 * @typedef {Session & {driverToken?: string, viewerToken?: string}} CreatedSession
 *
 * A surface; an answer to a change leaves out the members that it has not changed.
 * @typedef {{id: string, revision: number, dataset?: string | null, series?: Series[], modifiers?: Modifier[],
 *   xAxes: Axis[], yAxes: Axis[], gestures: GestureInProgress[], recognized: RecognizedGesture[], overlays: Overlay[],
 *   selection: Selection, window?: Window, windowOptions?: WindowOptions, title?: string}} Surface
 *
 * @typedef {"left" | "right" | "top" | "bottom" | "auto"} Alignment
 * @typedef {{major: number[], minor: number[], labels: string[]}} Ticks
 * @typedef {{id: string, type: string, alignment: Alignment, flipped: boolean, visibleRange: Range,
 *   dataRange: Range | null, maximumRange?: Range | null, zoomState?: string, autoRange?: string, growBy?: Range,
 *   ticks?: Ticks, title?: string, unit?: string, format?: object, timeZone?: string, secondDigits?: number | null}} Axis
 *   `timeZone` and `secondDigits` are the page's: the zone of the session, and the digits of a second that its rows need
 * @typedef {{id: string, y: string, name?: string, kind?: string, stack?: string, aggregate?: string, unit?: string, color?: string,
 *   dash?: number[], ohlc?: Record<string, string>, visible?: boolean, xAxis?: string, yAxis?: string}} Series
 * @typedef {{method: string, aggregate: string, rowUnit?: string}} WindowOptions
 * @typedef {{rows: number[], series: string[], label: string | null}} Selection
 */

/**
 * The rows of a visible range in one of the server's three layouts.
 * @typedef {Cell[] | Record<string, Cell>} Row
 * @typedef {Record<string, Cell[]>} Columns
 * @typedef {{columns: string[] | Columns, rows?: Row[] | Columns, firstIndex?: number, index?: number[],
 *   before: Row | null, after: Row | null, sourceRows?: number, returnedRows?: number, method?: string}} Window
 */

/**
 * Gestures and what the modifiers lay over the plot.
 * @typedef {{modifier: string, gesture: string, state: string}} GestureInProgress
 * @typedef {GestureInProgress & {location: Point, taps?: number, translation?: Point, scale?: number, rotation?: number,
 *   direction?: string}} RecognizedGesture `rotation` is in radians
 * @typedef {{series?: string, name?: string, axis?: string, x?: number, value?: Cell, point?: Point, visible?: boolean,
 *   rect?: Rectangle, text?: string, difference?: number}} OverlayItem
 * @typedef {{modifier: string, kind: string, x?: number, y?: number, rect?: Rectangle, items?: OverlayItem[]}} Overlay
 */

/**
 * Modifiers; each type has properties of its own.
 * @typedef {{id: string, type: string, isEnabled: boolean, children?: {id: string}[],
 *   [property: string]: unknown}} Modifier
 * @typedef {Record<string, unknown>} Change the changed properties of a surface or a modifier
 * @typedef {"zoomExtents" | "zoomExtentsY" | "follow" | "rotate" | "undo" | "redo" | "deselectAllRows" | "deselectAllSeries" | "cancelGestures"} CommandName
 * @typedef {{id?: string, size?: Size, dataset?: string, series?: SeriesSpecification[],
 *   xAxes?: AxisSpecification[], yAxes?: AxisSpecification[], window?: object, modifiers?: Modifier[], [property: string]: unknown}} SurfaceSpecification
 * @typedef {{id?: string, type?: string, [property: string]: unknown}} AxisSpecification
 * @typedef {{y: string, kind?: string, [property: string]: unknown}} SeriesSpecification
 * @typedef {{title: string, text: string, axes: {id: string, text: string}[], series: {id: string, text: string}[],
 *   selection: {text: string}}} Description what a surface shows, in words
 * @typedef {{axes: string[], kind: "same"}} Link axes as `surface/axis`
 * @typedef {{surfaces: SurfaceSpecification[], links?: Link[]}} SessionSpecification
 */

/**
 * Input events.
 * @typedef {"ctrl" | "shift" | "alt" | "meta"} Key
 * @typedef {Point & {id: number, kind: "touch" | "mouse" | "pen"}} Touch
 * @typedef {"began" | "moved" | "ended" | "cancelled"} TouchPhase
 * @typedef {{type: "touch", phase: TouchPhase, time: number, touches: Touch[], modifiers?: Key[]}} TouchEvent
 * @typedef {"entered" | "moved" | "exited"} HoverPhase
 * @typedef {Point & {type: "hover", phase: HoverPhase, time: number}} HoverEvent
 * @typedef {"pixel" | "line" | "page"} DeltaMode
 * @typedef {Point & {type: "wheel", time: number, deltaX: number, deltaY: number, deltaMode: DeltaMode,
 *   modifiers: Key[]}} WheelEvent
 * @typedef {{type: "gesture", gesture: "pan" | "pinch", state: "began" | "changed" | "ended", time: number,
 *   location: Point, translation?: Point, velocity?: Point, scale?: number, startAnchor?: Point}} GestureEvent
 * @typedef {{type: "tick", time: number}} TickEvent
 * @typedef {TouchEvent | HoverEvent | WheelEvent | GestureEvent | TickEvent} InputEvent
 */

export {};
