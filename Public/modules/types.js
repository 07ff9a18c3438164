/**
 * The shapes of the server's requests and answers that the page uses. `schemas.d.ts` has all of them, written from the
 * OpenAPI document; what is said here is what the page adds to them.
 *
 * This module has no code. `tsc -p .ci/tsconfig.json` checks the other modules against these types.
 */

/**
 * Positions are in points of the plot area, times in milliseconds.
 * @typedef {import("./schemas.js").Point} Point
 * @typedef {import("./schemas.js").Size} Size
 * @typedef {import("./schemas.js").Rectangle} Rectangle
 * @typedef {Partial<import("./schemas.js").Problem>} Problem also those of the page, and what another server answers in its place
 * @typedef {[from: number, to: number]} Range in the unit of an axis
 * @typedef {number | null} Cell null where the value is missing
 */

/**
 * Datasets.
 * @typedef {import("./schemas.js").ColumnKind} ColumnKind
 * @typedef {import("./schemas.js").DatasetColumn} DatasetColumn
 * @typedef {Pick<import("./schemas.js").Dataset, "name" | "xKind" | "rows" | "extent"> & {columns: Pick<DatasetColumn, "name" | "kind" | "min" | "max">[]}} Dataset
 */

/**
 * Sessions and their surfaces. An answer to a change leaves out the members that it has not changed.
 * @typedef {import("./schemas.js").History} History
 * @typedef {Omit<import("./schemas.js").Update, "surfaces"> & {surfaces: Surface[], timeZone?: string}} Update the answer to a change; a whole state has its zone
 * @typedef {Update & {id: string}} Session the whole state
 * @typedef {Session & {driverToken?: string, viewerToken?: string}} CreatedSession
 * @typedef {Omit<import("./schemas.js").Surface, "xAxes" | "yAxes" | "series" | "modifiers"> & {series?: Series[], xAxes: Axis[], yAxes: Axis[],
 *   modifiers?: Modifier[]}} Surface
 * @typedef {Omit<import("./schemas.js").Axis, "visibleRange" | "dataRange"> & {visibleRange: Range, dataRange: Range | null,
 *   timeZone?: string, secondDigits?: number | null}} Axis
 *   `timeZone` and `secondDigits` are the page's: the zone of the session, and the digits of a second that places in its range need
 * @typedef {import("./schemas.js").Alignment} Alignment
 * @typedef {import("./schemas.js").Series & {id: string}} Series
 * @typedef {import("./schemas.js").WindowSpecification} WindowOptions
 * @typedef {import("./schemas.js").Selection} Selection
 */

/**
 * What is drawn of a surface: places are in points of the plot area, colours are roles of the palette or a series' own.
 * @typedef {import("./schemas.js").ScenePath} ScenePath
 * @typedef {import("./schemas.js").SceneText} SceneText
 * @typedef {import("./schemas.js").SceneLayer} SceneLayer
 * @typedef {import("./schemas.js").Scene} Scene
 * @typedef {import("./schemas.js").SceneInsets} Insets
 * @typedef {import("./schemas.js").PalettePattern} Pattern
 * @typedef {import("./schemas.js").Palette} Palette
 */

/**
 * The rows of a visible range.
 * @typedef {{columns: string[], rows: Record<string, Cell[]>, firstIndex?: number, index?: number[]}} Window
 */

/**
 * Gestures and what the modifiers lay over the plot.
 * @typedef {import("./schemas.js").AxisMovement} AxisMovement
 * @typedef {import("./schemas.js").GestureAhead} GestureAhead
 * @typedef {import("./schemas.js").GesturesAhead} Ahead
 * @typedef {import("./schemas.js").GestureInProgress} GestureInProgress
 * @typedef {import("./schemas.js").RecognizedGesture} RecognizedGesture
 * @typedef {import("./schemas.js").OverlayItem} OverlayItem
 * @typedef {import("./schemas.js").Overlay} Overlay
 */

/**
 * Modifiers; each type has properties of its own.
 * @typedef {{id: string, type: string, isEnabled: boolean, children?: {id: string}[],
 *   [property: string]: unknown}} Modifier
 * @typedef {Record<string, unknown>} Change the changed properties of a surface or a modifier
 * @typedef {import("./schemas.js").CommandName} CommandName
 * @typedef {import("./schemas.js").SurfaceDescription} Description
 * @typedef {{id?: string, size?: Size, dataset?: string, series?: SeriesSpecification[],
 *   xAxes?: AxisSpecification[], yAxes?: AxisSpecification[], window?: object, modifiers?: Modifier[] | string, [property: string]: unknown}} SurfaceSpecification
 * @typedef {{id?: string, type?: string, [property: string]: unknown}} AxisSpecification
 * @typedef {{y: string, id?: string, dataset?: string, name?: string, visible?: boolean, kind?: string,
 *   transform?: {kind: string, by?: string | number, [property: string]: unknown} | null, [property: string]: unknown}} SeriesSpecification
 * @typedef {import("./schemas.js").Link} Link
 * @typedef {{surfaces: SurfaceSpecification[], links?: Link[], timeZone?: string}} SessionSpecification
 */

/**
 * Input events. The page gives its fingers numbers, and sends recognized gestures of two kinds.
 * @typedef {import("./schemas.js").Key} Key
 * @typedef {import("./schemas.js").TouchPhase} TouchPhase
 * @typedef {import("./schemas.js").HoverEvent} HoverEvent
 * @typedef {import("./schemas.js").HoverPhase} HoverPhase
 * @typedef {import("./schemas.js").DeltaMode} DeltaMode
 * @typedef {import("./schemas.js").TickEvent} TickEvent
 * @typedef {import("./schemas.js").Touch & {kind: import("./schemas.js").PointerKind}} Touch
 * @typedef {Omit<import("./schemas.js").TouchEvent, "touches"> & {touches: Touch[]}} TouchEvent
 * @typedef {Required<import("./schemas.js").WheelEvent>} WheelEvent
 * @typedef {import("./schemas.js").PanEvent | import("./schemas.js").PinchEvent} GestureEvent
 * @typedef {TouchEvent | HoverEvent | WheelEvent | GestureEvent | TickEvent} InputEvent
 */

export {};
