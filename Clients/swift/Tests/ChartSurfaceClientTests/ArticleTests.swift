import ChartSurfaceClient
import Foundation
import Testing

/// The address of a running server.
private let server = ProcessInfo.processInfo.environment["CHART_SURFACE_URL"].flatMap(URL.init(string:))

/// The code of the article "A chart from Swift", except for its view.
@Suite(.enabled(if: server != nil)) struct ArticleTests {
    @Test func `the article's program moves a chart, follows it and tells a refusal`() async throws {
        let address = try #require(server)
        do {
            let server = ChartServer(address)
            try await server.putDataset("users", csv: "date,active\n2024-10-15,613\n2024-10-16,614\n2024-10-17,617\n")
            let session = try await server.createSession(["dataset": "users", "modifiers": "dashboard"])
            let update = try await session.send([
                .touch(.began, at: 0, [Touch(id: 1, x: 300, y: 200), Touch(id: 2, x: 500, y: 200)]),
                .touch(.moved, at: 16, [Touch(id: 1, x: 200, y: 200), Touch(id: 2, x: 600, y: 200)]),
                .touch(.ended, at: 32, [Touch(id: 1, x: 200, y: 200), Touch(id: 2, x: 600, y: 200)]),
            ])
            let range = update.surfaces[0].xAxes[0].visibleRange
            let active = update.surfaces[0].window?.rows["active"]
            #expect(range == [1_728_993_600_000, 1_729_080_000_000])
            #expect(active == [614])
            do {
                _ = try await session.patch(["axes", "x"], ["visibleRange": ["left", 2]])
            } catch let problem as Problem {
                print(problem.code, problem.pointer ?? "", problem.detail)
            }
            try await session.end()
            await #expect(throws: Problem.self) {
                for try await event in session.events(query: ["window": "none"]) {
                    switch event.kind {
                    case .state, .update, .data: print(try event.update().revision)
                    case .end: print("the session has ended")
                    }
                }
            }
        }
    }
}
