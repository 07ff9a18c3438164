import HTTPTypes
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// Datasets that are created without rows, to be appended to.
@Suite struct EmptyDatasetTests {
    private static func append(_ rows: String, to name: String, on service: Service) async throws -> Reply {
        try await service.send(.post, "/v1/datasets/\(name)/rows", rows, type: "text/csv")
    }

    @Test(arguments: [
        ("text/csv", "t,v\n"), ("text/csv", "t,v"), ("application/json", #"{"columns":["t","v"],"rows":[]}"#),
    ])
    func `a dataset without rows exists, shows none, and accepts rows`(type: String, body: String) async throws {
        try await Service.run { service in
            let made = try await service.send(.put, "/v1/datasets/live", body, type: type)
            #expect(made.status == 201 && made.integer("rows") == 0, "\(made.text)")
            #expect(made.string("xKind") == "number" && made["extent"] == nil)
            let window = try await service.send(.get, "/v1/datasets/live/window")
            #expect(window.status == 200 && window.count("rows") == 0, "\(window.text)")
            let session = try await service.open(#""dataset":"live""#)
            #expect(try await service.send(.get, session.surface).numbers("xAxes/0/visibleRange") == [0, 1])
            let grown = try await Self.append("v,t\n5,10\n6,20\n", to: "live", on: service)
            #expect(grown.status == 200 && grown.integer("rows") == 2 && grown.integer("version") == 2, "\(grown.text)")
            let state = try await service.send(.get, session.surface)
            #expect(state.numbers("xAxes/0/visibleRange") == [10, 20] && state.count("window/rows") == 2)
            #expect(try await Self.append("t,v\n30,7\n", to: "live", on: service).integer("rows") == 3)
        }
    }

    @Test(arguments: ["sqlite", "memory"])
    func `the first rows decide the kind of x, and an earlier log can be replayed`(store: String) async throws {
        try await Service.run(["store.kind": store]) { service in
            try await service.send(.put, "/v1/datasets/live", "date,v\n", type: "text/csv")
            let session = try await service.open(#""dataset":"live""#)
            try await session.post(TouchEvents.tick(1))
            let dates = try await Self.append("date,v\n2024-01-01,1\n2024-01-02,2\n", to: "live", on: service)
            #expect(dates.string("xKind") == "date", "\(dates.text)")
            let state = try await service.send(.get, session.surface)
            #expect(
                state.string("xAxes/0/type") == "date"
                    && state.numbers("xAxes/0/visibleRange") == [1_704_067_200_000, 1_704_153_600_000])
            try await session.post(TouchEvents.tick(2))
            #expect(try await Self.append("date,v\n5,1\n", to: "live", on: service).status == 422)
            let log = try await service.send(.get, "\(session.path)/log")
            let replay = try await service.send(.post, "/v1/replays", log.text, type: "application/x-ndjson")
            #expect(replay.status == 200 && replay["firstDifference"] == nil, "\(replay.text)")
        }
    }

    @Test func `xKind without rows is refused`() async throws {
        try await Service.run { service in
            let made = try await service.send(.put, "/v1/datasets/live?xKind=date", "t,v\n", type: "text/csv")
            made.isProblem("dataset.empty")
            #expect(try await service.send(.get, "/v1/datasets/live").status == 404)
        }
    }
}
