import Foundation
import Testing

@testable import ChartSurfaceClient

/// The address of a running server.
///
/// Without it these tests do not run.
private let address = ProcessInfo.processInfo.environment["CHART_SURFACE_URL"].flatMap(URL.init(string:))

@Suite(.enabled(if: address != nil), .serialized) struct RunningServerTests {
    private let server = ChartServer(address ?? URL(fileURLWithPath: "/"))
    private let specification: JSONValue = [
        "dataset": "swift-users", "modifiers": [["type": "pinchZoom", "direction": "x"]],
    ]

    private func withSession(_ body: (ChartSession) async throws -> Void) async throws {
        try await server.putDataset(
            "swift-users", csv: "date,active\n2024-10-15,613\n2024-10-16,614\n2024-10-17,617\n2024-10-18,621\n")
        let session = try await server.createSession(specification)
        do { try await body(session) } catch {
            try? await session.end()
            throw error
        }
        try? await session.end()
    }

    private var spread: [InputEvent] {
        [
            .touch(.began, at: 0, [Touch(id: 1, x: 300, y: 200), Touch(id: 2, x: 500, y: 200)]),
            .touch(.moved, at: 16, [Touch(id: 1, x: 200, y: 200), Touch(id: 2, x: 600, y: 200)]),
            .touch(.ended, at: 32, [Touch(id: 1, x: 200, y: 200), Touch(id: 2, x: 600, y: 200)]),
        ]
    }

    @Test func `two fingers that spread zoom by two, and undo takes it back`() async throws {
        try await withSession { session in
            let whole = try #require(try await session.surface().xAxes[0].visibleRange)
            let update = try await session.send(spread, query: ["ticks": "false"])
            let zoomed = try #require(update.surfaces[0].xAxes[0].visibleRange)
            #expect((zoomed[1] - zoomed[0]) * 2 == whole[1] - whole[0])
            #expect(update.history?.undo == 1)
            let back = try await session.command("undo", query: ["window": "none"])
            #expect(back.surfaces[0].xAxes[0].visibleRange == whole)
        }
    }

    @Test func `a window has the rows in view as columns`() async throws {
        try await withSession { session in
            let window = try #require(try await session.window())
            #expect(window.rows["active"] == [613, 614, 617, 621] && window.exact)
            #expect(window.rows["x"]?.count == 4)
        }
    }

    @Test func `a scene draws the series, and its colours are in the palette`() async throws {
        try await withSession { session in
            let scene = try #require(try await session.scene())
            let series = try #require(scene.layers.first { $0.role == "series" })
            guard case .path(let path) = series.items[0] else {
                Issue.record("the series is no path")
                return
            }
            #expect(path.steps.count == 4)
            let palette = try await server.palette()
            #expect(palette.light[path.stroke ?? ""] != nil)
            let picture = try await session.picture()
            #expect(String(decoding: picture, as: UTF8.self).hasPrefix("<svg"))
        }
    }

    @Test func `a stream tells the state, each change and the end`() async throws {
        try await withSession { session in
            var kinds: [StreamEvent.Kind] = []
            for try await event in session.events(query: ["window": "none", "scene": "auto"]) {
                kinds.append(event.kind)
                switch event.kind {
                case .state: _ = try await session.send(spread)
                case .update:
                    #expect(try event.update().revision == 1)
                    #expect(event.id == "1")
                    try await session.end()
                case .data, .end: break
                }
            }
            #expect(kinds == [.state, .update, .end])
        }
    }

    @Test func `a stream goes on behind an id`() async throws {
        try await withSession { session in
            _ = try await session.send(spread)
            var events = session.events(after: "0", query: ["window": "none"]).makeAsyncIterator()
            let event = try #require(try await events.next())
            #expect(event.kind == .update && event.id == "1")
        }
    }

    @Test func `batches of several tasks go one after the other`() async throws {
        try await withSession { session in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        try await session.send([.hover(.moved, at: 1, Point(x: Double(index), y: 5))]).revision
                    }
                }
                let revisions = try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                #expect(!revisions.isEmpty)
            }
        }
    }

    @Test func `a refusal has its code and its place`() async throws {
        try await withSession { session in
            let problem = await #expect(throws: Problem.self) {
                _ = try await session.patch(["axes", "x"], ["visibleRange": ["left", 2]])
            }
            #expect(problem?.status == 422)
            #expect(problem?.pointer == "/visibleRange/0" || problem?.pointer == "/visibleRange")
            #expect(problem?.code == "body.invalid-value")
        }
        let problem = await #expect(throws: Problem.self) { _ = try await server.join("unknown", token: nil) }
        #expect(problem?.code == "session.unknown")
    }
}
