package import ChartEngine
import ChartSeries
import ChartWire
import Gestures

/// Applies each operation to a session, for the routes and for the replay of a log.
package struct ChangeInterpreter: Sendable {
    /// The bounds of a session; a replay uses those under which its log was written.
    package struct Bounds: Sendable, Hashable {
        /// The most touches that a surface can follow at once.
        package static let mostTouches = TouchTracker.mostTouches

        var eventsPerBatch: Int
        var touches: Int
        var surfacesPerSession: Int
        var modifiersPerSurface: Int
        var rowsPerWindow: Int

        /// Creates bounds.
        package init(
            eventsPerBatch: Int, touches: Int, surfacesPerSession: Int, modifiersPerSurface: Int, rowsPerWindow: Int
        ) {
            self.eventsPerBatch = eventsPerBatch
            self.touches = touches
            self.surfacesPerSession = surfacesPerSession
            self.modifiersPerSurface = modifiersPerSurface
            self.rowsPerWindow = rowsPerWindow
        }
    }

    /// The modifier types that clients may name.
    package let modifiers: ModifierRegistry
    /// The bounds of a session.
    package let bounds: Bounds
    /// The limits of a specification; `nil` for sessions that were accepted earlier.
    package var limits: SpecificationLimits?
    /// The most bytes of an answer; unlimited in a replay.
    var answerBytes = Int.max
    /// The session clock, in milliseconds.
    let now: @Sendable () -> Int64

    /// Creates an interpreter.
    package init(
        modifiers: ModifierRegistry, bounds: Bounds, limits: SpecificationLimits? = nil, answerBytes: Int = Int.max,
        now: @escaping @Sendable () -> Int64
    ) {
        self.modifiers = modifiers
        self.bounds = bounds
        self.limits = limits
        self.answerBytes = answerBytes
        self.now = now
    }

    /// The context for the mapping of specifications.
    func specification(calendar: CivilCalendar) -> SpecificationContext {
        SpecificationContext(
            registry: modifiers, maximumTouches: bounds.touches, maximumModifiers: bounds.modifiersPerSurface,
            maximumRows: bounds.rowsPerWindow, calendar: calendar, limits: limits)
    }

    /// Reads and checks a change; this needs no session yet.
    ///
    /// - Throws: The problem of an invalid body or query.
    package func prepare(_ change: Change) throws -> PreparedChange {
        var prepared = try prepareUnlimited(change)
        prepared.change.body = SingleLine.text(change.body)
        let ranges = ViewedRanges(change.query)
        if !ranges.isEmpty {
            guard change.shape.mode.isDryRun else {
                throw Problem(.queryInvalid, "A change with other ranges of an axis in its query needs dryRun=true.")
            }
            prepared.make = { [make = prepared.make, surface = change.surface] session in
                try ranges.look(at: surface, of: &session)
                return try make(&session)
            }
        }
        if let limits, change.operation.kind == .patch {
            prepared.make = { [make = prepared.make] session in
                let before = limits.load(of: session)
                let answer = try make(&session)
                try limits.check(session, after: before)
                return answer
            }
        }
        return prepared
    }

    private func prepareUnlimited(_ change: Change) throws -> PreparedChange {
        switch change.operation {
        case .postEvents: try prepareEvents(change)
        case .postCommand: try prepareCommand(change)
        case .patchSession: try preparePatchOfSession(change)
        case .createSurface: try prepareNewSurface(change)
        case .patchSurface: try preparePatchOfSurface(change)
        case .deleteSurface: prepareRemovalOfSurface(change)
        case .patchAxis: try preparePatchOfAxis(change)
        case .putModifier: try prepareModifier(change)
        case .patchModifier: try preparePatchOfModifier(change)
        case .deleteModifier: prepareRemovalOfModifier(change)
        case .putAnnotation: try prepareAnnotation(change)
        case .patchAnnotation: try preparePatchOfAnnotation(change)
        case .deleteAnnotation: prepareRemovalOfAnnotation(change)
        case .cancelGestures:
            PreparedChange(change: change) { session in
                session.cancelGestures(ofSurface: change.surface)
                return ChangeAnswer(body: .empty)
            }
        }
    }

    /// What a change asks to see, within the bounds of an answer.
    func view(of change: Change) -> SurfaceView {
        var view = change.shape.view
        view.answerBytes = answerBytes
        if change.operation.namesSurface { view.mainSurface = change.surface }
        return view
    }

    /// Prepares a change whose answer holds the addressed surface and the others that it changed.
    func answered(
        _ change: Change, apply: @escaping @Sendable (inout Session) throws -> ChangeAnswer.Outcome
    ) throws -> PreparedChange {
        let view = view(of: change)
        let mode = change.shape.mode
        return PreparedChange(change: change) { session in
            let basis = SceneBasis(of: session, for: view)
            if mode.isExplained { session.startTrace() }
            let outcome = try apply(&session)
            let trace = mode.isExplained ? session.takeTraceReport(ofSurface: change.surface) : nil
            let surfaces = session.surfacesChanged(with: change.surface)
            let report = ChangeReport(of: session, surfaces: surfaces, view: view, after: basis, trace: trace)
            session.noteAnswered(surfaces, view: view)
            return ChangeAnswer(of: report, mode, outcome: outcome)
        }
    }

    /// Prepares a change of the addressed surface alone.
    func answered(
        _ change: Change, changing body: @escaping @Sendable (inout Surface) throws -> Void
    ) throws -> PreparedChange {
        try answered(change) { session in
            try session.changeSurface(change.surface, ifMatch: change.ifMatch, body)
            return .changed
        }
    }
}

extension ChangeAnswer {
    /// The answer that tells what has changed, with the tag of the addressed surface.
    init(
        of report: ChangeReport, _ mode: ChangeMode, outcome: Outcome = .changed, kept: KeptAnswer? = nil
    ) {
        self.init(
            body: kept.map { .numbered($0, report) } ?? .change(report), outcome: outcome,
            entityTag: mode.isDryRun ? nil : report.surfaces.first?.entityTag, locale: report.view.locale)
    }
}

extension Change {
    /// The body as JSON, decoded.
    func decoded<Body: Decodable>(_ type: Body.Type) throws -> Body {
        try JSONCoding.decode(type, from: try JSONValue.parse(body))
    }
}

extension Session {
    /// Records which windows an answer shows.
    mutating func noteAnswered(_ surfaces: [SessionSurface], view: SurfaceView) {
        if let client = view.client, view.annotations != .none {
            for surface in surfaces where surface.surface.chart.annotationsVersion > 0 {
                noteAnsweredAnnotations(ofSurface: surface.id, to: client)
            }
        }
        // At a size of its own, a client compares with the state before, and others have not seen these rows.
        guard view.sizes.isEmpty else { return }
        for surface in surfaces where view.showsRows(of: surface) { noteAnsweredWindow(ofSurface: surface.id) }
    }
}
