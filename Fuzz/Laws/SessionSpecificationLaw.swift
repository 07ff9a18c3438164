import ChartEngine
import ChartSeries
import CoreTestSupport
import Gestures

@testable import ChartSessions
@testable import ChartWire

extension FuzzLaw {
    /// Specifications of sessions are decoded, or refused with a problem.
    ///
    /// A decoded specification reads back as the same value. Its session answers, accepts events, and can be stored
    /// and restored.
    static let sessionSpecification = FuzzLaw("SessionSpecification") { bytes in
        switch Result(catching: { () throws(Problem) in try JSONValue.parse(bytes) }) {
        case .success(let tree):
            var writer = JSONWriter()
            JSONCoding.write(tree, into: &writer)
            try require(try JSONValue.parse(writer.bytes) == tree, "what was written reads as something else")
            switch Result(catching: { () throws(Problem) in try opened(tree) }) {
            case .success(let session): try use(session)
            case .failure(let problem): try checkProblem(problem)
            }
        case .failure(let problem): try checkProblem(problem)
        }
    }

    /// The laws whose decoders are the server's.
    static let ofServer: [FuzzLaw] = [.datasetFiles, .jwt, .jwtKeySet, .sessionSpecification]
}

private func checkProblem(_ problem: Problem) throws {
    try require((400..<500).contains(problem.code.status), "a specification is refused as \(problem.code)")
    try require(!problem.body.isEmpty, "a problem has no body")
}

/// The session that a body specifies; every dataset exists.
private func opened(_ tree: JSONValue) throws(Problem) -> Session {
    var body = SessionSpecification()
    try body.take(try JSONCoding.decode(JSONObject.self, from: tree), in: .new, at: .root)
    let context = SpecificationContext(
        registry: .builtIn, maximumTouches: 4, maximumModifiers: 16, maximumRows: 50, calendar: body.calendar)
    return try body.session(
        id: "s", tables: body.datasets.map(Sample.table(named:)), context: context, standardTimeout: 60_000,
        mostSurfaces: 4)
}

/// Answers a session, sends a drag, a pinch, taps and wheel events to each surface, and stores and restores it.
private func use(_ start: Session) throws {
    var session = start
    _ = try answer(to: session)
    for surface in session.surfaces {
        for events in Sample.batches(on: surface.surface.chart.size) {
            _ = try session.apply(Batch(number: nil, digest: nil, events: events), toSurface: surface.id, now: 0)
        }
    }
    let answered = try answer(to: session)
    let view = SurfaceView(hasSpecification: false)
    _ = try JSONValue.parse(
        try AnswerWriter.change(ChangeReport(of: session, surfaces: session.surfaces, view: view), view: view))
    let dependencies = SessionStateDependencies { $0.dataset.map(Sample.table(named:)) ?? .empty }
    let restored = try Session(state: try session.encodedState(), dependencies: dependencies)
    try require(restored.stateHash == session.stateHash, "a session is read as another")
    try require(try answer(to: restored) == answered, "a session that was read answers otherwise")
}

/// The answer, which is JSON.
private func answer(to session: Session) throws -> [UInt8] {
    let bytes = try AnswerWriter.state(of: session, view: SurfaceView(), expiresAt: 0)
    _ = try JSONValue.parse(bytes)
    return bytes
}

/// The datasets and the events for the sessions.
private enum Sample {
    /// Rows at dates, across a daylight saving change, with a gap and with two rows at one instant.
    static let dates = table(
        .date,
        x: (0..<40).map { row in
            let hours = row / 2 + row / 20 * 24
            return 1.7114e12 + 3_600_000 * Double(hours)
        })
    /// Rows at small positive and negative numbers.
    static let numbers = table(.number, x: (0..<40).map { row in Double(row) / 4 - 2 })

    /// Rows at numbers for names that begin with `n`, otherwise at dates.
    static func table(named name: String) -> Table { name.hasPrefix("n") ? numbers : dates }

    private static func table(_ kind: XKind, x: [Double]) -> Table {
        let active = x.indices.map { row in row % 9 == 4 ? Double.nan : Double(row * 37 % 23) - 5 }
        do {
            return try Table(
                xName: kind == .date ? "date" : "x", xKind: kind, x: x,
                columns: [
                    (name: "active", values: active), (name: "constant", values: x.map { _ in 3 }),
                    (name: "missing", values: x.map { _ in Double.nan }),
                ])
        } catch {
            preconditionFailure("the sample makes no table: \(error)")
        }
    }

    /// A drag that ends in motion, a pinch, a double tap, a wheel event and a hovering pointer, each a batch.
    static func batches(on size: ChartSize) -> [[InputEvent]] {
        func point(_ x: Double, _ y: Double) -> Point { Point(x: size.width * x, y: size.height * y) }
        func time(_ milliseconds: Int) -> Timestamp { Timestamp(microseconds: Int64(milliseconds) * 1_000) }
        func touch(_ phase: TouchPhase, _ at: Int, _ points: Point...) -> InputEvent {
            .touch(
                TouchEvent(
                    phase: phase, time: time(at),
                    contacts: points.enumerated().map { TouchEvent.Contact(id: $0 + 1, location: $1) }))
        }
        return [
            [
                touch(.began, 0, point(0.5, 0.5)), touch(.moved, 16, point(0.6, 0.5)),
                touch(.moved, 32, point(0.8, 0.7)), touch(.ended, 40, point(0.9, 0.8)), .tick(time(90)),
            ],
            [
                touch(.began, 1_000, point(0.4, 0.4), point(0.6, 0.6)),
                touch(.moved, 1_016, point(0.3, 0.3), point(0.7, 0.7)),
                touch(.moved, 1_032, point(0.1, 0.2), point(0.9, 0.9)),
                touch(.ended, 1_048, point(0.1, 0.2), point(0.9, 0.9)),
            ],
            [
                touch(.began, 2_000, point(0.3, 0.5)), touch(.ended, 2_050, point(0.3, 0.5)),
                touch(.began, 2_150, point(0.3, 0.5)), touch(.ended, 2_200, point(0.3, 0.5)), .tick(time(2_900)),
            ],
            [
                .wheel(WheelEvent(time: time(3_000), location: point(0.2, 0.2), deltaX: 7, deltaY: -240)),
                .hover(HoverEvent(phase: .moved, time: time(3_010), location: point(0.7, 0.1))),
                touch(.began, 3_100, point(0.01, 0.99)), touch(.moved, 3_800, point(0.02, 0.5)), .tick(time(4_000)),
            ],
        ]
    }
}
