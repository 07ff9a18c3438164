import ChartEngine
import ChartSeries
import Foundation
import HTTPTypes
import Testing

@testable import ChartSessions
@testable import SessionTestSupport

/// The limit of an answer's length; a change whose answer exceeds it is not applied.
@Suite struct AnswerLimitTests {
    private static let rows = 4_000

    /// A dataset whose window takes about 150 kB in objects and about 50 kB in rows.
    private func importRows(_ service: Service) async throws {
        let text = (0..<Self.rows).map { "\($0),\($0)\n" }.joined()
        let name = String(repeating: "v", count: 20)
        let reply = try await service.send(.put, "/v1/datasets/long", "t,\(name)\n" + text, type: "text/csv")
        #expect(reply.status == 201)
    }

    @Test func `the problem of a window that is too long says what to ask for instead`() async throws {
        try await Service.run(["limits.answerBytes": "64KiB"]) { service in
            try await importRows(service)
            let path = "/v1/datasets/long/window?method=none"
            let refused = try await service.send(.get, path + "&layout=objects")
            refused.isProblem("limits.answer", "\(refused.text.prefix(300))")
            #expect(refused.string("detail")?.contains("layout=columns") == true)
            #expect(try await service.send(.get, path).status == 200)
            #expect(try await service.send(.get, path + "&layout=columns").status == 200)
            #expect(
                try await service.send(.get, "/v1/datasets/long/window?method=lttb&points=100&layout=objects").status
                    == 200)
        }
    }

    @Test func `a session whose state is too long is not opened`() async throws {
        try await Service.run(["limits.answerBytes": "64KiB", "limits.sessions": "1"]) { service in
            try await importRows(service)
            let body = #"{"surfaces":[{"dataset":"long"}]}"#
            let refused = try await service.send(.post, "/v1/sessions?layout=objects", body)
            refused.isProblem("limits.answer", "\(refused.text.prefix(300))")
            let opened = try await service.send(.post, "/v1/sessions?layout=objects&window=none", body)
            #expect(opened.status == 201, "\(opened.text.prefix(300))")
            let path = "/v1/sessions/\(try #require(opened.string("id")))"
            (try await service.send(.get, path + "?layout=objects")).isProblem("limits.answer", "")
            #expect(try await service.send(.get, path + "?layout=columns").status == 200)
        }
    }

    @Test(arguments: [
        ("events", #"{"events":[{"type":"wheel","time":0,"x":400,"y":200,"deltaX":0,"deltaY":-1}]}"#),
        ("commands", #"{"command":"zoomExtents"}"#),
    ])
    func `a change whose answer is too long changes nothing`(path: String, body: String) async throws {
        try await Service.run(["limits.answerBytes": "64KiB"]) { service in
            try await importRows(service)
            let opened = try await service.open(body: #"{"surfaces":[{"dataset":"long","window":{"method":"none"}}]}"#)
            let before = try await opened.state()
            let target = "/v1/sessions/\(opened.id)/surfaces/main/\(path)"
            let refused = try await service.send(.post, target + "?window=full&layout=objects", body)
            refused.isProblem("limits.answer", "\(refused.text.prefix(300))")
            #expect(try await opened.state() == before)
            #expect(try await service.send(.post, target + "?window=full&layout=columns", body).status == 200)
        }
    }

    @Test func `a batch whose explanation is too long is refused`() async throws {
        try await Service.run(["limits.answerBytes": "64KiB"]) { service in
            try await service.importLine()
            let opened = try await service.open()
            let before = try await opened.state()
            let events = (0..<1_000).map {
                #"{"type":"wheel","time":\#($0),"x":-9,"y":9,"deltaX":0,"deltaY":1}"#
            }.joined(separator: ",")
            let refused = try await opened.post(events, query: "?explain=true&window=none")
            refused.isProblem("limits.answer", "\(refused.text.prefix(300))")
            #expect(try await opened.state() == before)
            #expect(try await opened.post(events, query: "?window=none").status == 200)
        }
    }

    @Test func `a viewer gets a state without rows when it is too long with them`() throws {
        let table = try Table(
            xName: "t", xKind: .number, x: [0, 1], columns: [(name: "v", values: [3, 4])])
        let chart = Chart(
            id: "main", size: ChartSize(width: 400, height: 200),
            xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions())],
            yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())],
            series: [Series(id: "v", column: 0, xAxis: "x", yAxis: "y", name: "v")], table: table)
        let session = Session(
            id: "s", timeZone: "UTC", idleTimeout: 60_000,
            surfaces: [SessionSurface(surface: Surface(chart: chart), dataset: "line")])
        let whole = SurfaceStreamFormat(view: SurfaceView()).state(of: session, expiresAt: 0)
        let brief = SurfaceStreamFormat(view: SurfaceView(answerBytes: whole.count - 1)).state(
            of: session, expiresAt: 0)
        let bare = SurfaceStreamFormat(view: SurfaceView(window: .none)).state(of: session, expiresAt: 0)
        #expect(brief == bare)
        #expect(brief.count < whole.count)
    }
}
