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
    public internal(set) var links: [AxisLink] {
        didSet { linkIndex = LinkIndex(links) }
    }
    /// Where each axis stands in ``links``.
    private(set) var linkIndex: LinkIndex
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
        linkIndex = LinkIndex(links)
        alignLinks()
        showWatchedAxes()
    }

    /// The surfaces that the last revision changed, the named one first.
    public func surfacesChanged(with id: String) -> [SessionSurface] {
        let named = position(of: id)
        var changed: [SessionSurface] = []
        if let named { changed.append(surfaces[named]) }
        for index in surfaces.indices where index != named && revision > 0 && surfaces[index].revision == revision {
            changed.append(surfaces[index])
        }
        return changed
    }

    /// The surface of a name.
    public func surface(_ id: String) -> SessionSurface? { position(of: id).map { surfaces[$0] } }

    /// The datasets that its surfaces show, once for each surface.
    public var datasets: [String] { surfaces.indices.compactMap { surfaces[$0].dataset } }

    /// How long the windows of its surfaces may take, also when rows have come: as long as the longest, but more than two
    /// are not brief together.
    var windowEffort: WindowEffort {
        var most = WindowEffort.short
        for index in surfaces.indices {
            let chart = surfaces[index].surface.chart
            most = max(
                most,
                chart.windowOptions.method.effort(
                    rows: .max, columns: chart.series.count, maximumRows: chart.windowOptions.maximumRows))
        }
        return surfaces.count > 2 ? max(most, .usual) : most
    }

    /// Whether the surfaces show the same datasets as those of another state.
    func showsDatasets(of other: Session) -> Bool {
        surfaces.count == other.surfaces.count
            && surfaces.indices.allSatisfy { surfaces[$0].dataset == other.surfaces[$0].dataset }
    }

    /// The position of a surface.
    ///
    /// - Throws: ``SessionError/surfaceUnknown(_:)``.
    public func index(ofSurface id: String) throws(SessionError) -> Int {
        guard let index = position(of: id) else { throw .surfaceUnknown(id) }
        return index
    }

    /// The position of a surface; `nil` for none of this name.
    ///
    /// By index, here and wherever a request passes: an element that a closure is given is copied, and that costs more than
    /// the question.
    func position(of id: String) -> Int? { surfaces.indices.first { surfaces[$0].id == id } }

    /// Shows every surface the rows that its dataset has; those of one dataset see the same, also while it grows.
    ///
    /// - Parameter rows: The rows of a dataset; `nil` leaves them as they are.
    mutating func refresh(_ rows: (String) -> Table?) {
        var asked: [(name: String, table: Table)] = []
        var newer: [(index: Int, table: Table)] = []
        for index in surfaces.indices {
            guard let name = surfaces[index].dataset else { continue }
            let shown = surfaces[index].surface.table
            let table = asked.first { $0.name == name }?.table ?? rows(name) ?? shown
            if surfaces.count > 1 { asked.append((name, table)) }
            if table.version != shown.version { newer.append((index, table)) }
        }
        guard !newer.isEmpty else { return }
        let before = links.isEmpty ? [] : surfaces.map { $0.surface.chart.ranges }
        for (index, table) in newer { surfaces[index].surface.setTable(table) }
        resolveLinks(ofDataMovedSince: before)
        showWatchedAxes()
    }
}

/// A surface within its session.
public struct SessionSurface: Sendable {
    /// The surface.
    ///
    /// It lies in a place of its own, which copies of the entry share until one of them is changed: a session is copied for
    /// every change, and handed on for every answer.
    public internal(set) var surface: Surface {
        _read { yield place.lent.surface }
        _modify {
            if !isKnownUniquelyReferenced(&place) { place = Place(place.lent.surface) }
            yield &place.lent.surface
        }
    }
    private var place: Place
    /// The surface's name.
    public let id: String
    /// The dataset that it shows.
    public internal(set) var dataset: String?
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
        place = Place(surface)
        id = surface.chart.id
        self.dataset = dataset
        self.revision = revision
        answered = WindowKey(surface, of: dataset)
    }

    /// Shows the surface where it lies, to who needs no copy of all that it refers to.
    public func withSurface<Result>(_ body: (borrowing LentSurface) throws -> Result) rethrows -> Result {
        try body(place.lent)
    }

    /// A surface that is shown where it lies; it cannot be copied, so that nobody does so unasked.
    public struct LentSurface: ~Copyable {
        /// The surface; taken out, it is a copy.
        public internal(set) var surface: Surface
    }

    /// Where a surface lies; written only by the one entry that refers to it.
    private final class Place: @unchecked Sendable {
        var lent: LentSurface

        init(_ surface: Surface) {
            lent = LentSurface(surface: surface)
        }
    }

    /// The size of the surface's plot area.
    public var size: ChartSize { surface.size }

    /// What of the rows is in the window now.
    public var windowKey: WindowKey { WindowKey(surface, of: dataset) }

    /// The entity tag: it changes with the surface's revision, with the version of its dataset, and when the rows of another
    /// one move its axes through a link.
    public var entityTag: String {
        let moves = movesByLinkedData == 0 ? "" : "-\(movesByLinkedData)"
        return "\"" + String(revision) + "-" + String(surface.table.version) + moves + "\""
    }
}

/// What decides which rows a window holds.
public struct WindowKey: Sendable, Hashable, Codable {
    let dataset: String?
    let range: AxisRange
    private(set) var version: Int
    let options: WindowOptions
    let size: ChartSize
    let series: [Series]
    /// What each x axis shows, and in which direction; `nil` for one that runs from left to right.
    let xAxes: [WindowAxisKey]?

    init(_ surface: Surface, of dataset: String?) {
        self.dataset = dataset
        range = surface.chart.windowRange
        version = surface.chart.table.version
        options = surface.chart.windowOptions
        size = surface.chart.size
        series = surface.chart.series
        let axes = surface.chart.xAxes
        let isPlain = axes.count == 1 && !axes[0].isVertical && !axes[0].options.isFlipped
        xAxes = isPlain ? nil : axes.map(WindowAxisKey.init)
    }

    /// A key that no window has, for one that was never shown.
    var unlikeAny: WindowKey {
        var key = self
        key.version = .min
        return key
    }
}

/// What of an x axis decides which rows a window holds.
struct WindowAxisKey: Sendable, Hashable, Codable {
    let range: AxisRange
    let isVertical: Bool
    let isFlipped: Bool

    init(_ axis: Axis) {
        range = axis.visibleRange
        isVertical = axis.isVertical
        isFlipped = axis.options.isFlipped
    }
}
