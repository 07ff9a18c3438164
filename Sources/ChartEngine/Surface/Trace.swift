import Gestures

/// The trace of a surface: its entries so far and its position in the batch.
struct Trace: Sendable {
    /// The most entries that the trace keeps.
    static let mostEntries = 2_048

    private(set) var entries: [TraceEntry] = []
    /// The number of entries beyond the limit, which the trace does not keep.
    private(set) var omittedCount = 0
    /// The position of the current event; `nil` outside a batch.
    private(set) var event: Int?
    /// Whether the trace already lists what takes no part from the start.
    var hasStarted = false
    /// The ids of the modifiers that have handled the current event.
    private var handlers: [String] = []
    /// The arrival numbers of the touches that the trace has seen.
    private var touches: [Int] = []
    private let surface: String

    init(surface: String) {
        self.surface = surface
    }

    /// The place of the current event.
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

    /// Adds an entry for a modifier that has handled the event, once for each event.
    mutating func noteHandler(_ args: ModifierEventArgs) {
        guard !handlers.contains(args.modifier) else { return }
        handlers.append(args.modifier)
        let origin = TraceEntry.Origin(
            source: args.source, isMaster: args.isMaster, isInSourceBounds: args.isInSourceBounds)
        note(.handled(modifier: args.modifier, place, origin))
    }

    /// Whether the trace sees a touch for the first time.
    mutating func isNew(_ touch: Touch) -> Bool {
        guard !touches.contains(touch.arrival) else { return false }
        touches.append(touch.arrival)
        return true
    }
}

extension Chart {
    /// Moves the limitations that the axes have recorded into the trace.
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

    /// Starts the trace.
    mutating func startTrace() {
        trace = Trace(surface: id)
        clearLimitations()
    }

    /// Stops the trace.
    ///
    /// - Returns: The report of the trace.
    mutating func takeTrace() -> TraceReport {
        traceLimitations()
        let report = TraceReport(entries: trace?.entries ?? [], omittedCount: trace?.omittedCount ?? 0)
        trace = nil
        for index in xAxes.indices { xAxes[index].limitations = nil }
        for index in yAxes.indices { yAxes[index].limitations = nil }
        return report
    }

    /// Records the limitations of a call of a modifier, and that the modifier handled the event.
    mutating func traceCall(_ args: ModifierEventArgs, isHandled: Bool) {
        guard trace != nil else { return }
        traceLimitations()
        if isHandled { trace?.noteHandler(args) }
    }
}
