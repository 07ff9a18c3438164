/// The body of `POST /v1/sessions`.
public struct SessionBody: Decodable, Sendable {
    /// The surfaces, in order.
    public var surfaces: [SurfaceBody]
    /// The axes whose ranges move together.
    public var links: [LinkBody]?
    /// The IANA name of the session's time zone.
    public var timeZone: String?
    /// The number of idle milliseconds after which the session expires.
    public var idleTimeout: Double?
    /// The BCP 47 tag of the language of its texts.
    public var locale: String?
    /// Data of the client.
    public var meta: JSONValue?
}

/// The body of `PATCH /v1/sessions/{id}`.
public struct SessionPatchBody: Decodable, Sendable {
    /// All links of the session; existing ones keep their offsets.
    public var links: [LinkBody]?
    /// The BCP 47 tag of the language of its texts.
    public var locale: String?
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
    /// How the server counts and sends its rows.
    public var window: WindowBody?
    /// The title for people.
    public var title: String?
    /// What it shows, in sentences for people.
    public var description: String?
}

/// The body of `PATCH …/surfaces/{sid}`.
public struct SurfacePatchBody: Decodable, Sendable {
    /// The plot area in points.
    public var size: SizeBody?
    /// The dataset to show.
    public var dataset: String?
    /// All its x axes; those with existing ids keep their state.
    public var xAxes: [AxisBody]?
    /// All its y axes; those with existing ids keep their state.
    public var yAxes: [AxisBody]?
    /// How the server counts and sends its rows.
    public var window: WindowBody?
    /// The series to change, by their ids; or all its series, if one of them has a `y`.
    public var series: [SeriesPatchBody]?
    /// The title for people; null for none.
    public var title: Nullable<String>?
    /// What it shows, in sentences for people; null for none.
    public var description: Nullable<String>?
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
    /// The drawing style: `line`, `step`, `area`, `bar`, `scatter`, `band` or `candlestick`.
    public var kind: String?
    /// The name of its stack; null for none.
    public var stack: Nullable<String>?
    /// The aggregate that its bars show; null for that of the window.
    public var aggregate: Nullable<String>?
    /// The unit of its values, such as `°C`.
    public var unit: String?
    /// The lengths in points of the dashes of its line and of the gaps between them.
    public var dash: [Double]?
    /// The columns of its candlesticks.
    public var ohlc: CandleColumnsBody?
}

/// The columns of candlesticks.
public struct CandleColumnsBody: Decodable, Sendable {
    /// The column of the first value.
    public var open: String
    /// The column of the largest value.
    public var high: String
    /// The column of the smallest value.
    public var low: String
    /// The column of the last value.
    public var close: String

    /// Creates a body.
    public init(open: String, high: String, low: String, close: String) {
        self.open = open
        self.high = high
        self.low = low
        self.close = close
    }
}

/// A new or changed series of an existing surface; absent members stay unchanged.
public struct SeriesPatchBody: Decodable, Sendable {
    /// The series' name.
    public var id: String?
    /// The x column; it must be the table's x.
    public var x: String?
    /// The plotted column.
    public var y: String?
    /// The id of its x axis.
    public var xAxis: String?
    /// The id of its y axis.
    public var yAxis: String?
    /// The name for people.
    public var name: String?
    /// A CSS colour; null for the client's choice.
    public var color: Nullable<String>?
    /// Whether it is drawn.
    public var visible: Bool?
    /// The drawing style; null for that of the window.
    public var kind: Nullable<String>?
    /// The name of its stack; null for none.
    public var stack: Nullable<String>?
    /// The aggregate that its bars show; null for that of the window.
    public var aggregate: Nullable<String>?
    /// The unit of its values, such as `°C`; null for that of the y axis.
    public var unit: Nullable<String>?
    /// The lengths in points of the dashes of its line and of the gaps between them; null for an unbroken line.
    public var dash: Nullable<[Double]>?
    /// The columns of its candlesticks; null to find them by their names.
    public var ohlc: Nullable<CandleColumnsBody>?

    /// Creates a body; absent members stay unchanged.
    public init(
        id: String? = nil, x: String? = nil, y: String? = nil, xAxis: String? = nil, yAxis: String? = nil,
        name: String? = nil, color: Nullable<String>? = nil, visible: Bool? = nil, kind: Nullable<String>? = nil,
        stack: Nullable<String>? = nil, aggregate: Nullable<String>? = nil, unit: Nullable<String>? = nil,
        dash: Nullable<[Double]>? = nil, ohlc: Nullable<CandleColumnsBody>? = nil
    ) {
        self.id = id
        self.x = x
        self.y = y
        self.xAxis = xAxis
        self.yAxis = yAxis
        self.name = name
        self.color = color
        self.visible = visible
        self.kind = kind
        self.stack = stack
        self.aggregate = aggregate
        self.unit = unit
        self.dash = dash
        self.ohlc = ohlc
    }
}

/// How the server counts and sends rows.
public struct WindowBody: Decodable, Sendable {
    /// The decimation method.
    public var method: String?
    /// The largest number of rows in an answer.
    public var maxRows: Int?
    /// `instant` or `day`.
    public var rowUnit: String?
    /// The wanted number of rows of each series, or of bars; null to derive it from the width.
    public var points: Nullable<Int>?
    /// The aggregate that bars show: `sum`, `mean`, `min`, `max`, `first`, `last`, `count` or `ohlc`.
    public var aggregate: String?
    /// The civil unit of a bar, from `second` to `year`; null to derive it from the width.
    public var unit: Nullable<String>?
    /// The number of units that a bar covers, if `unit` is given; null for 1.
    public var unitCount: Nullable<Int>?
    /// The first day of the weeks of bars: `monday` or `sunday`.
    public var weekStart: String?
}
