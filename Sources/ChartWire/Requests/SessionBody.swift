/// The body of `POST /v1/sessions`.
public struct SessionBody: Decodable, Sendable {
    /// The surfaces, in order.
    public var surfaces: [SurfaceBody]
    /// The axes whose ranges move together.
    public var links: [LinkBody]?
    /// The IANA name of the session's time zone.
    public var timeZone: String?
    /// After how many idle milliseconds the session expires.
    public var idleTimeout: Double?
    /// Whatever the client wants to keep with the session.
    public var meta: JSONValue?
}

/// Axes whose ranges move together.
public struct LinkBody: Decodable, Sendable {
    /// The axes, each as `surface/axis`.
    public var axes: [String]
    /// `same`, `offset` or `proportional`.
    public var kind: String
}

/// A surface as a client specifies it.
public struct SurfaceBody: Decodable, Sendable {
    /// The surface's name.
    public var id: String?
    /// The plot area in points.
    public var size: SizeBody?
    /// The dataset that it shows.
    public var dataset: String?
    /// Its x axes.
    public var xAxes: [AxisBody]?
    /// Its y axes.
    public var yAxes: [AxisBody]?
    /// Its series.
    public var series: [SeriesBody]?
    /// Its modifiers, instead of the default ones.
    public var modifiers: [ModifierBody]?
    /// Its thresholds: `profile`, and single thresholds by name.
    public var gestures: JSONObject?
    /// How its rows are counted and answered.
    public var window: WindowBody?
}

/// The body of `PATCH …/surfaces/{sid}`.
public struct SurfacePatchBody: Decodable, Sendable {
    /// The plot area in points.
    public var size: SizeBody?
    /// How its rows are counted and answered.
    public var window: WindowBody?
    /// Series to change, each named by its id.
    public var series: [SeriesPatchBody]?
}

/// A plot area.
public struct SizeBody: Decodable, Sendable {
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double
}

/// A series as a client specifies it.
public struct SeriesBody: Decodable, Sendable {
    /// The series' name.
    public var id: String?
    /// The x column; it must be the table's x.
    public var x: String?
    /// The plotted column.
    public var y: String
    /// The id of its x axis.
    public var xAxis: String?
    /// The id of its y axis.
    public var yAxis: String?
    /// The name for people.
    public var name: String?
    /// A CSS colour.
    public var color: String?
    /// Whether it is drawn.
    public var visible: Bool?
    /// How it is drawn: `line`, `step`, `area`, `bar`, `scatter`, `band` or `candlestick`.
    public var kind: String?
    /// The name of its stack; null for none.
    public var stack: Nullable<String>?
}

/// A change of a series.
public struct SeriesPatchBody: Decodable, Sendable {
    /// The series' name.
    public var id: String
    /// Whether it is drawn.
    public var visible: Bool
}

/// How rows are counted and answered.
public struct WindowBody: Decodable, Sendable {
    /// How rows are thinned out.
    public var method: String?
    /// The most rows of an answer.
    public var maxRows: Int?
    /// `instant` or `day`.
    public var rowUnit: String?
    /// How many rows are wanted of each series, or how many bars; null leaves it to the width.
    public var points: Nullable<Int>?
    /// What bars tell: `sum`, `mean`, `min`, `max`, `first`, `last` or `ohlc`.
    public var aggregate: String?
    /// The civil unit of a bar, from `second` to `year`; null leaves it to the width.
    public var unit: Nullable<String>?
}
