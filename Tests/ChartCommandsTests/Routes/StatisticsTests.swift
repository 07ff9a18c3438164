import CoreTestSupport
import HTTPTypes
import Testing

@testable import SessionTestSupport

/// The statistics of datasets and surfaces.
@Suite struct StatisticsTests {
    private static let path = "/v1/datasets/line/statistics"

    @Test func `of a dataset they are of all rows and columns, or of those that are asked for`() async throws {
        try await Service.run { service in
            let rows = "t,a,b\n0,4,1\n1,,2\n3,-2,3\n4,6,\n"
            #expect(try await service.send(.put, "/v1/datasets/line", rows, type: "text/csv").status == 201)
            let whole = try await service.send(.get, Self.path)
            #expect(
                whole.text == #"{"from":0,"to":4,"series":["#
                    + #"{"id":"a","name":"a","count":3,"missing":1,"sum":8,"mean":2.6666666666666665,"deviation":4.163331998932265,"#
                    + #""minimum":{"x":3,"value":-2},"maximum":{"x":4,"value":6},"first":{"x":0,"value":4},"last":{"x":4,"value":6},"#
                    + #""change":2,"percent":50,"integral":5},"#
                    + #"{"id":"b","name":"b","count":3,"missing":1,"sum":6,"mean":2,"deviation":1,"#
                    + #""minimum":{"x":0,"value":1},"maximum":{"x":3,"value":3},"first":{"x":0,"value":1},"last":{"x":3,"value":3},"#
                    + #""change":2,"percent":200,"integral":6.5}]}"#)
            let part = try await service.send(.get, Self.path + "?from=1&to=3&columns=a")
            #expect(part.count("series") == 1 && part.integer("series/0/count") == 1)
            #expect(part.integer("series/0/integral") == 0 && part.integer("from") == 1 && part.integer("to") == 3)
            let none = try await service.send(.get, Self.path + "?from=1.5&to=2.5&columns=b")
            #expect(
                none.text
                    == #"{"from":1.5,"to":2.5,"series":[{"id":"b","name":"b","count":0,"missing":0,"sum":0,"mean":null,"#
                    + #""deviation":null,"minimum":null,"maximum":null,"first":null,"last":null,"change":null,"percent":null,"#
                    + #""integral":null}]}"#)
            #expect(try await service.send(.get, Self.path + "?from=9").integer("series/0/count") == nil)
            try await service.send(.get, "/v1/datasets/none/statistics").isProblem("dataset.unknown")
            #expect(try await service.send(.put, "/v1/datasets/empty", "t,a\n", type: "text/csv").status == 201)
            let empty = try await service.send(.get, "/v1/datasets/empty/statistics")
            #expect(empty.status == 200 && empty.text.hasPrefix(#"{"from":null,"to":null,"series":[{"id":"a""#))
        }
    }

    @Test func `of a surface they are of its visible series and its window, or of a range`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let series = #"[{"y":"v","id":"one"},{"y":"v","id":"two","visible":false}]"#
            let session = try await service.open(
                #""dataset":"line","xAxes":[{"id":"x","visibleRange":[10,20]}],"series":"# + series)
            let path = session.surface + "/statistics"
            let window = try await service.send(.get, path)
            #expect(window.count("series") == 1 && window.string("series/0/id") == "one", "\(window.text)")
            #expect(window.integer("from") == 10 && window.integer("series/0/sum") == (10...20).reduce(0, +))
            let range = try await service.send(.get, path + "?from=90")
            range.isProblem("query.invalid", "the end is that of the window")
            #expect(try await service.send(.get, path + "?to=12").integer("series/0/count") == 3)
            #expect(try await service.send(.get, path + "?from=30&to=33").integer("series/0/count") == 4)
            #expect(try await service.send(.get, path + "?view.x=50,51").integer("series/0/sum") == 101)
            try await service.send(.get, path + "?columns=v").isProblem("query.unknown")
            try await service.send(.get, session.path + "/surfaces/none/statistics").isProblem("surface.unknown")
        }
    }

    @Test(arguments: ["columns=none", "from=5&to=4", "timeZone=Mars", "from=noon"])
    func `a query that cannot be met is refused`(query: String) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await service.send(.get, Self.path + "?" + query).isProblem("query.invalid")
        }
    }

    @Test func `late rows, replaced ones and dropped ones count as they are there`() async throws {
        try await Service.run { service in
            let lines = (0..<20_000).map { "\($0),1\n" }.joined()
            let made = try await service.send(
                .put, "/v1/datasets/line?key=x&late=merge", "t,v\n" + lines, type: "text/csv")
            #expect(made.status == 201)
            func sum() async throws -> Int? { try await service.send(.get, Self.path).integer("series/0/sum") }
            #expect(try await sum() == 20_000)
            let late = "t,v\n9000,5\n9000.5,7\n20000,2\n"
            try await service.send(.post, "/v1/datasets/line/rows", late, type: "text/csv")
            #expect(try await sum() == 20_000 + 4 + 7 + 2)
            try await service.send(.delete, "/v1/datasets/line/rows?from=0&to=99")
            #expect(try await sum() == 19_913)
            try await service.send(.patch, "/v1/datasets/line", #"{"retain":{"rows":10000}}"#)
            let left = try await service.send(.get, Self.path)
            #expect(left.integer("series/0/sum") == (left.integer("series/0/count") ?? 0) + 1, "the last row has 2")
        }
    }
}
