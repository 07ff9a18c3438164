/** The shapes of requests and answers. `make describe` writes this file from the OpenAPI document. */
export interface Replay {
  revisions: number;
  stateHash: string;
  firstDifference: ReplayDifference | null;
  session: Session;
}
export interface ReplayDifference {
  revision: number;
  expected: string;
  actual: string;
  cause?: "rows-gone";
}
export type OpenAPIDocument = Record<string, any>;
export type HealthStatus = "live" | "ready";
export interface Health {
  status: HealthStatus;
}
export type ProblemCode = "body.malformed" | "body.number-out-of-range" | "body.too-deep" | "body.duplicate-key" | "query.unknown" | "query.invalid" | "request.invalid" | "auth.token-missing" | "auth.token-unknown" | "auth.key-unknown" | "auth.key-expired" | "auth.key-revoked" | "auth.jwt-invalid" | "auth.jwt-claim" | "auth.jwt-expired" | "auth.viewer-cannot-drive" | "auth.scope-missing" | "route.unknown" | "session.unknown" | "surface.unknown" | "axis.unknown" | "modifier.unknown" | "token.unknown" | "annotation.unknown" | "annotation.locked" | "annotation.not-yours" | "dataset.unknown" | "stream.unknown" | "method.not-allowed" | "session.gone" | "batch.sequence-gap" | "batch.sequence-stale" | "batch.sequence-reused" | "session.driver-busy" | "dataset.in-use" | "history.empty" | "modifier.missing" | "surface.exists" | "precondition.failed" | "body.too-large" | "dataset.too-large" | "content-type.unsupported" | "body.unknown-property" | "body.missing-property" | "body.invalid-value" | "batch.empty" | "batch.too-many-events" | "batch.time-reversed" | "batch.sequence-incomplete" | "touch.repeated" | "touch.too-many" | "range.invalid" | "specification.invalid" | "specification.unknown-dataset" | "specification.unknown-column" | "specification.unknown-modifier" | "specification.unknown-reference" | "specification.duplicate-id" | "specification.cycle" | "session.too-many-surfaces" | "surface.too-many-modifiers" | "limits.annotations" | "limits.tokens" | "command.unknown" | "row.unknown" | "dataset.name-invalid" | "dataset.column-name-invalid" | "dataset.empty" | "dataset.ragged-row" | "dataset.value-invalid" | "dataset.out-of-order" | "dataset.unknown-column" | "import.long-table" | "rows.too-late" | "import.unlikely-dates" | "log.invalid" | "log.version" | "log.dataset-differs" | "limits.work" | "limits.answer" | "limits.links" | "limits.link-members" | "limits.slices" | "limits.derived" | "limits.append-ahead" | "limits.idle-timeout" | "request.encoding-unsupported" | "limits.rate" | "limits.principal-rate" | "limits.address-rate" | "limits.viewers" | "limits.sessions-per-address" | "limits.principal-sessions" | "limits.principal-data" | "limits.sessions" | "limits.open-files" | "auth.issuer-unavailable" | "server.busy" | "server.draining" | "audit.blocked" | "dataset.damaged" | "session.damaged" | "store.unavailable" | "store.full" | "store.contended" | "store.in-doubt" | "storage.quota" | "server.internal";
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  pointer?: string;
  offset?: number;
  scope?: Scope;
  expectedSequence?: number;
  line?: number;
  row?: number;
  cause?: UnreadyCause;
}
export type UnreadyCause = "draining" | "store-full" | "store-unavailable" | "store-damaged" | "store-stalled" | "audit.blocked";
export type Position = number | string;
export type Range = [Position, Position];
export type AnsweredRange = [number, number] | null;
export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type DatasetName = string;
export interface Rows {
  columns: string[];
  rows: ((number | string | null)[])[];
}
export interface NewRows {
  columns: string[];
  rows: ((number | string | null)[])[];
  key?: RowKey | null;
  late?: LateRule;
  lateRows?: LateRows;
  retain?: RowRetention | null;
}
export interface RowRules {
  key?: RowKey | null;
  late?: LateRule;
  lateRows?: LateRows;
  retain?: RowRetention | null;
}
export type RowKey = "x";
export type LateRule = "refuse" | "merge" | "drop";
export type LateRows = number;
export interface RowRetention {
  rows?: number | null;
  age?: number | null;
}
export interface LateCounts {
  merged: number;
  replaced: number;
  dropped: number;
}
export interface RemovedRows {
  removed: number;
}
export type RowKeyText = "x" | "null";
export type WhenShown = "replace" | "refuse";
export type FeedPrecision = "ns" | "n" | "us" | "u" | "ms" | "s" | "m" | "h";
export interface PartialWrite {
  error: string;
}
export interface InvalidLines {
  code: "invalid";
  message: string;
  line?: number;
}
export interface FeedHealth {
  name: "chart-surface";
  status: "pass";
}
export interface FeedResults {
  results: FeedResult[];
}
export interface FeedResult {
  statement_id: number;
}
export interface Dataset {
  name: DatasetName;
  xKind: ColumnKind;
  columns: DatasetColumn[];
  rows: number;
  firstRow?: number;
  extent: AnsweredRange;
  version: number;
  key?: RowKey | null;
  late?: LateRule | LateCounts;
  lateRows?: LateRows;
  retain?: RowRetention | null;
  import?: DatasetImport;
}
export interface DatasetColumn {
  name: string;
  kind: ColumnKind;
  min: number | null;
  max: number | null;
  missing: number;
}
export type ColumnKind = "date" | "number";
export interface DatasetImport {
  rows: number;
  bytes: number;
  milliseconds: number;
  delimiter?: string;
  leftOut?: string[];
  skipped?: SkippedRows;
  dialect?: ImportDialect;
}
export interface ImportDialect {
  delimiter: ImportDelimiter | null;
  headerLine: number | null;
  comment: string | null;
  x: string | null;
  columns: string | null;
  dateFormat: string | null;
  numberFormat: string | null;
  timeZone: string;
  xKind: string | null;
  xUnit: string | null;
  null: string | null;
  encoding: string | null;
  split: string | null;
  sort?: string;
  skipBad?: number;
  plausible?: string;
}
export interface SkippedRows {
  rows: number;
  first: SkippedRow[];
}
export interface SkippedRow {
  line: number;
  detail: string;
}
export type ImportDelimiter = "," | ";" | "|" | "tab";
export type ImportEncoding = "utf-8" | "utf-16" | "windows-1252";
export type ImportXKind = "date";
export type DateUnit = "milliseconds" | "seconds" | "microseconds" | "nanoseconds";
export type RowLayout = "rows" | "columns" | "objects";
export type RowUnit = "instant" | "day";
export type WindowWish = "none" | "auto" | "full";
export interface SessionSummary {
  id: string;
  owner: string | null;
  revision: number;
  datasets: string[];
  viewers: number;
  createdAt: number | null;
  lastUsedAt: number;
}
export type Scope = "datasets:read" | "datasets:write" | "sessions:create" | "sessions:manage" | "replays:run" | "metrics:read";
export interface SessionList {
  sessions: SessionSummary[];
  next: string | null;
}
export interface DatasetList {
  datasets: Dataset[];
}
export interface Window {
  columns: string[];
  rows: Row[] | RowsByColumn;
  firstIndex?: number;
  index?: number[];
  before: Row | null;
  after: Row | null;
  from: number;
  to: number;
  sourceRows: number;
  returnedRows: number;
  method: UsedWindowMethod;
  exact: boolean;
  bucket: number | null;
  unit?: BarUnit;
  unitCount?: number;
  weekStart?: WeekStart;
  aggregates?: Aggregate[];
  aggregate?: Aggregate;
  datasetVersion: number;
}
export interface PartedWindow {
  from: number;
  to: number;
  exact: boolean;
  parts: PartWindow[];
}
export interface PartWindow extends WindowPart, Window {
}
export interface WindowPart {
  dataset: DatasetName | null;
  series: string[];
}
export type Row = (number | null)[] | RowObject;
export type RowObject = Record<string, number | null>;
export type RowsByColumn = Record<string, (number | null)[]>;
export type RowFormat = "csv" | "ndjson";
export type PictureTheme = "light" | "dark";
export type UsedWindowMethod = "none" | "m4" | "minmax" | "lttb" | "minmaxlttb" | "calendar";
export interface SessionSpecification {
  surfaces: SurfaceSpecification[];
  links?: Link[];
  timeZone?: string;
  locale?: LanguageTag;
  idleTimeout?: number;
  meta?: SessionMeta;
}
export type SessionMeta = Record<string, any>;
export interface SessionPatch {
  links?: Link[];
  locale?: LanguageTag;
}
export type LanguageTag = string;
export type Title = string;
export type Description = string;
export type Unit = string;
export type Dash = number[];
export type SeriesTransform = ShiftTransform | ScaleTransform | PercentTransform | AverageTransform | DifferenceTransform | RateTransform | CumulativeTransform | ColumnsTransform;
export interface ShiftTransform {
  kind: "shift";
  by: LengthOfX;
}
export type LengthOfX = number | LengthOfTime;
export type LengthOfTime = string;
export interface ScaleTransform {
  kind: "scale";
  factor?: number;
  offset?: number;
}
export interface PercentTransform {
  kind: "percentChange";
  base?: PercentBase;
}
export type PercentBase = PercentBaseName | number | PercentBaseDate;
export type PercentBaseName = "first" | "view";
export type PercentBaseDate = string;
export interface AverageTransform {
  kind: "movingAverage";
  span: MeanSpan;
}
export type MeanSpan = MeanRows | LengthOfTime;
export type MeanRows = number;
export interface DifferenceTransform {
  kind: "difference";
}
export interface RateTransform {
  kind: "rate";
  per: LengthOfX;
}
export interface CumulativeTransform {
  kind: "cumulative";
}
export interface ColumnsTransform {
  kind: "columns";
  op: ColumnOperation;
  of: string[];
}
export type ColumnOperation = "+" | "-" | "*" | "/";
export type SeriesGaps = MissingValues | LongestGap;
export type MissingValues = "break" | "connect";
export interface LongestGap {
  longerThan: number;
}
export type SeriesReadingRule = "row" | "interpolated";
export type NumberNotation = "plain" | "compact" | "scientific" | "percent";
export interface NumberFormat {
  notation?: NumberNotation;
  decimals?: number | null;
}
export interface Link {
  axes: string[];
  kind: LinkKind;
}
export type LinkKind = "same" | "offset" | "proportional";
export interface TokenGrant {
  may: TokenRights;
  author?: string | null;
  expires?: number | null;
}
export type TokenRights = TokenRight[];
export type TokenRight = "annotate" | "look" | "drive";
export interface GrantedToken {
  id: string;
  may: TokenRights;
  author: string | null;
  expiresAt: number | null;
}
export interface NewToken extends GrantedToken {
  token: string;
}
export interface TokenList {
  tokens: GrantedToken[];
}
export interface StreamSpecification {
  sessions: StreamedSession[];
}
export interface RowGeneration {
  rows: number;
}
export interface StreamChange {
  add?: StreamedSession[];
  remove?: string[];
}
export interface StreamedSession {
  id: string;
  token?: string | null;
  as?: string | null;
  after?: number | null;
  mine?: string | null;
  query?: StreamQuery;
}
export type StreamQuery = Record<string, string | number | boolean>;
export interface SurfaceSpecification {
  id?: string;
  size?: Size;
  dataset?: DatasetName;
  xAxes?: AxisSpecification[];
  yAxes?: AxisSpecification[];
  series?: Series[];
  modifiers?: Modifiers;
  gestures?: GestureThresholds;
  window?: WindowSpecification;
  annotations?: Annotation[];
  annotationLayers?: AnnotationLayers;
  title?: Title | null;
  description?: Description | null;
}
export interface SurfacePatch {
  size?: Size;
  dataset?: DatasetName;
  xAxes?: AxisSpecification[];
  yAxes?: AxisSpecification[];
  series?: SeriesPatch[];
  window?: WindowSpecification;
  annotationLayers?: AnnotationLayers;
  title?: Title | null;
  description?: Description | null;
}
export type Modifiers = Modifier[] | PresetName;
export interface SeriesPatch {
  id?: string;
  dataset?: DatasetName | null;
  x?: string;
  y?: string;
  xAxis?: string;
  yAxis?: string;
  name?: string;
  color?: string | null;
  visible?: boolean;
  kind?: SeriesKind | null;
  stack?: string | null;
  aggregate?: Aggregate | null;
  unit?: Unit | null;
  dash?: Dash | null;
  ohlc?: CandleColumns | null;
  width?: number | null;
  marker?: SeriesMarker | null;
  markerSize?: number | null;
  gaps?: SeriesGaps | null;
  reading?: SeriesReadingRule | null;
  transform?: SeriesTransform | null;
}
export interface WindowSpecification {
  method?: WindowMethod;
  maxRows?: number;
  rowUnit?: RowUnit;
  points?: number | null;
  aggregate?: Aggregate;
  unit?: BarUnit | null;
  unitCount?: number | null;
  weekStart?: WeekStart;
}
export type WindowMethod = "none" | "m4" | "minmax" | "lttb" | "minmaxlttb" | "calendar" | "auto";
export type Aggregate = "sum" | "mean" | "min" | "max" | "first" | "last" | "count" | "ohlc";
export type WeekStart = "monday" | "sunday";
export type SeriesMarker = "none" | "circle" | "square" | "diamond" | "triangle" | "cross";
export type BarUnit = "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
export interface GestureThresholds {
  profile?: GestureProfile;
  tapSlop?: number;
  tapMaximumPress?: number;
  multiTapGap?: number;
  multiTapDistance?: number;
  multiTapMinimumGap?: number;
  longPressDuration?: number;
  longPressMovement?: number;
  panHysteresis?: number;
  panHysteresisOneAxis?: number;
  pinchMinimumScaleDelta?: number;
  pinchSpanSlop?: number;
  flingMinimumVelocity?: number;
  flingMaximumVelocity?: number;
}
export type GestureProfile = "uikit" | "android" | "flutter" | "hammer";
export type Alignment = "left" | "right" | "top" | "bottom" | "auto";
export type AutoRange = "once" | "always" | "visible" | "never";
export type AxisType = "number" | "log" | "date" | "category";
export type Growth = number[];
export type TickRule = "automatic" | "countValues" | "dateValues";
export type RangeLimit = (Position | null)[];
export interface AxisSettings {
  alignment?: Alignment;
  visibleRange?: Range;
  flipped?: boolean;
  follow?: FollowMode;
  ticks?: TickSettings;
  autoRange?: AutoRange;
  growBy?: Growth;
  visibleRangeLimit?: RangeLimit;
  limitMode?: LimitMode;
  hardLimit?: boolean;
  minimumSpan?: number | null;
  maximumSpan?: number | null;
  tickCount?: number | null;
  minorsPerMajor?: number;
  title?: Title | null;
  unit?: Unit | null;
  format?: NumberFormat | null;
}
export type LimitMode = "minMax" | "min" | "max";
export type FollowMode = "none" | "shift" | "extend";
export interface TickSettings {
  rule?: TickRule;
}
export interface AxisPatch extends AxisSettings {
}
export interface AxisSpecification extends AxisSettings {
  id?: string;
  type?: AxisType;
}
export type AnsweredPair = [number | null, number | null];
export interface Axis {
  id: string;
  type: AxisType;
  alignment: Alignment;
  flipped: boolean;
  visibleRange: AnsweredRange;
  dataRange: AnsweredRange;
  maximumRange: AnsweredRange;
  cut?: boolean;
  zoomState: ZoomState;
  follow?: FollowMode;
  followState?: FollowState | null;
  autoRange?: AutoRange;
  growBy?: AnsweredPair;
  visibleRangeLimit?: AnsweredPair;
  limitMode?: LimitMode;
  hardLimit?: boolean;
  minimumSpan?: number | null;
  maximumSpan?: number | null;
  tickCount?: number | null;
  minorsPerMajor?: number;
  title?: Title;
  unit?: Unit;
  format?: NumberFormat;
  ticks?: AxisTicks;
}
export type ZoomState = "atExtents" | "userZooming";
export type FollowState = "following" | "paused";
export interface AxisTicks {
  rule?: TickRule;
  major: number[];
  minor: number[];
  labels: string[];
}
export interface Series {
  id?: string;
  dataset?: DatasetName | null;
  x?: string;
  y?: string;
  xAxis?: string;
  yAxis?: string;
  name?: string;
  color?: string | null;
  visible?: boolean;
  kind?: SeriesKind | null;
  stack?: string | null;
  aggregate?: Aggregate | null;
  unit?: Unit | null;
  dash?: Dash | null;
  ohlc?: CandleColumns | null;
  width?: number | null;
  marker?: SeriesMarker | null;
  markerSize?: number | null;
  gaps?: SeriesGaps | null;
  reading?: SeriesReadingRule | null;
  transform?: SeriesTransform | null;
}
export interface CandleColumns {
  open: string;
  high: string;
  low: string;
  close: string;
}
export type SeriesKind = "line" | "step" | "area" | "bar" | "scatter" | "band" | "candlestick";
export type Direction = "xy" | "x" | "y";
export type ClipMode = "none" | "stretchAtExtents" | "clipAtExtents" | "clipAtMin" | "clipAtMax";
export type ClipTarget = "maximumRange" | "dataRange" | "visibleRangeLimit";
export type InertialMotionDecelerationRate = "normal" | "fast";
export type MouseWheelZoomAction = "zoom" | "pan";
export type MouseWheelZoomLaw = "d3" | "vega";
export type ZoomExtentsTrigger = "singleTap" | "doubleTap" | "longPress" | "fling";
export type SourceMode = "allVisibleSeries" | "allSeries" | "selectedSeries" | "unselectedSeries";
export type PointerTouch = "none" | "longPress";
export type DoubleTapDragZoomAnchor = "touch" | "mirrored";
export type MarqueeSelects = "rows" | "none";
export type SelectionMode = "replace" | "union" | "invert";
export type DateWindowZoomSnap = "noon" | "none";
export type RowSelectionStep = "day" | "none";
export type GestureKind = "tap" | "doubleTouchDown" | "longPress" | "pan" | "pinch" | "rotation" | "swipe" | "hover" | "wheel" | "marquee";
export type GestureObserverDirection = "x" | "y" | "xy" | "left" | "right" | "up" | "down";
export type LegendOrientation = "vertical" | "horizontal";
export type AxisDragDragMode = "scale" | "pan";
export type WindowScrubberStep = "day" | "none";
export type OverviewDragBeside = "select";
export type AnnotationKind = "line" | "horizontalLine" | "verticalLine" | "box" | "xBand" | "yBand" | "text" | "marker" | "measure" | "levels";
export type AnnotationPlacementPlacement = "drag" | "taps";
export interface ModifierCommon {
  id?: string;
  isEnabled?: boolean;
  receiveHandledEvents?: boolean;
  requireFailureOf?: string[];
  simultaneousWith?: string[];
  eventsGroupTag?: string;
  when?: GestureCondition | null;
  meta?: AnyJSON | null;
}
export type Modifier = ZoomPanModifier | PinchZoomModifier | MouseWheelZoomModifier | ZoomExtentsModifier | CursorModifier | DoubleTapDragZoomModifier | RotateChartModifier | MarqueeModifier | DateWindowZoomModifier | RowSelectionModifier | GestureObserverModifier | TooltipModifier | RolloverModifier | VerticalSliceModifier | SeriesSelectionModifier | DataPointSelectionModifier | LegendModifier | SeriesValueModifier | AxisMarkerModifier | XAxisDragModifier | YAxisDragModifier | RubberBandZoomModifier | WindowScrubberModifier | GroupModifier | OverviewModifier | AnnotationPlacementModifier | AnnotationEditModifier | RegisteredModifier;
export interface ZoomPanModifier extends ModifierCommon {
  type: "zoomPan";
  direction?: Direction;
  axes?: string[] | null;
  clipModeX?: ClipMode;
  clipModeY?: ClipMode;
  clipModeTargetX?: ClipTarget;
  clipModeTargetY?: ClipTarget;
  zoomExtentsY?: boolean;
  minimumTouches?: number;
  allowsGestureOnAxis?: boolean;
  inertia?: boolean;
  decelerationRate?: InertialMotionDecelerationRate;
}
export interface PinchZoomModifier extends ModifierCommon {
  type: "pinchZoom";
  direction?: Direction;
  axes?: string[] | null;
  uniform?: boolean;
  scaleFactor?: number;
  clipMode?: ClipMode;
  clipModeTarget?: ClipTarget;
  trackpad?: boolean;
}
export interface MouseWheelZoomModifier extends ModifierCommon {
  type: "mouseWheelZoom";
  action?: MouseWheelZoomAction;
  direction?: Direction;
  axes?: string[] | null;
  law?: MouseWheelZoomLaw;
  clipMode?: ClipMode;
  clipModeTarget?: ClipTarget;
  allowsGestureOnAxis?: boolean;
}
export interface ZoomExtentsModifier extends ModifierCommon {
  type: "zoomExtents";
  direction?: Direction;
  axes?: string[] | null;
  executeOn?: ZoomExtentsTrigger;
  range?: ZoomExtentsRange | null;
  allowsGestureOnAxis?: boolean;
}
export interface CursorModifier extends ModifierCommon {
  type: "cursor";
  useInterpolation?: boolean;
  sourceMode?: SourceMode;
  series?: string[] | null;
  hitTestRadius?: number;
  touch?: PointerTouch;
  followsPan?: boolean;
}
export interface DoubleTapDragZoomModifier extends ModifierCommon {
  type: "doubleTapDragZoom";
  scaleFactor?: number;
  axes?: string[] | null;
  anchor?: DoubleTapDragZoomAnchor;
  clipMode?: ClipMode;
}
export interface RotateChartModifier extends ModifierCommon {
  type: "rotateChart";
}
export interface MarqueeModifier extends ModifierCommon {
  type: "marquee";
  selects?: MarqueeSelects;
  mode?: SelectionMode;
  series?: string[] | null;
}
export interface DateWindowZoomModifier extends ModifierCommon {
  type: "dateWindowZoom";
  axes?: string[] | null;
  growth?: number;
  minimumHalf?: number;
  snap?: DateWindowZoomSnap;
  trackpad?: boolean;
}
export interface RowSelectionModifier extends ModifierCommon {
  type: "rowSelection";
  keepOnEnd?: boolean;
  edgePan?: boolean;
  step?: RowSelectionStep;
  axes?: string[] | null;
}
export interface GestureObserverModifier extends ModifierCommon {
  type: "gestureObserver";
  gesture: GestureKind;
  taps?: number;
  touches?: number;
  direction?: GestureObserverDirection | null;
}
export interface TooltipModifier extends ModifierCommon {
  type: "tooltip";
  useInterpolation?: boolean;
  sourceMode?: SourceMode;
  series?: string[] | null;
  hitTestRadius?: number;
  touch?: PointerTouch;
  followsPan?: boolean;
}
export interface RolloverModifier extends ModifierCommon {
  type: "rollover";
  useInterpolation?: boolean;
  sourceMode?: SourceMode;
  series?: string[] | null;
  hitTestRadius?: number;
  touch?: PointerTouch;
  followsPan?: boolean;
}
export interface VerticalSliceModifier extends ModifierCommon {
  type: "verticalSlice";
  slices?: Position[];
  useInterpolation?: boolean;
  sourceMode?: SourceMode;
  series?: string[] | null;
  hitTestRadius?: number;
  touch?: PointerTouch;
  followsPan?: boolean;
  isDraggable?: boolean;
  difference?: boolean;
}
export interface SeriesSelectionModifier extends ModifierCommon {
  type: "seriesSelection";
  mode?: SelectionMode;
  hitTestRadius?: number;
  series?: string[] | null;
  selectsByMarquee?: boolean;
}
export interface DataPointSelectionModifier extends ModifierCommon {
  type: "dataPointSelection";
  mode?: SelectionMode;
  hitTestRadius?: number;
  series?: string[] | null;
  selectsByMarquee?: boolean;
}
export interface LegendModifier extends ModifierCommon {
  type: "legend";
  sourceMode?: SourceMode;
  series?: string[] | null;
  orientation?: LegendOrientation;
  location?: LegendLocation;
  entryWidth?: number;
  entryHeight?: number;
  toggles?: boolean;
}
export interface SeriesValueModifier extends ModifierCommon {
  type: "seriesValue";
  sourceMode?: SourceMode;
  series?: string[] | null;
}
export interface AxisMarkerModifier extends ModifierCommon {
  type: "axisMarker";
  axis?: string | null;
  value?: Position | null;
  label?: string | null;
  sourceMode?: SourceMode;
  series?: string[] | null;
}
export interface XAxisDragModifier extends ModifierCommon {
  type: "xAxisDrag";
  dragMode?: AxisDragDragMode;
  axes?: string[] | null;
  clipMode?: ClipMode | null;
  minTouchArea?: number;
}
export interface YAxisDragModifier extends ModifierCommon {
  type: "yAxisDrag";
  dragMode?: AxisDragDragMode;
  axes?: string[] | null;
  clipMode?: ClipMode | null;
  minTouchArea?: number;
}
export interface RubberBandZoomModifier extends ModifierCommon {
  type: "rubberBandZoom";
  direction?: Direction;
  axes?: string[] | null;
  minDragSensitivity?: number;
  zoomExtentsY?: boolean;
}
export interface WindowScrubberModifier extends ModifierCommon {
  type: "windowScrubber";
  axes?: string[] | null;
  step?: WindowScrubberStep;
  minimumThumb?: number;
  strip?: Rectangle | null;
}
export interface GroupModifier extends ModifierCommon {
  type: "group";
  eventGroup?: string | null;
  children?: Modifier[];
}
export interface OverviewModifier extends ModifierCommon {
  type: "overview";
  of: AxisOfSurface;
  minimumThumb?: number;
  dragBeside?: OverviewDragBeside | null;
}
export interface AnnotationPlacementModifier extends ModifierCommon {
  type: "annotationPlacement";
  kind?: AnnotationKind;
  gesture?: AnnotationPlacementPlacement | null;
  snap?: AnnotationSnaps;
  snapRadius?: number;
  once?: boolean;
  template?: AnnotationTemplate | null;
}
export interface AnnotationEditModifier extends ModifierCommon {
  type: "annotationEdit";
  hitRadius?: number;
  axes?: Direction;
  snap?: AnnotationSnaps;
  snapRadius?: number;
}
export type RegisteredModifierType = string;
export interface GestureCondition {
  buttons?: PointerButton[];
  keys?: Key[];
}
export type PointerButton = "primary" | "secondary" | "middle";
export type Key = "ctrl" | "shift" | "alt" | "meta";
export interface LegendLocation {
  x: number;
  y: number;
}
export interface RegisteredModifier extends ModifierCommon {
  type: RegisteredModifierType;
}
export type ZoomExtentsRange = "initial" | Range;
export type AxisOfSurface = string;
export type AnyJSON = any;
export interface ModifierTypes {
  modifiers: ModifierType[];
  presets: ModifierPreset[];
}
export type PresetName = "dashboard" | "trading" | "sensor" | "map" | "kiosk";
export interface ModifierPreset {
  name: PresetName;
  modifiers: Modifier[];
  meaning: string;
}
export interface ModifierType {
  type: string;
  gesture: string | null;
  properties: ModifierProperty[];
}
export interface ModifierProperty {
  name: string;
  type: PropertyType;
  default: any;
  bounds: (number | null)[] | string[] | null;
  meaning: string;
}
export type PropertyType = "boolean" | "integer" | "number" | "string" | "array" | "object";
export type ModifierPatch = Record<string, any>;
export type Command = PlainCommand | SelectRowCommand | SelectAnnotationCommand;
export interface PlainCommand {
  command: CommandName;
}
export type CommandName = "zoomExtents" | "zoomExtentsX" | "zoomExtentsY" | "rotate" | "undo" | "redo" | "deselectAllRows" | "deselectAllSeries" | "deselectAllAnnotations" | "cancelGestures" | "follow";
export interface SelectRowCommand {
  command: "selectRow";
  row: number;
  dataset?: DatasetName;
}
export interface SelectAnnotationCommand {
  command: "selectAnnotation";
  annotation: string;
}
export interface Batch {
  client?: string;
  sequence?: number;
  frame?: Size;
  frames?: Frames;
  events: Event[];
}
export type Frames = Record<string, Size>;
export type Event = TouchEvent | HoverEvent | WheelEvent | GestureEvent | TickEvent;
export type Time = number;
export type KeyModifiers = Key[];
export interface TouchEvent {
  type: "touch";
  phase: TouchPhase;
  time: Time;
  touches: Touch[];
  modifiers?: KeyModifiers;
}
export type TouchPhase = "began" | "moved" | "ended" | "cancelled";
export type PointerKind = "touch" | "mouse" | "pen";
export interface Touch {
  id: number;
  x: number;
  y: number;
  kind?: PointerKind;
  buttons?: number;
  pressure?: number;
}
export interface HoverEvent {
  type: "hover";
  phase: HoverPhase;
  time: Time;
  x: number;
  y: number;
}
export type HoverPhase = "entered" | "moved" | "exited";
export interface WheelEvent {
  type: "wheel";
  time: Time;
  x: number;
  y: number;
  deltaX?: number;
  deltaY?: number;
  deltaMode?: DeltaMode;
  modifiers?: KeyModifiers;
}
export type GestureState = "possible" | "began" | "changed" | "ended" | "cancelled" | "failed";
export type DeltaMode = "pixel" | "line" | "page";
export type GestureEvent = PanEvent | PinchEvent | TapEvent | LongPressEvent | SwipeEvent | RotationEvent;
export type GoingGestureState = "began" | "changed" | "ended" | "recognized" | "cancelled";
export type MomentaryGestureState = "ended" | "recognized";
export type SwipeDirection = "left" | "right" | "up" | "down";
export interface PanEvent {
  type: "gesture";
  gesture: "pan";
  state: GoingGestureState;
  time: Time;
  location?: Point;
  modifiers?: KeyModifiers;
  translation?: Point;
  velocity?: Point;
}
export interface PinchEvent {
  type: "gesture";
  gesture: "pinch";
  state: GoingGestureState;
  time: Time;
  location?: Point;
  modifiers?: KeyModifiers;
  scale?: number;
  startAnchor?: Point;
}
export interface TapEvent {
  type: "gesture";
  gesture: "tap";
  state: MomentaryGestureState;
  time: Time;
  location?: Point;
  modifiers?: KeyModifiers;
  taps?: number;
}
export interface LongPressEvent {
  type: "gesture";
  gesture: "longPress";
  state: GoingGestureState;
  time: Time;
  location?: Point;
  modifiers?: KeyModifiers;
}
export interface SwipeEvent {
  type: "gesture";
  gesture: "swipe";
  state: MomentaryGestureState;
  time: Time;
  location?: Point;
  modifiers?: KeyModifiers;
  direction: SwipeDirection;
}
export interface RotationEvent {
  type: "gesture";
  gesture: "rotation";
  state: GoingGestureState;
  time: Time;
  location?: Point;
  modifiers?: KeyModifiers;
  rotation?: number;
}
export interface TickEvent {
  type: "tick";
  time: Time;
}
export interface GestureInProgress {
  modifier: string;
  gesture: string;
  state: GestureState;
  annotation?: string;
  axes?: AxisMovement[];
}
export interface AxisMovement {
  id: string;
  pan?: number;
  zoom?: number;
  by?: SpanDirection;
}
export type SpanDirection = "x" | "y";
export interface GestureAhead {
  after: number;
  by?: SpanDirection;
  axes: AxisMovement[];
}
export interface GesturesAhead {
  drag: GestureAhead | null;
  pinch: GestureAhead | null;
  wheel: GestureAhead | null;
}
export interface RecognizedGesture {
  modifier: string;
  gesture: GestureKind;
  state: GestureState;
  time: number;
  location: Point;
  resolvedAt?: number;
  annotation?: string;
  taps?: number;
  translation?: Point;
  velocity?: Point;
  scale?: number;
  startAnchor?: Point;
  rotation?: number;
  direction?: SwipeDirection;
  deltaX?: number;
  deltaY?: number;
  deltaMode?: DeltaMode;
  selectionRect?: Rectangle;
}
export interface Overlay {
  modifier: string;
  kind: string;
  x?: number;
  y?: number;
  rect?: Rectangle;
  from?: number;
  to?: number;
  items?: OverlayItem[];
  velocity?: Point;
  decelerationRate?: number;
  startTime?: number;
  duration?: number;
  missing?: boolean;
  meta?: any;
}
export interface Statistics {
  from: number | null;
  to: number | null;
  series: SeriesStatistics[];
}
export interface SeriesStatistics {
  id: string;
  name: string;
  count: number;
  missing: number;
  sum: number | null;
  mean: number | null;
  deviation: number | null;
  minimum: DescribedPlace | null;
  maximum: DescribedPlace | null;
  first: DescribedPlace | null;
  last: DescribedPlace | null;
  change: number | null;
  percent: number | null;
  integral: number | null;
}
export interface DatasetDescription {
  locale: LanguageTag;
  title: string;
  text: string;
  window: DescribedWindow;
  series: DescribedSeries[];
}
export interface SurfaceDescription extends DatasetDescription {
  axes: DescribedAxis[];
  selection: DescribedSelection;
  annotations?: DescribedAnnotation[];
}
export interface DescribedWindow {
  from: number;
  to: number;
  text: string;
}
export interface DescribedAxis {
  id: string;
  text: string;
}
export interface DescribedAnnotation {
  id: string;
  text: string;
}
export interface DescribedSelection {
  text: string;
}
export interface DescribedSeries {
  id: string;
  name: string;
  text: string;
  count: number;
  missing: number;
  first: DescribedPlace | null;
  last: DescribedPlace | null;
  minimum: DescribedPlace | null;
  maximum: DescribedPlace | null;
  mean: number | null;
  change: number | null;
  trend: Trend | null;
}
export interface DescribedPlace {
  x: number;
  value: number;
}
export type Trend = "rising" | "falling" | "flat" | "mixed";
export interface OverlayItem {
  series?: string;
  name?: string;
  axis?: string;
  x?: number;
  value?: number | null;
  difference?: number;
  text?: string;
  point?: OverlayPoint;
  color?: string;
  visible?: boolean;
  rect?: Rectangle;
}
export interface OverlayPoint {
  x: number;
  y: number;
}
export interface Selection {
  rows: number[];
  series: string[];
  label: string | null;
  annotations?: string[];
  total?: number | null;
  parts?: SelectedRows[];
}
export interface SelectedRows {
  dataset: DatasetName | null;
  series: string[];
  rows: number[];
}
export interface Surface {
  id: string;
  revision: number;
  size?: Size;
  dataset?: DatasetName | null;
  series?: Series[];
  modifiers?: Modifier[];
  gestureProfile?: GestureProfile;
  windowOptions?: WindowSpecification;
  title?: Title;
  description?: Description;
  xAxes: Axis[];
  yAxes: Axis[];
  gestures: GestureInProgress[];
  recognized: RecognizedGesture[];
  overlays: Overlay[];
  selection: Selection;
  window?: Window | PartedWindow;
  scene?: Scene;
  annotations?: Annotation[];
  annotationsVersion?: number;
  annotationLayers?: AnnotationLayers;
  ahead?: GesturesAhead;
}
export interface Scene {
  width: number;
  height: number;
  insets: SceneInsets;
  direction: SceneDirection;
  since?: number;
  kept?: string[];
  order?: string[];
  layers: SceneLayer[];
}
export type AnnotationFormat = "json" | "csv";
export type AnnotationLayers = AnnotationLayer[];
export type AnnotationLayer = "surface" | "dataset";
export interface AnnotationList {
  annotations: Annotation[];
  annotationsVersion: number;
}
export interface AnnotationPoint {
  x?: Position | null;
  y?: Position | null;
}
export type AnnotationExtension = "none" | "start" | "end" | "both";
export type AnnotationShape = "circle" | "square" | "diamond" | "triangle" | "cross";
export type Levels = number[];
export type AnnotationSnaps = AnnotationSnap[];
export type AnnotationSnap = "row" | "tick";
export interface AnnotationTemplate {
  xAxis?: string;
  yAxis?: string;
  text?: string | null;
  color?: string | null;
  dash?: Dash | null;
  fill?: string | null;
  extend?: AnnotationExtension;
  levels?: Levels;
  shape?: AnnotationShape;
  locked?: boolean;
  counts?: boolean;
  meta?: AnyJSON | null;
}
export interface Annotation {
  id?: string;
  kind: AnnotationKind;
  xAxis?: string;
  yAxis?: string;
  points: AnnotationPoint[];
  text?: string | null;
  color?: string | null;
  dash?: Dash | null;
  fill?: string | null;
  extend?: AnnotationExtension;
  levels?: Levels;
  shape?: AnnotationShape;
  locked?: boolean;
  counts?: boolean;
  author?: string | null;
  meta?: AnyJSON | null;
  missing?: boolean;
  layer?: string;
}
export interface AnnotationPatch {
  id?: string;
  kind?: AnnotationKind;
  xAxis?: string;
  yAxis?: string;
  points?: AnnotationPoint[];
  text?: string | null;
  color?: string | null;
  dash?: Dash | null;
  fill?: string | null;
  extend?: AnnotationExtension;
  levels?: Levels;
  shape?: AnnotationShape;
  locked?: boolean;
  counts?: boolean;
  author?: string | null;
  meta?: AnyJSON | null;
  missing?: boolean;
  layer?: string;
}
export interface SceneInsets {
  top: number;
  left: number;
  bottom: number;
  right: number;
}
export type SceneDirection = "ltr" | "rtl";
export type SceneClip = "plot";
export type SceneEnds = "butt" | "round";
export type SceneAnchor = "start" | "middle" | "end";
export type SceneBaseline = "alphabetic";
export type SceneWeight = 400 | 600;
export type SceneRole = "grid" | "axis" | "series" | "selection" | "annotation" | "overlay" | "legend" | "title";
export interface SceneLayer {
  key: string;
  role: SceneRole;
  id?: string;
  axis?: string;
  xAxis?: string;
  yAxis?: string;
  clip?: SceneClip;
  items: (ScenePath | SceneText)[];
}
export interface ScenePath {
  path: string;
  stroke?: SceneColor;
  width?: number;
  dash?: number[];
  ends?: SceneEnds;
  fill?: SceneColor;
  opacity?: number;
  pattern?: number;
}
export interface SceneText {
  text: string;
  x: number;
  y: number;
  rotation?: number;
  anchor?: SceneAnchor;
  baseline?: SceneBaseline;
  color: SceneColor;
  size: number;
  weight?: SceneWeight;
}
export type SceneColor = string;
export interface Palette {
  light: PaletteColors;
  dark: PaletteColors;
  patterns: PalettePattern[];
}
export interface PalettePattern {
  dash: number[];
  tile: string;
  mark: string;
}
export type PaletteColors = Record<string, string>;
export interface Update {
  session: string;
  revision: number;
  duplicate: boolean;
  history: History;
  surfaces: Surface[];
  links?: Link[];
  ignored?: IgnoredInput[];
  trace?: TraceEntry[];
  traceOmitted?: number;
}
export interface IgnoredInput {
  pointer: string;
  reason: string;
}
export type TraceEntry = TraceTransition | TraceHandled | TraceLimit | TraceIgnored;
export interface TraceTransition extends RecognizedGesture {
  kind: "transition";
  surface: string;
  cause: TransitionCause;
  by?: string;
  reason?: string;
}
export type TransitionCause = "event" | "timer" | "required" | "prevented" | "cancelled";
export interface TraceHandled {
  kind: "handled";
  surface: string;
  modifier: string;
  pointer: string;
  source: string;
  isMaster: boolean;
  isInSourceBounds: boolean;
}
export interface TraceLimit {
  kind: "limit";
  surface: string;
  axis: string;
  rule: LimitRule;
  wanted: AnsweredPair;
  applied: AnsweredPair;
}
export type LimitRule = "minimumSpan" | "maximumSpan" | "stretchAtExtents" | "clipAtExtents" | "clipAtMin" | "clipAtMax" | "visibleRangeLimit" | "hardLimit" | "autoRange" | "link";
export interface TraceIgnored {
  kind: "ignored";
  surface: string;
  modifier?: string;
  pointer: string;
  reason: string;
}
export interface Session {
  id: string;
  revision: number;
  history: History;
  surfaces: Surface[];
  links: Link[];
  timeZone: string;
  locale: LanguageTag;
  idleTimeout: number;
  meta: SessionMeta;
  expiresAt: number;
}
export interface History {
  undo: number;
  redo: number;
}
export interface CreatedSession extends Session {
  driverToken: string;
  viewerToken: string;
}
