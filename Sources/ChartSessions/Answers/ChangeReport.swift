import ChartEngine
import ChartSeries
import ChartStores
import ChartWire

/// The contents of the answer to a change, so that writing them needs no lock on the session.
///
/// An object, because the steps hand it on without change.
package final class ChangeReport: Sendable {
    /// The session's name.
    let session: String
    /// The revision that the change made.
    let revision: Int
    /// How many entries can be undone and redone.
    let history: (undo: Int, redo: Int)
    /// The changed surfaces, the addressed one first.
    let surfaces: [SessionSurface]
    /// The session's links, when the change set them.
    let links: [AxisLink]?
    /// The view that the client asked for.
    let view: SurfaceView
    /// The state before the change, for scenes that leave out what has not changed.
    let basis: SceneBasis?
    /// The ignored contacts; `nil` for a change without events.
    let ignored: [IgnoredInput]?
    /// What recognizers, modifiers and limits did; `nil` unless the client asked for it.
    let trace: TraceReport?
    /// The most bytes that the answer may have without a trace.
    private let mostBytes: Int

    /// Creates a report on the newest revision of a session.
    init(
        of session: Session, surfaces: [SessionSurface], links: [AxisLink]? = nil, view: SurfaceView,
        after basis: SceneBasis? = nil, ignored: [IgnoredInput]? = nil, trace: TraceReport? = nil
    ) {
        self.session = session.id
        revision = session.revision
        history = (session.undoCount, session.redoCount)
        self.links = links
        let view = view.resolved(for: session)
        self.view = view
        let surfaces = view.sizes.isEmpty ? surfaces : surfaces.map { view.seen($0, after: basis?.surface($0.id)) }
        self.surfaces = surfaces
        self.basis = basis
        self.ignored = ignored
        self.trace = trace
        mostBytes = Self.mostBytes(surfaces, links ?? [], view, ignored: ignored?.count ?? 0)
    }

    /// Writes the answer; an answer over the limit omits rows and scenes.
    func bounded() -> [UInt8] {
        view.bounded { view throws(Problem) in try AnswerWriter.change(self, view: view) }
    }

    /// The answer for a client that sends the batch again; it is never refused, because the change is applied already.
    var kept: KeptAnswer {
        KeptAnswer { [self] in
            let bytes = bounded()
            try surfaces.checkRows()
            // A cancelled task may have cut short the rows of a window.
            try Task.checkCancellation()
            return bytes
        }
    }

    /// Whether the answer is certainly within the view's limit; this is cheaper than its exact length.
    var isSurelyWithinLimit: Bool { trace == nil && mostBytes <= view.answerBytes }

    /// About how many bytes the answer has, mostly too many; a trace counts as the longest answer.
    var expectedBytes: Int { trace == nil ? min(mostBytes, view.answerBytes) : view.answerBytes }

    /// The effort of writing the answer: of its rows, and of all else that it says.
    var effort: WindowEffort {
        let rows = surfaces.effort(view)
        return trace == nil && mostBytes <= Self.mostShortBytes ? rows : max(rows, .usual)
    }

    /// The most bytes of an answer of short effort.
    private static let mostShortBytes = 1 << 20

    private static func mostBytes(
        _ surfaces: [SessionSurface], _ links: [AxisLink], _ view: SurfaceView, ignored: Int
    ) -> Int {
        var most = 1_024 + 512 * ignored
        for link in links { most += 64 + 512 * link.members.count }
        for surface in surfaces {
            most += surface.mostBytes(view)
            guard most <= view.answerBytes else { break }
        }
        return most
    }
}

extension [SessionSurface] {
    /// The effort of writing the surfaces.
    func effort(_ view: SurfaceView) -> WindowEffort {
        var most = WindowEffort.short
        var shown = 0
        for surface in self {
            // What is read at a pointer needs rows too.
            if surface.hasAwayRows { return .long }
            if view.scene != .none {
                most = Swift.max(most, surface.sceneEffort)
                shown += 1
            }
            guard view.showsRows(of: surface) else { continue }
            most = Swift.max(most, surface.windowEffort)
            shown += 1
        }
        // More than two windows together exceed the short effort.
        return shown > 2 ? Swift.max(most, .usual) : most
    }

    /// About how many bytes the surfaces have in an answer with their specification, mostly too many.
    func expectedBytes(_ view: SurfaceView) -> Int {
        reduce(1_024) { bytes, surface in
            let meta = surface.surface.modifiers.reduce(0) { $0 + ($1.options.meta?.utf8.count ?? 0) }
            return Swift.min(bytes + meta + surface.mostBytes(view), view.answerBytes)
        }
    }

    /// Checks that none of the surfaces shows rows that are known to be damaged.
    ///
    /// - Throws: `dataset.damaged` as a `SessionError`.
    func checkRows() throws(SessionError) {
        for entry in self {
            if let name = entry.damagedDataset { throw .dataset(name, .foundDamaged) }
        }
    }
}

extension Chart {
    /// The effort of writing the rows of its window, if that had so many.
    func windowEffort(rows: Int) -> WindowEffort {
        windowOptions.method.effort(
            rows: rows, columns: series.count, maximumRows: windowOptions.maximumRows, width: pixelColumns)
    }
}

extension Axis {
    /// The most bytes of its ticks in an answer, beside those of a usual axis.
    fileprivate var mostTickBytes: Int {
        let (number, label) = (26, 64)
        let majors = 3 * (options.tickCount ?? 10)
        return max(0, majors * (number * options.minorsPerMajor + label) - 8_192)
    }
}

extension SessionSurface {
    /// The effort of writing the rows of its window.
    var windowEffort: WindowEffort { surface.chart.windowEffort(rows: surface.chart.rowCount) }

    /// The effort of drawing its scene: that of its window, and of a path through its points.
    fileprivate var sceneEffort: WindowEffort {
        let points = SceneWriter.mostPoints(of: surface.chart)
        return max(windowEffort, points <= SceneWriter.mostShortPoints ? .short : .usual)
    }

    /// The most bytes that the surface adds to the answer to a change.
    fileprivate func mostBytes(_ view: SurfaceView) -> Int {
        mostBytes(of: surface.chart, surface.modifiers, view)
    }

    private func mostBytes(of chart: Chart, _ modifiers: [AttachedModifier], _ view: SurfaceView) -> Int {
        let names = chart.series.reduce(0) { $0 + 64 + 6 * $1.id.utf8.count }
        var most = 4_096 + 8_192 * (chart.xAxes.count + chart.yAxes.count) + names
        most += 1_024 * (chart.recognized.count + modifiers.count)
        most += 48 * chart.selection.rowCount + 6 * (chart.selection.label?.utf8.count ?? 0)
        for overlay in chart.overlays {
            let meta = modifiers.first { $0.id == overlay.modifier }?.options.meta
            most += 1_024 + (meta?.utf8.count ?? 0)
            for item in overlay.items { most += 512 + 6 * item.name.utf8.count }
        }
        if view.hasTicks { for axis in chart.xAxes + chart.yAxes { most += axis.mostTickBytes } }
        if view.locale != nil { most += 16_384 * (chart.xAxes.count + chart.yAxes.count) }
        for axis in chart.xAxes + chart.yAxes { most += 2_048 * (axis.options.look?.unit?.utf8.count ?? 0) }
        for series in chart.series { most += 24 * (series.unit?.utf8.count ?? 0) }
        if view.scene != .none { most += SceneWriter.mostBytes(of: chart) }
        if view.showsAnnotations(of: self) { most += AnnotationWriter.mostBytes(of: chart) }
        guard view.showsRows(of: self) else { return most }
        return chart.parts.reduce(most) { most, part in
            let rows = Swift.min(part.chart.table.rowCount, chart.windowOptions.maximumRows)
            return most
                + WindowWriter.mostBytes(
                    rows: rows, of: part.chart.table,
                    columns: WindowWriter.columns(of: part.chart.series.map(\.column)),
                    parts: Swift.max(1, chart.windowOptions.aggregate.parts.count), layout: view.layout)
        }
    }
}
