"""The shapes of requests and answers. `make describe` writes this file from the OpenAPI document."""
# ruff: noqa: E501

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Replay(TypedDict):
    revisions: "int"
    stateHash: "str"
    firstDifference: "ReplayDifference | None"
    session: "Session"


class ReplayDifference(TypedDict):
    revision: "int"
    expected: "str"
    actual: "str"
    cause: "NotRequired[Literal['rows-gone']]"


OpenAPIDocument: TypeAlias = "dict[str, Any]"


HealthStatus: TypeAlias = Literal["live", "ready"]


class Health(TypedDict):
    status: "HealthStatus"


ProblemCode: TypeAlias = Literal[
    "body.malformed",
    "body.number-out-of-range",
    "body.too-deep",
    "body.duplicate-key",
    "query.unknown",
    "query.invalid",
    "request.invalid",
    "auth.token-missing",
    "auth.token-unknown",
    "auth.key-unknown",
    "auth.key-expired",
    "auth.key-revoked",
    "auth.jwt-invalid",
    "auth.jwt-claim",
    "auth.jwt-expired",
    "auth.viewer-cannot-drive",
    "auth.scope-missing",
    "route.unknown",
    "session.unknown",
    "surface.unknown",
    "axis.unknown",
    "modifier.unknown",
    "token.unknown",
    "annotation.unknown",
    "annotation.locked",
    "annotation.not-yours",
    "dataset.unknown",
    "stream.unknown",
    "method.not-allowed",
    "session.gone",
    "batch.sequence-gap",
    "batch.sequence-stale",
    "batch.sequence-reused",
    "session.driver-busy",
    "dataset.in-use",
    "history.empty",
    "modifier.missing",
    "surface.exists",
    "precondition.failed",
    "body.too-large",
    "dataset.too-large",
    "content-type.unsupported",
    "body.unknown-property",
    "body.missing-property",
    "body.invalid-value",
    "batch.empty",
    "batch.too-many-events",
    "batch.time-reversed",
    "batch.sequence-incomplete",
    "touch.repeated",
    "touch.too-many",
    "range.invalid",
    "specification.invalid",
    "specification.unknown-dataset",
    "specification.unknown-column",
    "specification.unknown-modifier",
    "specification.unknown-reference",
    "specification.duplicate-id",
    "specification.cycle",
    "session.too-many-surfaces",
    "surface.too-many-modifiers",
    "limits.annotations",
    "limits.tokens",
    "command.unknown",
    "row.unknown",
    "dataset.name-invalid",
    "dataset.column-name-invalid",
    "dataset.empty",
    "dataset.ragged-row",
    "dataset.value-invalid",
    "dataset.out-of-order",
    "dataset.unknown-column",
    "import.long-table",
    "rows.too-late",
    "import.unlikely-dates",
    "log.invalid",
    "log.version",
    "log.dataset-differs",
    "limits.work",
    "limits.answer",
    "limits.links",
    "limits.link-members",
    "limits.slices",
    "limits.derived",
    "limits.append-ahead",
    "limits.idle-timeout",
    "request.encoding-unsupported",
    "limits.rate",
    "limits.principal-rate",
    "limits.address-rate",
    "limits.viewers",
    "limits.sessions-per-address",
    "limits.principal-sessions",
    "limits.principal-data",
    "limits.sessions",
    "limits.open-files",
    "auth.issuer-unavailable",
    "server.busy",
    "server.draining",
    "audit.blocked",
    "dataset.damaged",
    "session.damaged",
    "store.unavailable",
    "store.full",
    "store.contended",
    "store.in-doubt",
    "storage.quota",
    "server.internal",
]


class Problem(TypedDict):
    """An error in the form of RFC 9457."""

    type: "str"
    title: "str"
    status: "int"
    detail: "str"
    code: "ProblemCode"
    pointer: "NotRequired[str]"
    offset: "NotRequired[int]"
    scope: "NotRequired[Scope]"
    expectedSequence: "NotRequired[int]"
    line: "NotRequired[int]"
    row: "NotRequired[int]"
    cause: "NotRequired[UnreadyCause]"


UnreadyCause: TypeAlias = Literal[
    "draining", "store-full", "store-unavailable", "store-damaged", "store-stalled", "audit.blocked"
]


Position: TypeAlias = "float | str"


Range: TypeAlias = "list[Position]"


AnsweredRange: TypeAlias = "list[float] | None"


class Point(TypedDict):
    x: "float"
    y: "float"


class Size(TypedDict):
    """The plot area, in points."""

    width: "float"
    height: "float"


class Rectangle(TypedDict):
    x: "float"
    y: "float"
    width: "float"
    height: "float"


DatasetName: TypeAlias = "str"


class Rows(TypedDict):
    columns: "list[str]"
    rows: "list[list[float | str | None]]"


class NewRows(TypedDict):
    columns: "list[str]"
    rows: "list[list[float | str | None]]"
    key: "NotRequired[RowKey | None]"
    late: "NotRequired[LateRule]"
    lateRows: "NotRequired[LateRows]"
    retain: "NotRequired[RowRetention | None]"


class RowRules(TypedDict):
    """How a dataset takes rows whose x is there already, or lies before its last one."""

    key: "NotRequired[RowKey | None]"
    late: "NotRequired[LateRule]"
    lateRows: "NotRequired[LateRows]"
    retain: "NotRequired[RowRetention | None]"


RowKey: TypeAlias = Literal["x"]


LateRule: TypeAlias = Literal["refuse", "merge", "drop"]


LateRows: TypeAlias = "int"


class RowRetention(TypedDict):
    """How many rows stay, and for how long; null for all, the default. With each change of the dataset the others
    are dropped from the front in blocks, once they are an eighth of those that stay. Row numbers go on as they
    were; the dataset tells its firstRow. At least one of the two is given."""

    rows: "NotRequired[int | None]"
    age: "NotRequired[float | None]"


class LateCounts(TypedDict):
    """What became of late and repeated rows; only in the answer to an append, in place of the rule."""

    merged: "int"
    replaced: "int"
    dropped: "int"


class RemovedRows(TypedDict):
    removed: "int"


RowKeyText: TypeAlias = Literal["x", "null"]


WhenShown: TypeAlias = Literal["replace", "refuse"]


FeedPrecision: TypeAlias = Literal["ns", "n", "us", "u", "ms", "s", "m", "h"]


class PartialWrite(TypedDict):
    error: "str"


class InvalidLines(TypedDict):
    code: "Literal['invalid']"
    message: "str"
    line: "NotRequired[int]"


class FeedHealth(TypedDict):
    name: "Literal['chart-surface']"
    status: "Literal['pass']"


class FeedResults(TypedDict):
    results: "list[FeedResult]"


class FeedResult(TypedDict):
    statement_id: "int"


Dataset = TypedDict(
    "Dataset",
    {
        "name": "DatasetName",
        "xKind": "ColumnKind",
        "columns": "list[DatasetColumn]",
        "rows": "int",
        "firstRow": "NotRequired[int]",
        "extent": "AnsweredRange",
        "version": "int",
        "key": "NotRequired[RowKey | None]",
        "late": "NotRequired[LateRule | LateCounts]",
        "lateRows": "NotRequired[LateRows]",
        "retain": "NotRequired[RowRetention | None]",
        "import": "NotRequired[DatasetImport]",
    },
)


class DatasetColumn(TypedDict):
    name: "str"
    kind: "ColumnKind"
    min: "float | None"
    max: "float | None"
    missing: "int"


ColumnKind: TypeAlias = Literal["date", "number"]


class DatasetImport(TypedDict):
    """What an import has read; only in its answer."""

    rows: "int"
    bytes: "int"
    milliseconds: "int"
    delimiter: "NotRequired[str]"
    leftOut: "NotRequired[list[str]]"
    skipped: "NotRequired[SkippedRows]"
    dialect: "NotRequired[ImportDialect]"


class ImportDialect(TypedDict):
    """All that was given or decided, each member as a query has it, so that the import reads the same again; null
    where there is nothing to send. Lists are lines of CSV."""

    delimiter: "ImportDelimiter | None"
    headerLine: "int | None"
    comment: "str | None"
    x: "str | None"
    columns: "str | None"
    dateFormat: "str | None"
    numberFormat: "str | None"
    timeZone: "str"
    xKind: "str | None"
    xUnit: "str | None"
    null: "str | None"
    encoding: "str | None"
    split: "str | None"
    sort: "NotRequired[str]"
    skipBad: "NotRequired[int]"
    plausible: "NotRequired[str]"


class SkippedRows(TypedDict):
    """The rows that were skipped; only of CSV."""

    rows: "int"
    first: "list[SkippedRow]"


class SkippedRow(TypedDict):
    line: "int"
    detail: "str"


ImportDelimiter: TypeAlias = Literal[",", ";", "|", "tab"]


ImportEncoding: TypeAlias = Literal["utf-8", "utf-16", "windows-1252"]


ImportXKind: TypeAlias = Literal["date"]


DateUnit: TypeAlias = Literal["milliseconds", "seconds", "microseconds", "nanoseconds"]


RowLayout: TypeAlias = Literal["rows", "columns", "objects"]


RowUnit: TypeAlias = Literal["instant", "day"]


WindowWish: TypeAlias = Literal["none", "auto", "full"]


class SessionSummary(TypedDict):
    id: "str"
    owner: "str | None"
    revision: "int"
    datasets: "list[str]"
    viewers: "int"
    createdAt: "float | None"
    lastUsedAt: "float"


Scope: TypeAlias = Literal[
    "datasets:read", "datasets:write", "sessions:create", "sessions:manage", "replays:run", "metrics:read"
]


class SessionList(TypedDict):
    sessions: "list[SessionSummary]"
    next: "str | None"


class DatasetList(TypedDict):
    datasets: "list[Dataset]"


Window = TypedDict(
    "Window",
    {
        "columns": "list[str]",
        "rows": "list[Row] | RowsByColumn",
        "firstIndex": "NotRequired[int]",
        "index": "NotRequired[list[int]]",
        "before": "Row | None",
        "after": "Row | None",
        "from": "float",
        "to": "float",
        "sourceRows": "int",
        "returnedRows": "int",
        "method": "UsedWindowMethod",
        "exact": "bool",
        "bucket": "float | None",
        "unit": "NotRequired[BarUnit]",
        "unitCount": "NotRequired[int]",
        "weekStart": "NotRequired[WeekStart]",
        "aggregates": "NotRequired[list[Aggregate]]",
        "aggregate": "NotRequired[Aggregate]",
        "datasetVersion": "int",
    },
)


PartedWindow = TypedDict("PartedWindow", {"from": "float", "to": "float", "exact": "bool", "parts": "list[PartWindow]"})


PartWindow = TypedDict(
    "PartWindow",
    {
        "dataset": "DatasetName | None",
        "series": "list[str]",
        "columns": "list[str]",
        "rows": "list[Row] | RowsByColumn",
        "firstIndex": "NotRequired[int]",
        "index": "NotRequired[list[int]]",
        "before": "Row | None",
        "after": "Row | None",
        "from": "float",
        "to": "float",
        "sourceRows": "int",
        "returnedRows": "int",
        "method": "UsedWindowMethod",
        "exact": "bool",
        "bucket": "float | None",
        "unit": "NotRequired[BarUnit]",
        "unitCount": "NotRequired[int]",
        "weekStart": "NotRequired[WeekStart]",
        "aggregates": "NotRequired[list[Aggregate]]",
        "aggregate": "NotRequired[Aggregate]",
        "datasetVersion": "int",
    },
)


class WindowPart(TypedDict):
    dataset: "DatasetName | None"
    series: "list[str]"


Row: TypeAlias = "list[float | None] | RowObject"


RowObject: TypeAlias = "dict[str, float | None]"


RowsByColumn: TypeAlias = "dict[str, list[float | None]]"


RowFormat: TypeAlias = Literal["csv", "ndjson"]


PictureTheme: TypeAlias = Literal["light", "dark"]


UsedWindowMethod: TypeAlias = Literal["none", "m4", "minmax", "lttb", "minmaxlttb", "calendar"]


class SessionSpecification(TypedDict):
    surfaces: "list[SurfaceSpecification]"
    links: "NotRequired[list[Link]]"
    timeZone: "NotRequired[str]"
    locale: "NotRequired[LanguageTag]"
    idleTimeout: "NotRequired[float]"
    meta: "NotRequired[SessionMeta]"


SessionMeta: TypeAlias = "dict[str, Any]"


class SessionPatch(TypedDict):
    """Links are all links of the session; existing ones keep their offsets."""

    links: "NotRequired[list[Link]]"
    locale: "NotRequired[LanguageTag]"


LanguageTag: TypeAlias = "str"


Title: TypeAlias = "str"


Description: TypeAlias = "str"


Unit: TypeAlias = "str"


Dash: TypeAlias = "list[float]"


SeriesTransform: TypeAlias = "ShiftTransform | ScaleTransform | PercentTransform | AverageTransform | DifferenceTransform | RateTransform | CumulativeTransform | ColumnsTransform"


class ShiftTransform(TypedDict):
    """At x stands what stood at x + by."""

    kind: "Literal['shift']"
    by: "LengthOfX"


LengthOfX: TypeAlias = "float | LengthOfTime"


LengthOfTime: TypeAlias = "str"


class ScaleTransform(TypedDict):
    """factor · y + offset."""

    kind: "Literal['scale']"
    factor: "NotRequired[float]"
    offset: "NotRequired[float]"


class PercentTransform(TypedDict):
    """The change since the value at the base, in percent of its magnitude."""

    kind: "Literal['percentChange']"
    base: "NotRequired[PercentBase]"


PercentBase: TypeAlias = "PercentBaseName | float | PercentBaseDate"


PercentBaseName: TypeAlias = Literal["first", "view"]


PercentBaseDate: TypeAlias = "str"


class AverageTransform(TypedDict):
    """The mean of the present values of the last rows, or of those above x less the span and up to x."""

    kind: "Literal['movingAverage']"
    span: "MeanSpan"


MeanSpan: TypeAlias = "MeanRows | LengthOfTime"


MeanRows: TypeAlias = "int"


class DifferenceTransform(TypedDict):
    """The difference to the row before."""

    kind: "Literal['difference']"


class RateTransform(TypedDict):
    """The difference to the row before over their distance in x, for a length of x."""

    kind: "Literal['rate']"
    per: "LengthOfX"


class CumulativeTransform(TypedDict):
    """The sum of the present values up to the row."""

    kind: "Literal['cumulative']"


class ColumnsTransform(TypedDict):
    """Two columns of the dataset, row by row; the series needs an id and no y."""

    kind: "Literal['columns']"
    op: "ColumnOperation"
    of: "list[str]"


ColumnOperation: TypeAlias = Literal["+", "-", "*", "/"]


SeriesGaps: TypeAlias = "MissingValues | LongestGap"


MissingValues: TypeAlias = Literal["break", "connect"]


class LongestGap(TypedDict):
    longerThan: "float"


SeriesReadingRule: TypeAlias = Literal["row", "interpolated"]


NumberNotation: TypeAlias = Literal["plain", "compact", "scientific", "percent"]


class NumberFormat(TypedDict):
    """How the numbers of an axis are written; only on number and log axes."""

    notation: "NotRequired[NumberNotation]"
    decimals: "NotRequired[int | None]"


class Link(TypedDict):
    """Axes whose ranges move together, in data space; proportional may join axes of any type, the others join axes
    of one type. A new link sets its other axes to the image of the first one at once. The limits of one axis bind
    all of them; a range that one axis cannot show moves none. No link moves an axis that follows its data alone
    (autoRange always or visible). A link that contradicts another is 422."""

    axes: "list[str]"
    kind: "LinkKind"


LinkKind: TypeAlias = Literal["same", "offset", "proportional"]


class TokenGrant(TypedDict):
    """A token that a session gives out."""

    may: "TokenRights"
    author: "NotRequired[str | None]"
    expires: "NotRequired[int | None]"


TokenRights: TypeAlias = "list[TokenRight]"


TokenRight: TypeAlias = Literal["annotate", "look", "drive"]


class GrantedToken(TypedDict):
    """A token that a session has given out."""

    id: "str"
    may: "TokenRights"
    author: "str | None"
    expiresAt: "int | None"


class NewToken(TypedDict):
    id: "str"
    may: "TokenRights"
    author: "str | None"
    expiresAt: "int | None"
    token: "str"


class TokenList(TypedDict):
    tokens: "list[GrantedToken]"


class StreamSpecification(TypedDict):
    """The sessions of a new stream."""

    sessions: "list[StreamedSession]"


class RowGeneration(TypedDict):
    """How many rows the server makes."""

    rows: "int"


class StreamChange(TypedDict):
    """What changes of a stream. Sessions are removed before others are added."""

    add: "NotRequired[list[StreamedSession]]"
    remove: "NotRequired[list[str]]"


StreamedSession = TypedDict(
    "StreamedSession",
    {
        "id": "str",
        "token": "NotRequired[str | None]",
        "as": "NotRequired[str | None]",
        "after": "NotRequired[int | None]",
        "mine": "NotRequired[str | None]",
        "query": "NotRequired[StreamQuery]",
    },
)


StreamQuery: TypeAlias = "dict[str, str | float | bool]"


class SurfaceSpecification(TypedDict):
    """A dataset alone is enough; the defaults of the rest follow from it."""

    id: "NotRequired[str]"
    size: "NotRequired[Size]"
    dataset: "NotRequired[DatasetName]"
    xAxes: "NotRequired[list[AxisSpecification]]"
    yAxes: "NotRequired[list[AxisSpecification]]"
    series: "NotRequired[list[Series]]"
    modifiers: "NotRequired[Modifiers]"
    gestures: "NotRequired[GestureThresholds]"
    window: "NotRequired[WindowSpecification]"
    annotations: "NotRequired[list[Annotation]]"
    annotationLayers: "NotRequired[AnnotationLayers]"
    title: "NotRequired[Title | None]"
    description: "NotRequired[Description | None]"


class SurfacePatch(TypedDict):
    """Another dataset: series keep their columns by name; a missing column is 422 unless series names its series.
    Selected rows are deselected. x axes of the type of the old x take the type of the new x. xAxes and yAxes are
    all axes of their kind: an axis with an existing id keeps its state, except what is given. Links of removed axes
    are removed, and undo forgets the history of a surface whose axes changed. Series are those to change, each
    named by its id; when one of them has a y, the list replaces all series: unlisted ones are removed, and series
    with an existing id keep what is not given."""

    size: "NotRequired[Size]"
    dataset: "NotRequired[DatasetName]"
    xAxes: "NotRequired[list[AxisSpecification]]"
    yAxes: "NotRequired[list[AxisSpecification]]"
    series: "NotRequired[list[SeriesPatch]]"
    window: "NotRequired[WindowSpecification]"
    annotationLayers: "NotRequired[AnnotationLayers]"
    title: "NotRequired[Title | None]"
    description: "NotRequired[Description | None]"


Modifiers: TypeAlias = "list[Modifier] | PresetName"


class SeriesPatch(TypedDict):
    id: "NotRequired[str]"
    dataset: "NotRequired[DatasetName | None]"
    x: "NotRequired[str]"
    y: "NotRequired[str]"
    xAxis: "NotRequired[str]"
    yAxis: "NotRequired[str]"
    name: "NotRequired[str]"
    color: "NotRequired[str | None]"
    visible: "NotRequired[bool]"
    kind: "NotRequired[SeriesKind | None]"
    stack: "NotRequired[str | None]"
    aggregate: "NotRequired[Aggregate | None]"
    unit: "NotRequired[Unit | None]"
    dash: "NotRequired[Dash | None]"
    ohlc: "NotRequired[CandleColumns | None]"
    width: "NotRequired[float | None]"
    marker: "NotRequired[SeriesMarker | None]"
    markerSize: "NotRequired[float | None]"
    gaps: "NotRequired[SeriesGaps | None]"
    reading: "NotRequired[SeriesReadingRule | None]"
    transform: "NotRequired[SeriesTransform | None]"


class WindowSpecification(TypedDict):
    """What a patch leaves out stays as it is. points is for minmax, lttb and minmaxlttb, and for calendar the most
    bars. Units count from 1970-01-01, weeks from the week of that day, and months, quarters and years from January
    of the year 0."""

    method: "NotRequired[WindowMethod]"
    maxRows: "NotRequired[int]"
    rowUnit: "NotRequired[RowUnit]"
    points: "NotRequired[int | None]"
    aggregate: "NotRequired[Aggregate]"
    unit: "NotRequired[BarUnit | None]"
    unitCount: "NotRequired[int | None]"
    weekStart: "NotRequired[WeekStart]"


WindowMethod: TypeAlias = Literal["none", "m4", "minmax", "lttb", "minmaxlttb", "calendar", "auto"]


Aggregate: TypeAlias = Literal["sum", "mean", "min", "max", "first", "last", "count", "ohlc"]


WeekStart: TypeAlias = Literal["monday", "sunday"]


SeriesMarker: TypeAlias = Literal["none", "circle", "square", "diamond", "triangle", "cross"]


BarUnit: TypeAlias = Literal["second", "minute", "hour", "day", "week", "month", "quarter", "year"]


class GestureThresholds(TypedDict):
    """A profile, and single thresholds that override it, in points and milliseconds."""

    profile: "NotRequired[GestureProfile]"
    tapSlop: "NotRequired[float]"
    tapMaximumPress: "NotRequired[float]"
    multiTapGap: "NotRequired[float]"
    multiTapDistance: "NotRequired[float]"
    multiTapMinimumGap: "NotRequired[float]"
    longPressDuration: "NotRequired[float]"
    longPressMovement: "NotRequired[float]"
    panHysteresis: "NotRequired[float]"
    panHysteresisOneAxis: "NotRequired[float]"
    pinchMinimumScaleDelta: "NotRequired[float]"
    pinchSpanSlop: "NotRequired[float]"
    flingMinimumVelocity: "NotRequired[float]"
    flingMaximumVelocity: "NotRequired[float]"


GestureProfile: TypeAlias = Literal["uikit", "android", "flutter", "hammer"]


Alignment: TypeAlias = Literal["left", "right", "top", "bottom", "auto"]


AutoRange: TypeAlias = Literal["once", "always", "visible", "never"]


AxisType: TypeAlias = Literal["number", "log", "date", "category"]


Growth: TypeAlias = "list[float]"


TickRule: TypeAlias = Literal["automatic", "countValues", "dateValues"]


RangeLimit: TypeAlias = "list[Position | None]"


class AxisSettings(TypedDict):
    """What a patch leaves out stays as it is."""

    alignment: "NotRequired[Alignment]"
    visibleRange: "NotRequired[Range]"
    flipped: "NotRequired[bool]"
    follow: "NotRequired[FollowMode]"
    ticks: "NotRequired[TickSettings]"
    autoRange: "NotRequired[AutoRange]"
    growBy: "NotRequired[Growth]"
    visibleRangeLimit: "NotRequired[RangeLimit]"
    limitMode: "NotRequired[LimitMode]"
    hardLimit: "NotRequired[bool]"
    minimumSpan: "NotRequired[float | None]"
    maximumSpan: "NotRequired[float | None]"
    tickCount: "NotRequired[int | None]"
    minorsPerMajor: "NotRequired[int]"
    title: "NotRequired[Title | None]"
    unit: "NotRequired[Unit | None]"
    format: "NotRequired[NumberFormat | None]"


LimitMode: TypeAlias = Literal["minMax", "min", "max"]


FollowMode: TypeAlias = Literal["none", "shift", "extend"]


class TickSettings(TypedDict):
    rule: "NotRequired[TickRule]"


class AxisPatch(TypedDict):
    alignment: "NotRequired[Alignment]"
    visibleRange: "NotRequired[Range]"
    flipped: "NotRequired[bool]"
    follow: "NotRequired[FollowMode]"
    ticks: "NotRequired[TickSettings]"
    autoRange: "NotRequired[AutoRange]"
    growBy: "NotRequired[Growth]"
    visibleRangeLimit: "NotRequired[RangeLimit]"
    limitMode: "NotRequired[LimitMode]"
    hardLimit: "NotRequired[bool]"
    minimumSpan: "NotRequired[float | None]"
    maximumSpan: "NotRequired[float | None]"
    tickCount: "NotRequired[int | None]"
    minorsPerMajor: "NotRequired[int]"
    title: "NotRequired[Title | None]"
    unit: "NotRequired[Unit | None]"
    format: "NotRequired[NumberFormat | None]"


class AxisSpecification(TypedDict):
    alignment: "NotRequired[Alignment]"
    visibleRange: "NotRequired[Range]"
    flipped: "NotRequired[bool]"
    follow: "NotRequired[FollowMode]"
    ticks: "NotRequired[TickSettings]"
    autoRange: "NotRequired[AutoRange]"
    growBy: "NotRequired[Growth]"
    visibleRangeLimit: "NotRequired[RangeLimit]"
    limitMode: "NotRequired[LimitMode]"
    hardLimit: "NotRequired[bool]"
    minimumSpan: "NotRequired[float | None]"
    maximumSpan: "NotRequired[float | None]"
    tickCount: "NotRequired[int | None]"
    minorsPerMajor: "NotRequired[int]"
    title: "NotRequired[Title | None]"
    unit: "NotRequired[Unit | None]"
    format: "NotRequired[NumberFormat | None]"
    id: "NotRequired[str]"
    type: "NotRequired[AxisType]"


AnsweredPair: TypeAlias = "list[float | None]"


class Axis(TypedDict):
    """The complete present state of an axis. It has the settings when the answer has the surface's
    specification."""

    id: "str"
    type: "AxisType"
    alignment: "Alignment"
    flipped: "bool"
    visibleRange: "AnsweredRange"
    dataRange: "AnsweredRange"
    maximumRange: "AnsweredRange"
    cut: "NotRequired[bool]"
    zoomState: "ZoomState"
    follow: "NotRequired[FollowMode]"
    followState: "NotRequired[FollowState | None]"
    autoRange: "NotRequired[AutoRange]"
    growBy: "NotRequired[AnsweredPair]"
    visibleRangeLimit: "NotRequired[AnsweredPair]"
    limitMode: "NotRequired[LimitMode]"
    hardLimit: "NotRequired[bool]"
    minimumSpan: "NotRequired[float | None]"
    maximumSpan: "NotRequired[float | None]"
    tickCount: "NotRequired[int | None]"
    minorsPerMajor: "NotRequired[int]"
    title: "NotRequired[Title]"
    unit: "NotRequired[Unit]"
    format: "NotRequired[NumberFormat]"
    ticks: "NotRequired[AxisTicks]"


ZoomState: TypeAlias = Literal["atExtents", "userZooming"]


FollowState: TypeAlias = Literal["following", "paused"]


class AxisTicks(TypedDict):
    rule: "NotRequired[TickRule]"
    major: "list[float]"
    minor: "list[float]"
    labels: "list[str]"


class Series(TypedDict):
    """Visible series of one stack are stacked in their order from zero, positive and negative values apart; the
    data range includes the totals, and the series of a stack use the same axes."""

    id: "NotRequired[str]"
    dataset: "NotRequired[DatasetName | None]"
    x: "NotRequired[str]"
    y: "NotRequired[str]"
    xAxis: "NotRequired[str]"
    yAxis: "NotRequired[str]"
    name: "NotRequired[str]"
    color: "NotRequired[str | None]"
    visible: "NotRequired[bool]"
    kind: "NotRequired[SeriesKind | None]"
    stack: "NotRequired[str | None]"
    aggregate: "NotRequired[Aggregate | None]"
    unit: "NotRequired[Unit | None]"
    dash: "NotRequired[Dash | None]"
    ohlc: "NotRequired[CandleColumns | None]"
    width: "NotRequired[float | None]"
    marker: "NotRequired[SeriesMarker | None]"
    markerSize: "NotRequired[float | None]"
    gaps: "NotRequired[SeriesGaps | None]"
    reading: "NotRequired[SeriesReadingRule | None]"
    transform: "NotRequired[SeriesTransform | None]"


class CandleColumns(TypedDict):
    """The columns of a candlestick series, whose y is the close. Left out, they are the columns whose names have
    the same beginning as y and end in open, high, low and close, after a point, an underscore, a hyphen or a blank
    and in any case."""

    open: "str"
    high: "str"
    low: "str"
    close: "str"


SeriesKind: TypeAlias = Literal["line", "step", "area", "bar", "scatter", "band", "candlestick"]


Direction: TypeAlias = Literal["xy", "x", "y"]


ClipMode: TypeAlias = Literal["none", "stretchAtExtents", "clipAtExtents", "clipAtMin", "clipAtMax"]


ClipTarget: TypeAlias = Literal["maximumRange", "dataRange", "visibleRangeLimit"]


InertialMotionDecelerationRate: TypeAlias = Literal["normal", "fast"]


MouseWheelZoomAction: TypeAlias = Literal["zoom", "pan"]


MouseWheelZoomLaw: TypeAlias = Literal["d3", "vega"]


ZoomExtentsTrigger: TypeAlias = Literal["singleTap", "doubleTap", "longPress", "fling"]


SourceMode: TypeAlias = Literal["allVisibleSeries", "allSeries", "selectedSeries", "unselectedSeries"]


PointerTouch: TypeAlias = Literal["none", "longPress"]


DoubleTapDragZoomAnchor: TypeAlias = Literal["touch", "mirrored"]


MarqueeSelects: TypeAlias = Literal["rows", "none"]


SelectionMode: TypeAlias = Literal["replace", "union", "invert"]


DateWindowZoomSnap: TypeAlias = Literal["noon", "none"]


RowSelectionStep: TypeAlias = Literal["day", "none"]


GestureKind: TypeAlias = Literal[
    "tap", "doubleTouchDown", "longPress", "pan", "pinch", "rotation", "swipe", "hover", "wheel", "marquee"
]


GestureObserverDirection: TypeAlias = Literal["x", "y", "xy", "left", "right", "up", "down"]


LegendOrientation: TypeAlias = Literal["vertical", "horizontal"]


AxisDragDragMode: TypeAlias = Literal["scale", "pan"]


WindowScrubberStep: TypeAlias = Literal["day", "none"]


OverviewDragBeside: TypeAlias = Literal["select"]


AnnotationKind: TypeAlias = Literal[
    "line", "horizontalLine", "verticalLine", "box", "xBand", "yBand", "text", "marker", "measure", "levels"
]


AnnotationPlacementPlacement: TypeAlias = Literal["drag", "taps"]


class ModifierCommon(TypedDict):
    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"


Modifier: TypeAlias = "ZoomPanModifier | PinchZoomModifier | MouseWheelZoomModifier | ZoomExtentsModifier | CursorModifier | DoubleTapDragZoomModifier | RotateChartModifier | MarqueeModifier | DateWindowZoomModifier | RowSelectionModifier | GestureObserverModifier | TooltipModifier | RolloverModifier | VerticalSliceModifier | SeriesSelectionModifier | DataPointSelectionModifier | LegendModifier | SeriesValueModifier | AxisMarkerModifier | XAxisDragModifier | YAxisDragModifier | RubberBandZoomModifier | WindowScrubberModifier | GroupModifier | OverviewModifier | AnnotationPlacementModifier | AnnotationEditModifier | RegisteredModifier"


class ZoomPanModifier(TypedDict):
    """Moves the axes, and the value under the finger stays there; with `inertia` it goes on after a fast
    release."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['zoomPan']"
    direction: "NotRequired[Direction]"
    axes: "NotRequired[list[str] | None]"
    clipModeX: "NotRequired[ClipMode]"
    clipModeY: "NotRequired[ClipMode]"
    clipModeTargetX: "NotRequired[ClipTarget]"
    clipModeTargetY: "NotRequired[ClipTarget]"
    zoomExtentsY: "NotRequired[bool]"
    minimumTouches: "NotRequired[int]"
    allowsGestureOnAxis: "NotRequired[bool]"
    inertia: "NotRequired[bool]"
    decelerationRate: "NotRequired[InertialMotionDecelerationRate]"


class PinchZoomModifier(TypedDict):
    """Zooms about the point between the fingers; beside `zoomPan` the two are the two-finger transform of
    d3-zoom."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['pinchZoom']"
    direction: "NotRequired[Direction]"
    axes: "NotRequired[list[str] | None]"
    uniform: "NotRequired[bool]"
    scaleFactor: "NotRequired[float]"
    clipMode: "NotRequired[ClipMode]"
    clipModeTarget: "NotRequired[ClipTarget]"
    trackpad: "NotRequired[bool]"


class MouseWheelZoomModifier(TypedDict):
    """Zooms about the pointer (d3's or Vega's law), or pans."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['mouseWheelZoom']"
    action: "NotRequired[MouseWheelZoomAction]"
    direction: "NotRequired[Direction]"
    axes: "NotRequired[list[str] | None]"
    law: "NotRequired[MouseWheelZoomLaw]"
    clipMode: "NotRequired[ClipMode]"
    clipModeTarget: "NotRequired[ClipTarget]"
    allowsGestureOnAxis: "NotRequired[bool]"


class ZoomExtentsModifier(TypedDict):
    """Shows all data, a given range, or the first range again."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['zoomExtents']"
    direction: "NotRequired[Direction]"
    axes: "NotRequired[list[str] | None]"
    executeOn: "NotRequired[ZoomExtentsTrigger]"
    range: "NotRequired[ZoomExtentsRange | None]"
    allowsGestureOnAxis: "NotRequired[bool]"


class CursorModifier(TypedDict):
    """A crosshair that reads out the series."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['cursor']"
    useInterpolation: "NotRequired[bool]"
    sourceMode: "NotRequired[SourceMode]"
    series: "NotRequired[list[str] | None]"
    hitTestRadius: "NotRequired[float]"
    touch: "NotRequired[PointerTouch]"
    followsPan: "NotRequired[bool]"


class DoubleTapDragZoomModifier(TypedDict):
    """Zooms with one finger; `anchor: "mirrored"` does the exact arithmetic of SciChart's article."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['doubleTapDragZoom']"
    scaleFactor: "NotRequired[float]"
    axes: "NotRequired[list[str] | None]"
    anchor: "NotRequired[DoubleTapDragZoomAnchor]"
    clipMode: "NotRequired[ClipMode]"


class RotateChartModifier(TypedDict):
    """Turns all axes by a quarter, on the command `rotate`."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['rotateChart']"


class MarqueeModifier(TypedDict):
    """Selects the rows with a point inside; Control adds, Shift inverts."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['marquee']"
    selects: "NotRequired[MarqueeSelects]"
    mode: "NotRequired[SelectionMode]"
    series: "NotRequired[list[str] | None]"


class DateWindowZoomModifier(TypedDict):
    """Zooms a window of whole days, as the SwiftUI article does; on an axis of categories it goes by the days of
    the rows."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['dateWindowZoom']"
    axes: "NotRequired[list[str] | None]"
    growth: "NotRequired[float]"
    minimumHalf: "NotRequired[float]"
    snap: "NotRequired[DateWindowZoomSnap]"
    trackpad: "NotRequired[bool]"


class RowSelectionModifier(TypedDict):
    """Selects the row under the finger and labels it; moves the window at its edges with `edgePan`."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['rowSelection']"
    keepOnEnd: "NotRequired[bool]"
    edgePan: "NotRequired[bool]"
    step: "NotRequired[RowSelectionStep]"
    axes: "NotRequired[list[str] | None]"


class GestureObserverModifier(TypedDict):
    """Changes nothing; reports each gesture in `recognized`, so that an application can have gestures of its
    own."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['gestureObserver']"
    gesture: "GestureKind"
    taps: "NotRequired[int]"
    touches: "NotRequired[int]"
    direction: "NotRequired[GestureObserverDirection | None]"


class TooltipModifier(TypedDict):
    """Reads out the one series whose line (or row, without `useInterpolation`) is nearest."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['tooltip']"
    useInterpolation: "NotRequired[bool]"
    sourceMode: "NotRequired[SourceMode]"
    series: "NotRequired[list[str] | None]"
    hitTestRadius: "NotRequired[float]"
    touch: "NotRequired[PointerTouch]"
    followsPan: "NotRequired[bool]"


class RolloverModifier(TypedDict):
    """A line under the pointer that reads out every series."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['rollover']"
    useInterpolation: "NotRequired[bool]"
    sourceMode: "NotRequired[SourceMode]"
    series: "NotRequired[list[str] | None]"
    hitTestRadius: "NotRequired[float]"
    touch: "NotRequired[PointerTouch]"
    followsPan: "NotRequired[bool]"


class VerticalSliceModifier(TypedDict):
    """The same at the fixed x values of `slices`, and under the pointer."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['verticalSlice']"
    slices: "NotRequired[list[Position]]"
    useInterpolation: "NotRequired[bool]"
    sourceMode: "NotRequired[SourceMode]"
    series: "NotRequired[list[str] | None]"
    hitTestRadius: "NotRequired[float]"
    touch: "NotRequired[PointerTouch]"
    followsPan: "NotRequired[bool]"
    isDraggable: "NotRequired[bool]"
    difference: "NotRequired[bool]"


class SeriesSelectionModifier(TypedDict):
    """Selects the topmost series within `hitTestRadius`, or those with a point inside; Control adds, Shift
    inverts."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['seriesSelection']"
    mode: "NotRequired[SelectionMode]"
    hitTestRadius: "NotRequired[float]"
    series: "NotRequired[list[str] | None]"
    selectsByMarquee: "NotRequired[bool]"


class DataPointSelectionModifier(TypedDict):
    """The same for rows."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['dataPointSelection']"
    mode: "NotRequired[SelectionMode]"
    hitTestRadius: "NotRequired[float]"
    series: "NotRequired[list[str] | None]"
    selectsByMarquee: "NotRequired[bool]"


class LegendModifier(TypedDict):
    """Names and colours of the series; a tap in the `rect` of an entry shows or hides its series."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['legend']"
    sourceMode: "NotRequired[SourceMode]"
    series: "NotRequired[list[str] | None]"
    orientation: "NotRequired[LegendOrientation]"
    location: "NotRequired[LegendLocation]"
    entryWidth: "NotRequired[float]"
    entryHeight: "NotRequired[float]"
    toggles: "NotRequired[bool]"


class SeriesValueModifier(TypedDict):
    """Marks the last value in the window of each series on its y axis."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['seriesValue']"
    sourceMode: "NotRequired[SourceMode]"
    series: "NotRequired[list[str] | None]"


class AxisMarkerModifier(TypedDict):
    """Marks a fixed value, or the last one, on an axis."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['axisMarker']"
    axis: "NotRequired[str | None]"
    value: "NotRequired[Position | None]"
    label: "NotRequired[str | None]"
    sourceMode: "NotRequired[SourceMode]"
    series: "NotRequired[list[str] | None]"


class XAxisDragModifier(TypedDict):
    """Scales the axis at the end that is dragged, or moves it."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['xAxisDrag']"
    dragMode: "NotRequired[AxisDragDragMode]"
    axes: "NotRequired[list[str] | None]"
    clipMode: "NotRequired[ClipMode | None]"
    minTouchArea: "NotRequired[float]"


class YAxisDragModifier(TypedDict):
    """The same for y axes; one that ranges itself changes its `growBy`."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['yAxisDrag']"
    dragMode: "NotRequired[AxisDragDragMode]"
    axes: "NotRequired[list[str] | None]"
    clipMode: "NotRequired[ClipMode | None]"
    minTouchArea: "NotRequired[float]"


class RubberBandZoomModifier(TypedDict):
    """Zooms to the rectangle."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['rubberBandZoom']"
    direction: "NotRequired[Direction]"
    axes: "NotRequired[list[str] | None]"
    minDragSensitivity: "NotRequired[float]"
    zoomExtentsY: "NotRequired[bool]"


class WindowScrubberModifier(TypedDict):
    """Moves the window through all the data, by whole days on an axis of dates."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['windowScrubber']"
    axes: "NotRequired[list[str] | None]"
    step: "NotRequired[WindowScrubberStep]"
    minimumThumb: "NotRequired[float]"
    strip: "NotRequired[Rectangle | None]"


class GroupModifier(TypedDict):
    """Holds other modifiers (`children`), and joins the surface to an `eventGroup`."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['group']"
    eventGroup: "NotRequired[str | None]"
    children: "NotRequired[list[Modifier]]"


class OverviewModifier(TypedDict):
    """Shows the window of another surface's axis (`of: "main/x"`) as a thumb; dragging the thumb or its ends moves
    or resizes that window, a tap centres it, a pinch zooms it, and a drag beside the thumb can select a new one."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['overview']"
    of: "AxisOfSurface"
    minimumThumb: "NotRequired[float]"
    dragBeside: "NotRequired[OverviewDragBeside | None]"


class AnnotationPlacementModifier(TypedDict):
    """Makes an annotation by a drag or by taps, before all other drags; `once` disables it then."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['annotationPlacement']"
    kind: "NotRequired[AnnotationKind]"
    gesture: "NotRequired[AnnotationPlacementPlacement | None]"
    snap: "NotRequired[AnnotationSnaps]"
    snapRadius: "NotRequired[float]"
    once: "NotRequired[bool]"
    template: "NotRequired[AnnotationTemplate | None]"


class AnnotationEditModifier(TypedDict):
    """Moves the annotation under the finger by a handle or as a whole, and selects it by a tap; Control adds, Shift
    inverts."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "Literal['annotationEdit']"
    hitRadius: "NotRequired[float]"
    axes: "NotRequired[Direction]"
    snap: "NotRequired[AnnotationSnaps]"
    snapRadius: "NotRequired[float]"


RegisteredModifierType: TypeAlias = "str"


class GestureCondition(TypedDict):
    buttons: "NotRequired[list[PointerButton]]"
    keys: "NotRequired[list[Key]]"


PointerButton: TypeAlias = Literal["primary", "secondary", "middle"]


Key: TypeAlias = Literal["ctrl", "shift", "alt", "meta"]


class LegendLocation(TypedDict):
    """The top left corner of the first entry in points, in the plot area or outside of it; {x: 8, y: 8} by
    default."""

    x: "float"
    y: "float"


class RegisteredModifier(TypedDict):
    """A modifier type that the operator registered in Swift."""

    id: "NotRequired[str]"
    isEnabled: "NotRequired[bool]"
    receiveHandledEvents: "NotRequired[bool]"
    requireFailureOf: "NotRequired[list[str]]"
    simultaneousWith: "NotRequired[list[str]]"
    eventsGroupTag: "NotRequired[str]"
    when: "NotRequired[GestureCondition | None]"
    meta: "NotRequired[AnyJSON | None]"
    type: "RegisteredModifierType"


ZoomExtentsRange: TypeAlias = Literal["initial"] | Range


AxisOfSurface: TypeAlias = "str"


AnyJSON: TypeAlias = "Any"


class ModifierTypes(TypedDict):
    modifiers: "list[ModifierType]"
    presets: "list[ModifierPreset]"


PresetName: TypeAlias = Literal["dashboard", "trading", "sensor", "map", "kiosk"]


class ModifierPreset(TypedDict):
    name: "PresetName"
    modifiers: "list[Modifier]"
    meaning: "str"


class ModifierType(TypedDict):
    type: "str"
    gesture: "str | None"
    properties: "list[ModifierProperty]"


class ModifierProperty(TypedDict):
    name: "str"
    type: "PropertyType"
    default: "Any"
    bounds: "list[float | None] | list[str] | None"
    meaning: "str"


PropertyType: TypeAlias = Literal["boolean", "integer", "number", "string", "array", "object"]


ModifierPatch: TypeAlias = "dict[str, Any]"


Command: TypeAlias = "PlainCommand | SelectRowCommand | SelectAnnotationCommand"


class PlainCommand(TypedDict):
    command: "CommandName"


CommandName: TypeAlias = Literal[
    "zoomExtents",
    "zoomExtentsX",
    "zoomExtentsY",
    "rotate",
    "undo",
    "redo",
    "deselectAllRows",
    "deselectAllSeries",
    "deselectAllAnnotations",
    "cancelGestures",
    "follow",
]


class SelectRowCommand(TypedDict):
    command: "Literal['selectRow']"
    row: "int"
    dataset: "NotRequired[DatasetName]"


class SelectAnnotationCommand(TypedDict):
    command: "Literal['selectAnnotation']"
    annotation: "str"


class Batch(TypedDict):
    """client and sequence make a batch safe to send again; give both or neither."""

    client: "NotRequired[str]"
    sequence: "NotRequired[int]"
    frame: "NotRequired[Size]"
    frames: "NotRequired[Frames]"
    events: "list[Event]"


Frames: TypeAlias = "dict[str, Size]"


Event: TypeAlias = "TouchEvent | HoverEvent | WheelEvent | GestureEvent | TickEvent"


Time: TypeAlias = "float"


KeyModifiers: TypeAlias = "list[Key]"


class TouchEvent(TypedDict):
    type: "Literal['touch']"
    phase: "TouchPhase"
    time: "Time"
    touches: "list[Touch]"
    modifiers: "NotRequired[KeyModifiers]"


TouchPhase: TypeAlias = Literal["began", "moved", "ended", "cancelled"]


PointerKind: TypeAlias = Literal["touch", "mouse", "pen"]


class Touch(TypedDict):
    id: "int"
    x: "float"
    y: "float"
    kind: "NotRequired[PointerKind]"
    buttons: "NotRequired[int]"
    pressure: "NotRequired[float]"


class HoverEvent(TypedDict):
    type: "Literal['hover']"
    phase: "HoverPhase"
    time: "Time"
    x: "float"
    y: "float"


HoverPhase: TypeAlias = Literal["entered", "moved", "exited"]


class WheelEvent(TypedDict):
    type: "Literal['wheel']"
    time: "Time"
    x: "float"
    y: "float"
    deltaX: "NotRequired[float]"
    deltaY: "NotRequired[float]"
    deltaMode: "NotRequired[DeltaMode]"
    modifiers: "NotRequired[KeyModifiers]"


GestureState: TypeAlias = Literal["possible", "began", "changed", "ended", "cancelled", "failed"]


DeltaMode: TypeAlias = Literal["pixel", "line", "page"]


GestureEvent: TypeAlias = "PanEvent | PinchEvent | TapEvent | LongPressEvent | SwipeEvent | RotationEvent"


GoingGestureState: TypeAlias = Literal["began", "changed", "ended", "recognized", "cancelled"]


MomentaryGestureState: TypeAlias = Literal["ended", "recognized"]


SwipeDirection: TypeAlias = Literal["left", "right", "up", "down"]


class PanEvent(TypedDict):
    type: "Literal['gesture']"
    gesture: "Literal['pan']"
    state: "GoingGestureState"
    time: "Time"
    location: "NotRequired[Point]"
    modifiers: "NotRequired[KeyModifiers]"
    translation: "NotRequired[Point]"
    velocity: "NotRequired[Point]"


class PinchEvent(TypedDict):
    type: "Literal['gesture']"
    gesture: "Literal['pinch']"
    state: "GoingGestureState"
    time: "Time"
    location: "NotRequired[Point]"
    modifiers: "NotRequired[KeyModifiers]"
    scale: "NotRequired[float]"
    startAnchor: "NotRequired[Point]"


class TapEvent(TypedDict):
    type: "Literal['gesture']"
    gesture: "Literal['tap']"
    state: "MomentaryGestureState"
    time: "Time"
    location: "NotRequired[Point]"
    modifiers: "NotRequired[KeyModifiers]"
    taps: "NotRequired[int]"


class LongPressEvent(TypedDict):
    type: "Literal['gesture']"
    gesture: "Literal['longPress']"
    state: "GoingGestureState"
    time: "Time"
    location: "NotRequired[Point]"
    modifiers: "NotRequired[KeyModifiers]"


class SwipeEvent(TypedDict):
    type: "Literal['gesture']"
    gesture: "Literal['swipe']"
    state: "MomentaryGestureState"
    time: "Time"
    location: "NotRequired[Point]"
    modifiers: "NotRequired[KeyModifiers]"
    direction: "SwipeDirection"


class RotationEvent(TypedDict):
    type: "Literal['gesture']"
    gesture: "Literal['rotation']"
    state: "GoingGestureState"
    time: "Time"
    location: "NotRequired[Point]"
    modifiers: "NotRequired[KeyModifiers]"
    rotation: "NotRequired[float]"


class TickEvent(TypedDict):
    type: "Literal['tick']"
    time: "Time"


class GestureInProgress(TypedDict):
    modifier: "str"
    gesture: "str"
    state: "GestureState"
    annotation: "NotRequired[str]"
    axes: "NotRequired[list[AxisMovement]]"


class AxisMovement(TypedDict):
    """How the content along an axis follows the fingers. What is 0 is left out."""

    id: "str"
    pan: "NotRequired[float]"
    zoom: "NotRequired[float]"
    by: "NotRequired[SpanDirection]"


SpanDirection: TypeAlias = Literal["x", "y"]


class GestureAhead(TypedDict):
    after: "float"
    by: "NotRequired[SpanDirection]"
    axes: "list[AxisMovement]"


class GesturesAhead(TypedDict):
    """What a gesture would move that began on the plot as it is; null where something else would take it."""

    drag: "GestureAhead | None"
    pinch: "GestureAhead | None"
    wheel: "GestureAhead | None"


class RecognizedGesture(TypedDict):
    """A gesture that an observer reported, with the values of its kind. The last move stands for all moves in a
    row."""

    modifier: "str"
    gesture: "GestureKind"
    state: "GestureState"
    time: "float"
    location: "Point"
    resolvedAt: "NotRequired[float]"
    annotation: "NotRequired[str]"
    taps: "NotRequired[int]"
    translation: "NotRequired[Point]"
    velocity: "NotRequired[Point]"
    scale: "NotRequired[float]"
    startAnchor: "NotRequired[Point]"
    rotation: "NotRequired[float]"
    direction: "NotRequired[SwipeDirection]"
    deltaX: "NotRequired[float]"
    deltaY: "NotRequired[float]"
    deltaMode: "NotRequired[DeltaMode]"
    selectionRect: "NotRequired[Rectangle]"


Overlay = TypedDict(
    "Overlay",
    {
        "modifier": "str",
        "kind": "str",
        "x": "NotRequired[float]",
        "y": "NotRequired[float]",
        "rect": "NotRequired[Rectangle]",
        "from": "NotRequired[float]",
        "to": "NotRequired[float]",
        "items": "NotRequired[list[OverlayItem]]",
        "velocity": "NotRequired[Point]",
        "decelerationRate": "NotRequired[float]",
        "startTime": "NotRequired[float]",
        "duration": "NotRequired[float]",
        "missing": "NotRequired[bool]",
        "meta": "NotRequired[Any]",
    },
)


Statistics = TypedDict("Statistics", {"from": "float | None", "to": "float | None", "series": "list[SeriesStatistics]"})


class SeriesStatistics(TypedDict):
    """What the present values of a range amount to. A number that no double is near is null."""

    id: "str"
    name: "str"
    count: "int"
    missing: "int"
    sum: "float | None"
    mean: "float | None"
    deviation: "float | None"
    minimum: "DescribedPlace | None"
    maximum: "DescribedPlace | None"
    first: "DescribedPlace | None"
    last: "DescribedPlace | None"
    change: "float | None"
    percent: "float | None"
    integral: "float | None"


class DatasetDescription(TypedDict):
    locale: "LanguageTag"
    title: "str"
    text: "str"
    window: "DescribedWindow"
    series: "list[DescribedSeries]"


class SurfaceDescription(TypedDict):
    locale: "LanguageTag"
    title: "str"
    text: "str"
    window: "DescribedWindow"
    series: "list[DescribedSeries]"
    axes: "list[DescribedAxis]"
    selection: "DescribedSelection"
    annotations: "NotRequired[list[DescribedAnnotation]]"


DescribedWindow = TypedDict("DescribedWindow", {"from": "float", "to": "float", "text": "str"})


class DescribedAxis(TypedDict):
    id: "str"
    text: "str"


class DescribedAnnotation(TypedDict):
    id: "str"
    text: "str"


class DescribedSelection(TypedDict):
    text: "str"


class DescribedSeries(TypedDict):
    id: "str"
    name: "str"
    text: "str"
    count: "int"
    missing: "int"
    first: "DescribedPlace | None"
    last: "DescribedPlace | None"
    minimum: "DescribedPlace | None"
    maximum: "DescribedPlace | None"
    mean: "float | None"
    change: "float | None"
    trend: "Trend | None"


class DescribedPlace(TypedDict):
    x: "float"
    value: "float"


Trend: TypeAlias = Literal["rising", "falling", "flat", "mixed"]


class OverlayItem(TypedDict):
    series: "NotRequired[str]"
    name: "NotRequired[str]"
    axis: "NotRequired[str]"
    x: "NotRequired[float]"
    value: "NotRequired[float | None]"
    difference: "NotRequired[float]"
    text: "NotRequired[str]"
    point: "NotRequired[OverlayPoint]"
    color: "NotRequired[str]"
    visible: "NotRequired[bool]"
    rect: "NotRequired[Rectangle]"


class OverlayPoint(TypedDict):
    x: "float"
    y: "float"


class Selection(TypedDict):
    rows: "list[int]"
    series: "list[str]"
    label: "str | None"
    annotations: "NotRequired[list[str]]"
    total: "NotRequired[float | None]"
    parts: "NotRequired[list[SelectedRows]]"


class SelectedRows(TypedDict):
    dataset: "DatasetName | None"
    series: "list[str]"
    rows: "list[int]"


class Surface(TypedDict):
    """The present state of a surface. The answer to a change leaves out the specification (size, dataset, title,
    description, series, modifiers, gestureProfile, windowOptions). It leaves out window when the query does not ask
    for rows or they have not changed, and scene when the query does not ask for one."""

    id: "str"
    revision: "int"
    size: "NotRequired[Size]"
    dataset: "NotRequired[DatasetName | None]"
    series: "NotRequired[list[Series]]"
    modifiers: "NotRequired[list[Modifier]]"
    gestureProfile: "NotRequired[GestureProfile]"
    windowOptions: "NotRequired[WindowSpecification]"
    title: "NotRequired[Title]"
    description: "NotRequired[Description]"
    xAxes: "list[Axis]"
    yAxes: "list[Axis]"
    gestures: "list[GestureInProgress]"
    recognized: "list[RecognizedGesture]"
    overlays: "list[Overlay]"
    selection: "Selection"
    window: "NotRequired[Window | PartedWindow]"
    scene: "NotRequired[Scene]"
    annotations: "NotRequired[list[Annotation]]"
    annotationsVersion: "NotRequired[int]"
    annotationLayers: "NotRequired[AnnotationLayers]"
    ahead: "NotRequired[GesturesAhead]"


class Scene(TypedDict):
    """What the picture of the surface draws, as layers of paths and texts from back to front. Places are points of
    the plot area; its upper left corner is 0, 0 and y runs down. Of auto, `layers` lacks those that are the same as
    at the revision `since`; `kept` has their keys."""

    width: "float"
    height: "float"
    insets: "SceneInsets"
    direction: "SceneDirection"
    since: "NotRequired[int]"
    kept: "NotRequired[list[str]]"
    order: "NotRequired[list[str]]"
    layers: "list[SceneLayer]"


AnnotationFormat: TypeAlias = Literal["json", "csv"]


AnnotationLayers: TypeAlias = "list[AnnotationLayer]"


AnnotationLayer: TypeAlias = Literal["surface", "dataset"]


class AnnotationList(TypedDict):
    annotations: "list[Annotation]"
    annotationsVersion: "int"


class AnnotationPoint(TypedDict):
    """Values of the axes; a coordinate that the kind has not is null."""

    x: "NotRequired[Position | None]"
    y: "NotRequired[Position | None]"


AnnotationExtension: TypeAlias = Literal["none", "start", "end", "both"]


AnnotationShape: TypeAlias = Literal["circle", "square", "diamond", "triangle", "cross"]


Levels: TypeAlias = "list[float]"


AnnotationSnaps: TypeAlias = "list[AnnotationSnap]"


AnnotationSnap: TypeAlias = Literal["row", "tick"]


class AnnotationTemplate(TypedDict):
    """What an annotation has beside its kind and its points."""

    xAxis: "NotRequired[str]"
    yAxis: "NotRequired[str]"
    text: "NotRequired[str | None]"
    color: "NotRequired[str | None]"
    dash: "NotRequired[Dash | None]"
    fill: "NotRequired[str | None]"
    extend: "NotRequired[AnnotationExtension]"
    levels: "NotRequired[Levels]"
    shape: "NotRequired[AnnotationShape]"
    locked: "NotRequired[bool]"
    counts: "NotRequired[bool]"
    meta: "NotRequired[AnyJSON | None]"


class Annotation(TypedDict):
    """What somebody has left on a surface; its coordinates are values of its axes."""

    id: "NotRequired[str]"
    kind: "AnnotationKind"
    xAxis: "NotRequired[str]"
    yAxis: "NotRequired[str]"
    points: "list[AnnotationPoint]"
    text: "NotRequired[str | None]"
    color: "NotRequired[str | None]"
    dash: "NotRequired[Dash | None]"
    fill: "NotRequired[str | None]"
    extend: "NotRequired[AnnotationExtension]"
    levels: "NotRequired[Levels]"
    shape: "NotRequired[AnnotationShape]"
    locked: "NotRequired[bool]"
    counts: "NotRequired[bool]"
    author: "NotRequired[str | None]"
    meta: "NotRequired[AnyJSON | None]"
    missing: "NotRequired[bool]"
    layer: "NotRequired[str]"


class AnnotationPatch(TypedDict):
    """The properties to change; null takes one back to its default."""

    id: "NotRequired[str]"
    kind: "NotRequired[AnnotationKind]"
    xAxis: "NotRequired[str]"
    yAxis: "NotRequired[str]"
    points: "NotRequired[list[AnnotationPoint]]"
    text: "NotRequired[str | None]"
    color: "NotRequired[str | None]"
    dash: "NotRequired[Dash | None]"
    fill: "NotRequired[str | None]"
    extend: "NotRequired[AnnotationExtension]"
    levels: "NotRequired[Levels]"
    shape: "NotRequired[AnnotationShape]"
    locked: "NotRequired[bool]"
    counts: "NotRequired[bool]"
    author: "NotRequired[str | None]"
    meta: "NotRequired[AnyJSON | None]"
    missing: "NotRequired[bool]"
    layer: "NotRequired[str]"


class SceneInsets(TypedDict):
    """The room that labels, strips, title and names take around the plot area."""

    top: "float"
    left: "float"
    bottom: "float"
    right: "float"


SceneDirection: TypeAlias = Literal["ltr", "rtl"]


SceneClip: TypeAlias = Literal["plot"]


SceneEnds: TypeAlias = Literal["butt", "round"]


SceneAnchor: TypeAlias = Literal["start", "middle", "end"]


SceneBaseline: TypeAlias = Literal["alphabetic"]


SceneWeight: TypeAlias = Literal[400, 600]


SceneRole: TypeAlias = Literal["grid", "axis", "series", "selection", "annotation", "overlay", "legend", "title"]


class SceneLayer(TypedDict):
    """A part of a scene that is kept, left out or moved as a whole."""

    key: "str"
    role: "SceneRole"
    id: "NotRequired[str]"
    axis: "NotRequired[str]"
    xAxis: "NotRequired[str]"
    yAxis: "NotRequired[str]"
    clip: "NotRequired[SceneClip]"
    items: "list[ScenePath | SceneText]"


class ScenePath(TypedDict):
    """A path, filled first (nonzero) and then stroked."""

    path: "str"
    stroke: "NotRequired[SceneColor]"
    width: "NotRequired[float]"
    dash: "NotRequired[list[float]]"
    ends: "NotRequired[SceneEnds]"
    fill: "NotRequired[SceneColor]"
    opacity: "NotRequired[float]"
    pattern: "NotRequired[int]"


class SceneText(TypedDict):
    """A text of one line in the system's sans serif."""

    text: "str"
    x: "float"
    y: "float"
    rotation: "NotRequired[float]"
    anchor: "NotRequired[SceneAnchor]"
    baseline: "NotRequired[SceneBaseline]"
    color: "SceneColor"
    size: "float"
    weight: "NotRequired[SceneWeight]"


SceneColor: TypeAlias = "str"


class Palette(TypedDict):
    """The colours of each role, and the patterns of series."""

    light: "PaletteColors"
    dark: "PaletteColors"
    patterns: "list[PalettePattern]"


class PalettePattern(TypedDict):
    dash: "list[float]"
    tile: "str"
    mark: "str"


PaletteColors: TypeAlias = "dict[str, str]"


class Update(TypedDict):
    session: "str"
    revision: "int"
    duplicate: "bool"
    history: "History"
    surfaces: "list[Surface]"
    links: "NotRequired[list[Link]]"
    ignored: "NotRequired[list[IgnoredInput]]"
    trace: "NotRequired[list[TraceEntry]]"
    traceOmitted: "NotRequired[int]"


class IgnoredInput(TypedDict):
    pointer: "str"
    reason: "str"


TraceEntry: TypeAlias = "TraceTransition | TraceHandled | TraceLimit | TraceIgnored"


class TraceTransition(TypedDict):
    """A recognizer changed its state. The time is the deadline when a timer fired."""

    modifier: "str"
    gesture: "GestureKind"
    state: "GestureState"
    time: "float"
    location: "Point"
    resolvedAt: "NotRequired[float]"
    annotation: "NotRequired[str]"
    taps: "NotRequired[int]"
    translation: "NotRequired[Point]"
    velocity: "NotRequired[Point]"
    scale: "NotRequired[float]"
    startAnchor: "NotRequired[Point]"
    rotation: "NotRequired[float]"
    direction: "NotRequired[SwipeDirection]"
    deltaX: "NotRequired[float]"
    deltaY: "NotRequired[float]"
    deltaMode: "NotRequired[DeltaMode]"
    selectionRect: "NotRequired[Rectangle]"
    kind: "Literal['transition']"
    surface: "str"
    cause: "TransitionCause"
    by: "NotRequired[str]"
    reason: "NotRequired[str]"


TransitionCause: TypeAlias = Literal["event", "timer", "required", "prevented", "cancelled"]


class TraceHandled(TypedDict):
    """A modifier handled the event."""

    kind: "Literal['handled']"
    surface: "str"
    modifier: "str"
    pointer: "str"
    source: "str"
    isMaster: "bool"
    isInSourceBounds: "bool"


class TraceLimit(TypedDict):
    """A rule changed or refused a range."""

    kind: "Literal['limit']"
    surface: "str"
    axis: "str"
    rule: "LimitRule"
    wanted: "AnsweredPair"
    applied: "AnsweredPair"


LimitRule: TypeAlias = Literal[
    "minimumSpan",
    "maximumSpan",
    "stretchAtExtents",
    "clipAtExtents",
    "clipAtMin",
    "clipAtMax",
    "visibleRangeLimit",
    "hardLimit",
    "autoRange",
    "link",
]


class TraceIgnored(TypedDict):
    """Something had no effect. When the entry names a modifier, other modifiers may have handled the event."""

    kind: "Literal['ignored']"
    surface: "str"
    modifier: "NotRequired[str]"
    pointer: "str"
    reason: "str"


class Session(TypedDict):
    id: "str"
    revision: "int"
    history: "History"
    surfaces: "list[Surface]"
    links: "list[Link]"
    timeZone: "str"
    locale: "LanguageTag"
    idleTimeout: "float"
    meta: "SessionMeta"
    expiresAt: "float"


class History(TypedDict):
    """The number of actions to undo and to redo; each action in progress that has moved ranges counts as one to
    undo."""

    undo: "int"
    redo: "int"


class CreatedSession(TypedDict):
    id: "str"
    revision: "int"
    history: "History"
    surfaces: "list[Surface]"
    links: "list[Link]"
    timeZone: "str"
    locale: "LanguageTag"
    idleTimeout: "float"
    meta: "SessionMeta"
    expiresAt: "float"
    driverToken: "str"
    viewerToken: "str"
