public import ChartEngine
import ChartSeries

/// The surfaces of one session and the order of what happens to them.
///
/// A value: a change is made on a copy, which is kept when all went well.
public struct Session: Sendable {
    /// The session's name.
    public let id: String
    /// The IANA name of the time zone of its surfaces.
    public let timeZone: String
    /// After how many idle milliseconds it expires.
    public let idleTimeout: Double
    /// What the client keeps with the session, as JSON text; empty for nothing.
    public let meta: [UInt8]
    /// How many changes were accepted.
    public internal(set) var revision = 0
    /// The surfaces, in the order in which they were added.
    public internal(set) var surfaces: [SessionSurface]
    /// The axes whose ranges move together.
    public internal(set) var links: [AxisLink]
    var sequences = ClientSequences()
    var history = SessionHistory()

    /// Creates a session that has seen nothing; linked axes take the range of the first of their link.
    public init(
        id: String, timeZone: String, idleTimeout: Double, meta: [UInt8] = [], surfaces: [SessionSurface],
        links: [AxisLink] = []
    ) {
        self.id = id
        self.timeZone = timeZone
        self.idleTimeout = idleTimeout
        self.meta = meta
        self.surfaces = surfaces
        self.links = links
        alignLinks()
        showWatchedAxes()
    }

    /// The surfaces that the last revision changed, the named one first.
    public func surfacesChanged(with id: String) -> [SessionSurface] {
        surfaces.filter { $0.id == id } + surfaces.filter { $0.id != id && $0.revision == revision && revision > 0 }
    }

    /// The surface of a name.
    public func surface(_ id: String) -> SessionSurface? { surfaces.first { $0.id == id } }

    /// The datasets that its surfaces show, once for each surface.
    public var datasets: [String] { surfaces.compactMap(\.dataset) }

    /// The position of a surface.
    ///
    /// - Throws: ``SessionError/surfaceUnknown(_:)``.
    public func index(ofSurface id: String) throws(SessionError) -> Int {
        guard let index = surfaces.firstIndex(where: { $0.id == id }) else { throw .surfaceUnknown(id) }
        return index
    }

    /// Shows every surface the rows that its dataset has; those of one dataset see the same, also while it grows.
    ///
    /// - Parameter rows: The rows of a dataset; `nil` leaves them as they are.
    mutating func refresh(_ rows: (String) -> Table?) {
        let before = links.isEmpty ? [] : surfaces.map { $0.surface.chart.ranges }
        for index in surfaces.indices {
            guard let name = surfaces[index].dataset else { continue }
            let other = surfaces[..<index].firstIndex { $0.dataset == name }
            guard let table = other.map({ surfaces[$0].surface.chart.table }) ?? rows(name),
                table.version != surfaces[index].surface.chart.table.version
            else { continue }
            surfaces[index].surface.setTable(table)
        }
        resolveLinks(ofDataMovedSince: before)
        showWatchedAxes()
    }
}

/// A surface within its session.
public struct SessionSurface: Sendable {
    /// The surface.
    public internal(set) var surface: Surface
    /// The dataset that it shows.
    public let dataset: String?
    /// The revision that last changed it.
    public internal(set) var revision: Int
    /// What the last answer to a change showed of the rows.
    public internal(set) var answered: WindowKey
    var clocks = ClientClocks()
    /// How often new rows of another surface's dataset have moved an axis through a link.
    var movesByLinkedData = 0
    /// When the driver was last heard, in milliseconds of the session clock.
    var driverHeardAt: Int64 = 0

    /// Creates an entry for a surface that has seen nothing.
    public init(surface: Surface, dataset: String?, revision: Int = 0) {
        self.surface = surface
        self.dataset = dataset
        self.revision = revision
        answered = WindowKey(surface)
    }

    /// The surface's name.
    public var id: String { surface.chart.id }

    /// What of the rows is in the window now.
    public var windowKey: WindowKey { WindowKey(surface) }

    /// The entity tag: it changes with the surface's revision, with the version of its dataset, and when the rows of another
    /// one move its axes through a link.
    public var entityTag: String {
        let moves = movesByLinkedData == 0 ? "" : "-\(movesByLinkedData)"
        return "\"\(revision)-\(surface.chart.table.version)\(moves)\""
    }
}

/// What decides which rows a window holds.
public struct WindowKey: Sendable, Hashable, Codable {
    let range: AxisRange
    private(set) var version: Int
    let options: WindowOptions
    let size: ChartSize
    let series: [Series]

    init(_ surface: Surface) {
        range = surface.chart.windowRange
        version = surface.chart.table.version
        options = surface.chart.windowOptions
        size = surface.chart.size
        series = surface.chart.series
    }

    /// A key that no window has, for one that was never shown.
    var unlikeAny: WindowKey {
        var key = self
        key.version = .min
        return key
    }
}
