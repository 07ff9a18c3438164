import ChartStores

/// The milliseconds during which a server had the database open, the measure of idle times.
///
/// The writer stores it with uses and at the close, and the next opening resumes at the stored time. A server that was
/// down therefore finds no session idle for longer than before.
struct ServiceTime: Sendable {
    private let clock: SessionClock
    /// The time of the clock at the service time 0.
    private let start: Int64

    /// Resumes at a stored service time.
    init(_ clock: SessionClock, resumingAt stored: Int64) {
        self.clock = clock
        start = clock.now() - stored
    }

    /// The service time.
    var now: Int64 { clock.now() - start }

    /// The machine's date, in milliseconds since 1970.
    var date: Int64 { clock.date() }

    /// Returns the service times of uses.
    func moments(of uses: [SessionUse]) -> [String: Int64] {
        let now = now
        return uses.reduce(into: [:]) { moments, use in
            let moment = now.subtractingReportingOverflow(max(0, use.ago)).partialValue
            moments[use.session] = max(moments[use.session] ?? .min, moment)
        }
    }
}
