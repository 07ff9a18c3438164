import HTTPTypes
import Testing

@testable import SessionTestSupport

/// Ranges in the query that are looked at and change nothing.
@Suite struct ViewedRangesTests {
    private static let linked =
        #"{"surfaces":[{"id":"main","dataset":"line","modifiers":[{"type":"mouseWheelZoom"},{"type":"zoomPan"}]},{"id":"other","dataset":"line"}],"links":[{"axes":["main/x","other/x"],"kind":"same"}]}"#

    /// An answer without what a change alone counts.
    private static func plain(_ text: String) -> String {
        text.replacing(#/"revision":\d+|"zoomState":"\w+"/#, with: "")
    }

    @Test func `a surface is answered as after a PATCH of the ranges, and nothing changes`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(body: Self.linked)
            let before = try await session.state()
            let seen = try await service.send(.get, session.surface + "?view.x=20,60&view.y=-5,50.5")
            #expect(seen.status == 200, "\(seen.text.prefix(300))")
            #expect(seen.text.contains(#""visibleRange":[20,60]"#) && seen.text.contains(#""visibleRange":[-5,50.5]"#))
            #expect(seen.integer("revision") == 0 && seen.headers[.eTag] == nil)
            let description = try await service.send(.get, session.surface + "/description?view.x=20,60&view.y=-5,50.5")
            let picture = try await service.send(.get, session.surface + "/image.svg?view.x=20,60&view.y=-5,50.5")
            let rows = try await service.send(.get, session.surface + "/rows?view.x=20,60&view.y=-5,50.5")
            #expect(try await session.state() == before)

            for (axis, range) in [("x", "[20,60]"), ("y", "[-5,50.5]")] {
                let patched = try await service.send(
                    .patch, session.surface + "/axes/\(axis)", #"{"visibleRange":\#(range)}"#)
                #expect(patched.status == 200)
            }
            let after = try await service.send(.get, session.surface)
            #expect(Self.plain(after.text) == Self.plain(seen.text))
            #expect(try await service.send(.get, session.surface + "/image.svg").text == picture.text)
            #expect(try await service.send(.get, session.surface + "/rows").text == rows.text)
            let described = try await service.send(.get, session.surface + "/description")
            #expect(described.text == description.text && described.text.contains("20"))
        }
    }

    @Test func `a dry run stands on the ranges, and another change refuses them`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(body: Self.linked)
            let before = try await session.state()
            let wheel =
                #"{"events":[{"type":"wheel","time":1000,"x":400,"y":100,"deltaX":0,"deltaY":-500,"deltaMode":"pixel"}]}"#
            let events = session.surface + "/events?window=none&ticks=false&view.x=20,60"
            let tried = try await service.send(.post, events + "&dryRun=true", wheel)
            #expect(tried.text.contains(#""visibleRange":[30,50]"#), "\(tried.text.prefix(600))")
            #expect(tried.integer("revision") == 1)
            let refused = try await service.send(.post, events, wheel)
            refused.isProblem("query.invalid")
            #expect(try await session.state() == before)
        }
    }

    @Test(arguments: [
        "view.x=20", "view.x=20,60,80", "view.x=", "view.x=a,b", "view.x=60,20", "view.x=nan,inf", "view.z=1,2",
        "view.=1,2", "view.x=1,2&view.x=3,4",
    ])
    func `a text that is no range of an axis is refused`(query: String) async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(body: Self.linked)
            for path in ["", "/rows", "/description", "/image.svg"] {
                let answer = try await service.send(.get, session.surface + path + "?" + query)
                answer.isProblem("query.invalid", "\(path) \(query): \(answer.text.prefix(300))")
            }
            let elsewhere = try await service.send(.get, session.path + "?view.x=1,2")
            elsewhere.isProblem("query.unknown")
        }
    }

    @Test func `dates are read as an axis reads them`() async throws {
        try await Service.run { service in
            let rows = "day,v\n2024-10-15,1\n2024-10-16,2\n2024-10-17,3\n2024-10-18,4\n"
            #expect(try await service.send(.put, "/v1/datasets/days", rows, type: "text/csv").status == 201)
            let session = try await service.open(#""dataset":"days""#)
            let seen = try await service.send(.get, session.surface + "/rows?view.x=2024-10-16,2024-10-17T12:00Z")
            #expect(seen.text.split(separator: "\n").count == 3, "\(seen.text)")
        }
    }
}
