/// The state of an axis.
public struct ChartAxis: Sendable, Hashable, Decodable {
    /// The name of the axis, such as `x`.
    public let id: String
    /// `number`, `date`, `log` or `category`.
    public let type: String
    /// The first and the last value that are shown; dates are milliseconds since 1970.
    public let visibleRange: [Double]?
    /// The first and the last value of the data.
    public let dataRange: [Double]?
}

/// The rows of a window as columns.
///
/// The calls of this package ask for `layout=columns`.
public struct ChartWindow: Sendable, Hashable, Decodable {
    /// The names of the columns, that of x first.
    public let columns: [String]
    /// The values of each column; those of the x column are under `x`.
    public let rows: [String: [Double?]]
    /// How many rows the range has.
    public let sourceRows: Int
    /// Whether a drawing of these rows fills the same pixels as one of all rows.
    public let exact: Bool
    /// The dataset, where it is the window of one of several.
    public let dataset: String?
    /// The ids of the series on these rows, where it is the window of one of several datasets.
    public let series: [String]
    /// The windows of the datasets, where series stand on several; then it has no rows itself.
    public let parts: [ChartWindow]

    private enum Key: String, CodingKey {
        case columns, rows, sourceRows, exact, dataset, series, parts
    }

    /// Reads a window, or those of several datasets.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        parts = try container.decodeIfPresent([ChartWindow].self, forKey: .parts) ?? []
        columns = try parts.isEmpty ? container.decode([String].self, forKey: .columns) : []
        rows = try parts.isEmpty ? container.decode([String: [Double?]].self, forKey: .rows) : [:]
        sourceRows =
            try container.decodeIfPresent(Int.self, forKey: .sourceRows) ?? parts.reduce(0) { $0 + $1.sourceRows }
        exact = try container.decode(Bool.self, forKey: .exact)
        dataset = try container.decodeIfPresent(String.self, forKey: .dataset)
        series = try container.decodeIfPresent([String].self, forKey: .series) ?? []
    }
}

/// The state of a surface.
public struct Surface: Sendable, Hashable, Decodable {
    /// The name of the surface, such as `main`.
    public let id: String
    /// The revision that last changed it.
    public let revision: Int
    /// The dataset, where the answer has the specification.
    public let dataset: String?
    /// The title, where it has one.
    public let title: String?
    /// The x axes.
    public let xAxes: [ChartAxis]
    /// The y axes.
    public let yAxes: [ChartAxis]
    /// The rows in view, where the query asked for them and they have changed.
    public let window: ChartWindow?
    /// The drawing, where the query asked for it.
    public let scene: ChartScene?
}

/// The answer to a change: the surfaces that it has changed.
public struct Update: Sendable, Hashable, Decodable {
    /// How many actions can be undone and redone.
    public struct History: Sendable, Hashable, Decodable {
        /// How many can be undone.
        public let undo: Int
        /// How many can be redone.
        public let redo: Int
    }

    /// The revision of the session after the change.
    public let revision: Int
    /// Whether this is the answer to an earlier copy of the batch.
    public let duplicate: Bool?
    /// What can be undone and redone.
    public let history: History?
    /// The surfaces that have changed.
    public let surfaces: [Surface]
}

/// The colours of the roles of a scene, such as `series.1`, in two themes.
public struct Palette: Sendable, Hashable, Decodable {
    /// The colours on a light ground.
    public let light: [String: String]
    /// The colours on a dark ground.
    public let dark: [String: String]
}

struct CreatedSession: Decodable {
    let id: String
    let driverToken: String?
    let viewerToken: String?
    let surfaces: [Surface]
}
