import ChartEngine
import ChartSeries
import ChartSessions
import CoreTestSupport
import Gestures
import Testing

/// Sessions whose surfaces show 101 rows from 20 to 60 and can be panned: a point is 0.1 of x.
enum SampleSession {
    static let table = SampleRows.table

    static func rows(_ range: ClosedRange<Int>) -> Table { SampleRows.rows(range) }

    static func surface(
        _ id: String = "main", table: Table = table, dataset: String? = nil, x: AxisOptions = AxisOptions(),
        xRange: AxisRange? = AxisRange(min: 20, max: 60), y: AxisOptions = AxisOptions()
    ) -> SessionSurface {
        let chart = Chart(
            id: id, size: ChartSize(width: 400, height: 200),
            xAxes: [Axis(id: "x", dimension: .x, options: x, visibleRange: xRange)],
            yAxes: [Axis(id: "y", dimension: .y, options: y)],
            series: [Series(id: "level", column: 0, xAxis: "x", yAxis: "y", name: "Level")], table: table)
        var surface = Surface(chart: chart, maximumTouches: 2)
        surface.add(AttachedModifier(id: "zoomPan", modifier: ZoomPanModifier(parameters: .init())))
        surface.add(AttachedModifier(id: "wheel", modifier: MouseWheelZoomModifier(parameters: .init())))
        return SessionSurface(surface: surface, dataset: dataset)
    }

    static func session(
        _ surfaces: [SessionSurface] = [surface()], id: String = "s", idleTimeout: Double = 60_000
    ) -> Session {
        Session(id: id, timeZone: "UTC", idleTimeout: idleTimeout, surfaces: surfaces)
    }
}

extension Session {
    /// The visible range of the x axis of a surface.
    func x(_ surface: String = "main") throws -> AxisRange {
        try #require(self.surface(surface)).surface.chart.xAxes[0].visibleRange
    }

    /// Sends a batch with the digest of a body, and keeps the answer `answer to <body>`.
    @discardableResult
    mutating func send(
        _ events: [InputEvent], from client: String? = nil, _ sequence: Int = 0, body: String = "body",
        to surface: String = "main", ifMatch entityTags: [String]? = nil, now: Int64 = 0
    ) throws(SessionError) -> [UInt8]? {
        let batch = Batch(
            number: client.map { BatchNumber(client: $0, sequence: sequence) },
            digest: BatchDigest(body: Array(body.utf8), surface: surface), events: events)
        switch try apply(batch, toSurface: surface, ifMatch: entityTags, now: now) {
        case .applied:
            keep(answer: KeptAnswer(Array("answer to \(body)".utf8)), to: batch)
            return nil
        case .duplicate(let answer):
            return answer?.written
        }
    }
}

extension InputEvent {
    /// One touch in one phase.
    static func touch(_ phase: TouchPhase, x: Double = 100, at milliseconds: Int64, id: Int = 1) -> InputEvent {
        .touch(
            TouchEvent(
                phase: phase, time: Timestamp(microseconds: milliseconds * 1_000),
                contacts: [TouchEvent.Contact(id: id, location: Point(x: x, y: 100))]))
    }

    static func tick(at milliseconds: Int64) -> InputEvent { .tick(Timestamp(microseconds: milliseconds * 1_000)) }
}

extension SampleSession {
    /// Creates a session with one surface.
    static func open(in registry: SessionRegistry) async throws -> SessionCell {
        let created = try await registry.create(showing: ["users"]) { id, tables in
            session([surface(table: tables[0], dataset: "users")], id: id, idleTimeout: 1e9)
        }
        return try await registry.cell(created.session.id)
    }
}
