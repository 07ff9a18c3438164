import ChartDatasets
package import ChartEngine
package import ChartSeries
import ChartStores
package import ChartText

/// The surfaces of one session, and the order of its changes.
///
/// A value: a change acts on a copy, which replaces the session after success.
package struct Session: Sendable {
    /// The session's name.
    package let id: String
    /// The IANA name of its time zone.
    package let timeZone: String
    /// The idle milliseconds after which it expires.
    package let idleTimeout: Double
    /// The BCP 47 tag of the language of its texts.
    package internal(set) var locale: String
    /// The client's own data as JSON text; empty for none.
    package let meta: [UInt8]
    /// The number of accepted changes.
    package internal(set) var revision = 0
    /// The surfaces, in the order of their addition.
    package internal(set) var surfaces: [SessionSurface]
    /// The axes whose ranges move together.
    package internal(set) var links: [AxisLink] {
        didSet { linkIndex = LinkIndex(links) }
    }
    /// The positions of each axis in ``links``.
    private(set) var linkIndex: LinkIndex
    var sequences = ClientSequences()
    var history = SessionHistory()

    /// The language of a session that names none.
    package static let standardLocale = "en-US"

    /// Creates a session without history; linked axes take the range of the first one of their link.
    package init(
        id: String, timeZone: String, idleTimeout: Double, locale: String = standardLocale, meta: [UInt8] = [],
        surfaces: [SessionSurface], links: [AxisLink] = []
    ) {
        self.id = id
        self.timeZone = timeZone
        self.idleTimeout = idleTimeout
        self.locale = locale
        self.meta = meta
        self.surfaces = surfaces
        self.links = links
        linkIndex = LinkIndex(links)
        alignLinks()
        showWatchedAxes()
    }

    /// The surfaces that the last revision changed, the named one first.
    package func surfacesChanged(with id: String) -> [SessionSurface] {
        let named = position(of: id)
        var changed: [SessionSurface] = []
        if let named { changed.append(surfaces[named]) }
        for index in surfaces.indices where index != named && revision > 0 && surfaces[index].revision == revision {
            changed.append(surfaces[index])
        }
        return changed
    }

    /// Looks up a surface.
    package func surface(_ id: String) -> SessionSurface? { position(of: id).map { surfaces[$0] } }

    /// The datasets of its surfaces, those of each surface once.
    package var datasets: [String] { surfaces.indices.flatMap { surfaces[$0].datasets } }

    /// The effort of the windows of its surfaces, also after new rows: the largest one, and never short for more than
    /// two surfaces.
    var windowEffort: WindowEffort {
        var most = WindowEffort.short
        for index in surfaces.indices {
            if surfaces[index].hasAwayRows { return .long }
            most = max(most, surfaces[index].surface.chart.windowEffort(rows: .max))
        }
        return surfaces.count > 2 ? max(most, .usual) : most
    }

    /// Whether a read of its rows may wait for the disk, so that no other request should wait for it.
    package var hasAwayRows: Bool {
        for index in surfaces.indices where surfaces[index].hasAwayRows { return true }
        return false
    }

    /// Whether the surfaces show the same datasets as another session's.
    func showsDatasets(of other: Session) -> Bool {
        surfaces.count == other.surfaces.count
            && surfaces.indices.allSatisfy { surfaces[$0].datasets == other.surfaces[$0].datasets }
    }

    /// Whether the surfaces show the same rows as those of a session with the same datasets.
    func showsRows(of other: Session) -> Bool {
        surfaces.indices.allSatisfy { surfaces[$0].showsRows(of: other.surfaces[$0]) }
    }

    /// Returns the position of a surface.
    ///
    /// - Throws: ``SessionError/surfaceUnknown(_:)``.
    package func index(ofSurface id: String) throws(SessionError) -> Int {
        guard let index = position(of: id) else { throw .surfaceUnknown(id) }
        return index
    }

    /// Returns the position of a surface; `nil` for an unknown name.
    ///
    /// It uses indices, like all code of a request: a closure would get a copy of the element, which costs more than
    /// the comparison.
    func position(of id: String) -> Int? { surfaces.indices.first { surfaces[$0].id == id } }

    /// Gives every surface its dataset's rows, the same rows for one dataset even while it grows.
    ///
    /// - Parameters:
    ///   - isReplaced: Whether the rows are others than those before, whatever their versions say.
    ///   - rows: The rows of a dataset; `nil` keeps the current ones.
    mutating func refresh(isReplaced: Bool = false, _ rows: (String) -> Table?) {
        var asked: [(name: String, table: Table)] = []
        var newer: [(index: Int, dataset: String?, table: Table)] = []
        func look(at index: Int, _ name: String, _ dataset: String?, version: Int) {
            guard let table = asked.first(where: { $0.name == name })?.table ?? rows(name) else { return }
            if surfaces.count > 1 { asked.append((name, table)) }
            if isReplaced || table.version != version { newer.append((index, dataset, table)) }
        }
        for index in surfaces.indices {
            if let name = surfaces[index].dataset {
                look(at: index, name, nil, version: surfaces[index].surface.table.version)
            }
            for other in surfaces[index].surface.others {
                look(at: index, other.dataset, other.dataset, version: other.table.version)
            }
        }
        guard !newer.isEmpty else { return }
        let before = links.isEmpty ? [] : surfaces.map { $0.surface.chart.ranges }
        for one in newer { surfaces[one.index].surface.setTable(one.table, of: one.dataset, isReplaced: isReplaced) }
        resolveLinks(ofDataMovedSince: before)
        showWatchedAxes()
    }
}

/// A surface within its session.
package struct SessionSurface: Sendable {
    /// The surface.
    ///
    /// Copies of the entry share its storage until one of them changes, since every change and every answer copies a
    /// session.
    package internal(set) var surface: Surface {
        _read { yield box.surface }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.surface) }
            yield &box.surface
        }
    }
    private var box: Box
    /// The surface's name.
    package let id: String
    /// Its dataset; series may name others.
    package internal(set) var dataset: String?
    /// The revision of its last change.
    package internal(set) var revision: Int {
        didSet {
            rowsOfRevision = rows
            noteAnnotations()
        }
    }
    /// The version of the annotations, and the revision that has changed them.
    private var annotated: (version: Int, revision: Int)
    /// The rows that it showed at its revision.
    var rowsOfRevision: RowsSeen
    /// The window that the last answer to a change has contained.
    package internal(set) var answered: WindowKey
    /// The revision in which a batch has brought the size of its frame; `nil` for none.
    package internal(set) var framed: Int?
    /// The size of the surface, where this is a look at it at another size; `nil` otherwise.
    private var ownSize: ChartSize?
    var clocks = ClientClocks()
    /// The number of moves by links after new rows of another surface's dataset.
    var movesByLinkedData = 0
    /// When the driver last sent events, in milliseconds of the session clock.
    var driverHeardAt: Int64 = 0

    /// Creates an entry without history.
    package init(surface: Surface, dataset: String?, revision: Int = 0) {
        box = Box(surface)
        id = surface.chart.id
        self.dataset = dataset
        self.revision = revision
        answered = WindowKey(surface, of: dataset)
        rowsOfRevision = RowsSeen(of: surface)
        annotated = (surface.annotationsVersion, revision)
    }

    private mutating func noteAnnotations() {
        let version = surface.annotationsVersion
        if version != annotated.version { annotated = (version, revision) }
    }

    /// Whether the annotations are other ones than a client was told, or without a client than before the last revision.
    package func hasNewAnnotations(for client: ExactName?) -> Bool {
        guard surface.chart.annotationsVersion > 0 else { return false }
        guard let client else {
            return annotated.version == surface.annotationsVersion && annotated.revision == revision
        }
        return clocks.toldAnnotations(of: client) != surface.chart.annotationsVersion
    }

    /// Its dataset, and the other ones of its series.
    package var datasets: [String] {
        (dataset.map { [$0] } ?? []) + surface.others.map(\.dataset)
    }

    /// Whether it shows the same rows of the same datasets as another surface.
    package func showsRows(of other: SessionSurface) -> Bool {
        dataset == other.dataset && surface.table.version == other.surface.table.version
            && surface.others.map(\.dataset) == other.surface.others.map(\.dataset)
            && surface.others.map(\.table.version) == other.surface.others.map(\.table.version)
    }

    /// The rows that it shows of a dataset; `nil` for none of its datasets.
    package func table(of dataset: String) -> Table? {
        if dataset == self.dataset { return surface.table }
        return surface.others.first { $0.dataset == dataset }?.table
    }

    /// The first one of its datasets whose rows are known to be damaged.
    package var damagedDataset: String? {
        guard surface.isDamaged else { return nil }
        return datasets.first { table(of: $0)?.soundness?.isDamaged ?? false } ?? ""
    }

    /// The storage of a surface; only its single owner writes it.
    private final class Box: @unchecked Sendable {
        var surface: Surface

        init(_ surface: Surface) { self.surface = surface }
    }

    /// Whether a read of its rows may wait for the disk.
    package var hasAwayRows: Bool { surface.hasAwayRows }

    /// The size of the surface's plot area.
    package var size: ChartSize { ownSize ?? surface.size }

    /// The surface as a client looks at it on a plot of another size.
    ///
    /// - Parameters:
    ///   - size: The size.
    ///   - before: The surface before the change that is answered, at that size; `nil` where there is none.
    /// - Returns: The surface; its rows count as answered where those of the state before are the same.
    package func seen(at size: ChartSize, after before: SessionSurface?) -> SessionSurface {
        var seen = self
        seen.ownSize = self.size
        if size != surface.size { seen.surface = surface.seen(at: size) }
        seen.answered = before.map(\.windowKey) ?? seen.windowKey.unlikeAny
        return seen
    }

    private var rows: RowsSeen { RowsSeen(of: surface, moves: movesByLinkedData) }

    /// Whether no rows have come since its last change, and none of other surfaces have moved it.
    package var hasRowsOfRevision: Bool { rows == rowsOfRevision }

    /// The current window.
    package var windowKey: WindowKey { WindowKey(surface, of: dataset) }

    /// The entity tag: it changes with the revision, the datasets' versions, and moves by links after new rows.
    package var entityTag: String {
        let moves = movesByLinkedData == 0 ? "" : "-\(movesByLinkedData)"
        var version = String(surface.table.version)
        for other in surface.others { version += "." + String(other.table.version) }
        return "\"" + String(revision) + "-" + version + moves + "\""
    }
}

/// The rows that a surface showed.
struct RowsSeen: Sendable, Hashable, Codable {
    /// The version of its dataset.
    var version: Int
    /// The number of moves by links after new rows of another surface's dataset.
    var moves = 0
    /// The versions of the other datasets of its series; `nil` without any.
    var others: [Int]?

    /// Sees the rows of a surface.
    init(of surface: borrowing Surface, moves: Int = 0) {
        version = surface.table.version
        others = surface.otherVersions
        self.moves = moves
    }
}

extension Surface {
    /// The versions of the other datasets of its series; `nil` without any.
    fileprivate var otherVersions: [Int]? { others.isEmpty ? nil : others.map(\.table.version) }
}

/// The values that determine the rows of a window.
package struct WindowKey: Sendable, Hashable, Codable {
    let dataset: String?
    let range: AxisRange
    private(set) var version: Int
    /// The versions of the other datasets of its series; `nil` without any.
    let others: [Int]?
    let options: WindowOptions
    let size: ChartSize
    let series: [Series]
    /// The range and direction of each x axis; `nil` for a single one from left to right.
    let xAxes: [WindowAxisKey]?

    init(_ surface: Surface, of dataset: String?) {
        self.dataset = dataset
        range = surface.chart.windowRange
        version = surface.table.version
        others = surface.otherVersions
        options = surface.chart.windowOptions
        size = surface.chart.size
        series = surface.chart.series
        let axes = surface.chart.xAxes
        let isPlain = axes.count == 1 && !axes[0].isVertical && !axes[0].options.isFlipped
        xAxes = isPlain ? nil : axes.map(WindowAxisKey.init)
    }

    /// A key that equals no window's key.
    var unlikeAny: WindowKey {
        var key = self
        key.version = .min
        return key
    }
}

/// The values of an x axis that determine the rows of a window.
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

extension Session {
    /// The first dataset of the session that is known to be damaged; `nil` for none.
    ///
    /// - Complexity: O(number of surfaces), one load from memory for each.
    package var damagedDataset: String? {
        for index in surfaces.indices {
            if let name = surfaces[index].damagedDataset { return name }
        }
        return nil
    }

    /// Throws if rows of the session are known to be damaged.
    ///
    /// - Throws: ``SessionError/dataset(_:_:)``.
    package func checkRows() throws(SessionError) {
        guard let name = damagedDataset else { return }
        throw .dataset(name, .foundDamaged)
    }

    /// Shows damaged rows again that the process has fetched anew from other processes.
    ///
    /// Later versions have the same rows first, and the catalog finds those of an earlier edition.
    mutating func heal(from catalog: any DatasetCatalog) {
        guard catalog.isShared, damagedDataset != nil else { return }
        for (index, name) in surfaces.indices.flatMap({ index in surfaces[index].datasets.map { (index, $0) } }) {
            guard let shown = surfaces[index].table(of: name), shown.soundness?.isDamaged ?? false,
                let current = try? catalog.rows(
                    readAs: DatasetLookup(
                        name: name, version: shown.version, rows: shown.rowCount, edition: shown.edition)),
                current.soundness !== shown.soundness,
                current.version >= shown.version,
                let same = current.version == shown.version
                    ? current : current.prefix(rows: shown.rowCount, version: shown.version)
            else { continue }
            surfaces[index].surface.replaceTable(same, of: name == surfaces[index].dataset ? nil : name)
        }
    }

    /// Runs a body whose result counts only if the rows are sound before and after it.
    ///
    /// - Parameter body: The body.
    /// - Returns: The result of the body.
    /// - Throws: ``SessionError/dataset(_:_:)``, or the error of the body if the rows are sound.
    mutating func withSoundRows<Result>(_ body: (inout Session) throws -> Result) throws -> Result {
        try checkRows()
        do {
            let result = try body(&self)
            try checkRows()
            return result
        } catch {
            try checkRows()
            throw error
        }
    }
}

extension Session {
    /// Starts a trace on every surface, until ``takeTrace(ofSurface:)``.
    package mutating func startTrace() {
        for index in surfaces.indices { surfaces[index].surface.startTrace() }
    }

    /// Ends the trace.
    ///
    /// - Parameter id: The surface whose entries come first.
    /// - Returns: The entries, surface by surface.
    package mutating func takeTrace(ofSurface id: String) -> [TraceEntry] { takeTraceReport(ofSurface: id).entries }

    /// Ends the trace.
    ///
    /// - Parameter id: The surface whose entries come first.
    /// - Returns: The entries, surface by surface, and the number of omitted ones.
    package mutating func takeTraceReport(ofSurface id: String) -> TraceReport {
        var report = TraceReport()
        var others = TraceReport()
        for index in surfaces.indices {
            let noted = surfaces[index].surface.takeTraceReport()
            if surfaces[index].id == id { report.append(noted) } else { others.append(noted) }
        }
        report.append(others)
        return report
    }
}

extension Session {
    /// The locale of its texts.
    package var chartLocale: ChartLocale {
        locale == Session.standardLocale ? .standard : ChartLocale.of(tag: locale) ?? .standard
    }
}
