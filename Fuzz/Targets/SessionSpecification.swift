import ChartEngine
import ChartSeries
import Gestures

@testable import ChartService
@testable import ChartSessions
@testable import ChartWire

/// Decodes specifications of sessions, or refuses them with a problem.
///
/// A decoded specification reads back as the same value. Its session answers, accepts events, and can be stored and
/// restored.
///
/// - Parameters:
///   - data: The input.
///   - size: Its length in bytes.
/// - Returns: 0.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    do throws(Problem) {
        let tree = try JSONValue.parse(bytes)
        var writer = JSONWriter()
        JSONCoding.write(tree, into: &writer)
        let again = try JSONValue.parse(writer.bytes)
        precondition(again == tree, "what was written reads as something else")
        use(try opened(try JSONCoding.decode(SessionBody.self, from: tree)))
    } catch {
        precondition((400..<500).contains(error.code.status), "a specification is refused as \(error.code)")
        precondition(!error.body.isEmpty, "a problem has a body")
    }
    return 0
}

/// The session that a body specifies; every dataset exists.
private func opened(_ body: SessionBody) throws(Problem) -> Session {
    let context = SpecificationContext(
        registry: .builtIn, maximumTouches: 4, maximumModifiers: 16, maximumRows: 50, calendar: try body.calendar())
    return try body.session(
        id: "s", tables: body.datasets.map(Sample.table(named:)), context: context, idleTimeout: 60_000,
        maximumSurfaces: 4)
}

/// Answers a session, sends a drag, a pinch, taps and wheel events to each surface, and stores and restores it.
private func use(_ start: Session) {
    var session = start
    check(answer(to: session))
    for surface in session.surfaces {
        let size = surface.surface.chart.size
        for events in Sample.batches(on: size) {
            do throws(SessionError) {
                _ = try session.apply(
                    Batch(number: nil, digest: nil, events: events), toSurface: surface.id, now: 0)
            } catch {
                preconditionFailure("a plain batch is refused: \(error)")
            }
        }
    }
    let answered = answer(to: session)
    check(answered)
    check(
        unlimited { () throws(Problem) in
            let view = SurfaceView(hasSpecification: false)
            return try AnswerWriter.change(
                ChangeReport(of: session, surfaces: session.surfaces, view: view), view: view)
        })
    do {
        let dependencies = SessionStateDependencies { $0.dataset.map(Sample.table(named:)) ?? .empty }
        let restored = try Session(state: try session.encodedState(), dependencies: dependencies)
        precondition(restored.stateHash == session.stateHash, "a session is read as another")
        precondition(answer(to: restored) == answered, "a session that was read answers otherwise")
    } catch {
        preconditionFailure("a session cannot be read again: \(error)")
    }
}

private func answer(to session: Session) -> [UInt8] {
    unlimited { () throws(Problem) in try AnswerWriter.state(of: session, view: SurfaceView(), expiresAt: 0) }
}

/// An answer whose view has no limit, so that it is never too long.
private func unlimited(_ write: () throws(Problem) -> [UInt8]) -> [UInt8] {
    do throws(Problem) { return try write() } catch { preconditionFailure("an answer without a limit: \(error)") }
}

private func check(_ answer: [UInt8]) {
    do throws(Problem) {
        _ = try JSONValue.parse(answer)
    } catch {
        preconditionFailure("an answer is no JSON: \(error)")
    }
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
