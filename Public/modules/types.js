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
 *   selection: Selection, scene?: Scene, ahead?: Ahead, gestureProfile?: string, size?: Size, windowOptions?: WindowOptions,
 *   title?: string}} Surface
 *
 * @typedef {"left" | "right" | "top" | "bottom" | "auto"} Alignment
 * @typedef {{id: string, type: string, alignment: Alignment, flipped: boolean, visibleRange: Range,
 *   dataRange: Range | null, maximumRange?: Range | null, zoomState?: string, autoRange?: string, growBy?: Range,
 *   title?: string, unit?: string, format?: object, timeZone?: string, secondDigits?: number | null}} Axis
 *   `timeZone` and `secondDigits` are the page's: the zone of the session, and the digits of a second that places in its range need
 * @typedef {{id: string, y: string, name?: string, kind?: string, stack?: string, aggregate?: string, unit?: string, color?: string,
 *   dash?: number[], ohlc?: Record<string, string>, visible?: boolean, xAxis?: string, yAxis?: string}} Series
 * @typedef {{method: string, aggregate: string, rowUnit?: string}} WindowOptions
 * @typedef {{rows: number[], series: string[], label: string | null}} Selection
 */

/**
 * What is drawn of a surface: places are in points of the plot area, colours are roles of the palette or a series' own.
 * @typedef {{path: string, stroke?: string, width?: number, dash?: number[], ends?: "round", fill?: string, opacity?: number,
 *   pattern?: number}} ScenePath
 * @typedef {Point & {text: string, rotation?: number, anchor?: "middle" | "end", color: string, size: number,
 *   weight?: number}} SceneText
 * @typedef {{key: string, role: string, id?: string, axis?: string, xAxis?: string, yAxis?: string, clip?: "plot",
 *   items: (ScenePath | SceneText)[]}} SceneLayer
 * @typedef {{top: number, left: number, bottom: number, right: number}} Insets
 * @typedef {Size & {insets: Insets, direction: "ltr" | "rtl", layers: SceneLayer[], since?: number, kept?: string[],
 *   order?: string[]}} Scene with `order` its layers are those that have changed since a revision
 * @typedef {{dash: number[], tile: string, mark: string}} Pattern
 * @typedef {{light: Record<string, string>, dark: Record<string, string>, patterns: Pattern[]}} Palette
 */

/**
 * The rows of a visible range.
 * @typedef {{columns: string[], rows: Record<string, Cell[]>, firstIndex?: number, index?: number[]}} Window
 */

/**
 * Gestures and what the modifiers lay over the plot.
 * @typedef {{id: string, pan?: number, zoom?: number, by?: "x" | "y"}} AxisMovement how the content along an axis follows
 * @typedef {{after: number, by?: "x" | "y", axes: AxisMovement[]}} GestureAhead
 * @typedef {{drag: GestureAhead | null, pinch: GestureAhead | null, wheel: GestureAhead | null}} Ahead what would begin now
 * @typedef {{modifier: string, gesture: string, state: string, axes?: AxisMovement[]}} GestureInProgress
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
 *   xAxes?: AxisSpecification[], yAxes?: AxisSpecification[], window?: object, modifiers?: Modifier[] | string, [property: string]: unknown}} SurfaceSpecification
 * @typedef {{id?: string, type?: string, [property: string]: unknown}} AxisSpecification
 * @typedef {{y: string, kind?: string, [property: string]: unknown}} SeriesSpecification
 * @typedef {{title: string, text: string, axes: {id: string, text: string}[], series: {id: string, text: string, count: number, missing: number}[],
 *   selection: {text: string},
 *   window: {text: string}}} Description what a surface shows, in words
 * @typedef {{axes: string[], kind: "same"}} Link axes as `surface/axis`
 * @typedef {{surfaces: SurfaceSpecification[], links?: Link[], timeZone?: string}} SessionSpecification
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
