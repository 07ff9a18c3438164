import Gestures

/// What a surface has noticed so far, and where in the batch it is.
struct Trace: Sendable {
    /// The most entries that are kept.
    static let mostEntries = 2_048

    private(set) var entries: [TraceEntry] = []
    /// How many entries came after the most that are kept.
    private(set) var omittedCount = 0
    /// The position of the event that is handled now; `nil` outside a batch.
    private(set) var event: Int?
    /// Whether the surface has told what takes no part from the start.
    var hasStarted = false
    /// Who has handled that event.
    private var handlers: [String] = []
    /// The arrivals of the touches that have been looked at.
    private var touches: [Int] = []
    private let surface: String

    init(surface: String) {
        self.surface = surface
    }

    /// The place of the event that is handled now.
    var place: TraceEntry.Place { event.map { .event($0) } ?? .request }

    mutating func begin(event: Int) {
        guard event != self.event else { return }
        self.event = event
        handlers = []
    }

    mutating func note(_ kind: TraceEntry.Kind) {
        guard entries.count < Self.mostEntries else {
            omittedCount += 1
            return
        }
        entries.append(TraceEntry(surface: surface, kind: kind))
    }

    /// Notes who has handled the event, once for each event.
    mutating func noteHandler(_ args: ModifierEventArgs) {
        guard !handlers.contains(args.modifier) else { return }
        handlers.append(args.modifier)
        let origin = TraceEntry.Origin(
            source: args.source, isMaster: args.isMaster, isInSourceBounds: args.isInSourceBounds)
        note(.handled(modifier: args.modifier, place, origin))
    }

    /// Whether a touch is seen for the first time.
    mutating func isNew(_ touch: Touch) -> Bool {
        guard !touches.contains(touch.arrival) else { return false }
        touches.append(touch.arrival)
        return true
    }
}

extension Chart {
    /// Takes the limitations over that the axes have noted since the last call.
    mutating func traceLimitations() {
        guard trace != nil else { return }
        for axis in xAxes + yAxes {
            for one in axis.limitations ?? [] { trace?.note(.limit(axis: axis.id, one)) }
        }
        clearLimitations()
    }

    private mutating func clearLimitations() {
        for index in xAxes.indices { xAxes[index].limitations = [] }
        for index in yAxes.indices { yAxes[index].limitations = [] }
    }

    /// Begins to note.
    mutating func startTrace() {
        trace = Trace(surface: id)
        clearLimitations()
    }

    /// Ends to note.
    ///
    /// - Returns: What was noted.
    mutating func takeTrace() -> TraceReport {
        traceLimitations()
        let report = TraceReport(entries: trace?.entries ?? [], omittedCount: trace?.omittedCount ?? 0)
        trace = nil
        for index in xAxes.indices { xAxes[index].limitations = nil }
        for index in yAxes.indices { yAxes[index].limitations = nil }
        return report
    }

    /// Notes what a call of a modifier has done.
    mutating func traceCall(_ args: ModifierEventArgs, isHandled: Bool) {
        guard trace != nil else { return }
        traceLimitations()
        if isHandled { trace?.noteHandler(args) }
    }
}
