import Foundation
import HTTPTypes
import StoreTestSupport
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// A client looks at a surface at a size of its own, and says at which size its events were made.
@Suite struct OwnSizeTests {
    private static let surface = #"""
        "dataset":"line","size":{"width":800,"height":400},"modifiers":[{"type":"zoomPan"},{"type":"pinchZoom"},\#
        {"type":"cursor"},{"type":"tooltip"}],"window":{"method":"m4"}
        """#

    private static func withSession(_ body: @escaping @Sendable (OpenSession) async throws -> Void) async throws {
        try await Service.run { service in
            try await service.importLine(through: 5_000)
            try await body(try await Self.open(on: service))
        }
    }

    private static func open(on service: Service) async throws -> OpenSession {
        let session = try await service.open(Self.surface)
        #expect(try await session.patchAxis("x", #"{"visibleRange":[1000,2000]}"#).status == 200)
        return session
    }

    private static func look(_ session: OpenSession, _ query: String) async throws -> Reply {
        try await session.service.send(.get, "\(session.surface)?\(query)")
    }

    @Test func `an answer has the window and the scene of the size that it is asked for`() async throws {
        try await Self.withSession { session in
            let own = try await Self.look(session, "width=100&height=60&scene=full&window=full")
            #expect(try await session.patchSize(100, 60).status == 200)
            let resized = try await Self.look(session, "scene=full&window=full")
            for part in ["window", "scene", "xAxes", "yAxes"] {
                #expect(own.json(part) == resized.json(part), "\(part)")
            }
            #expect(own.double("size/width") == 800 && own.double("size/height") == 400)
            #expect(own.headers[.eTag] == nil && own.integer("revision") == 1)
        }
    }

    @Test func `both sides must be given, in bounds, and a further surface by both`() async throws {
        try await Self.withSession { session in
            for query in [
                "width=100", "height=100", "width=0&height=10", "width=100&height=100001", "width=a&height=1",
                "size.main=100", "size.main=10x", "size.main=10x20x30", "size.main=0x10", "size.main=",
            ] {
                try await Self.look(session, query).isProblem("query.invalid")
            }
            for query in ["size.main=100x60", "size.other=100x60"] {
                #expect(try await Self.look(session, query).status == 200)
            }
        }
    }

    @Test func `rows come with auto where those of this size have changed`() async throws {
        try await Self.withSession { session in
            let drag = TouchEvents.dragRight.joined(separator: ",")
            let moved = try await session.post(drag, query: "?width=100&height=60")
            #expect(moved.has("surfaces/0/window"))
            let rested = try await session.post(TouchEvents.tick(9_000), query: "?width=100&height=60")
            #expect(!rested.has("surfaces/0/window"))
            let other = try await session.post(TouchEvents.tick(9_001))
            #expect(other.has("surfaces/0/window"), "no answer has had the rows at the surface's size")
        }
    }

    @Test func `a drag in another frame moves by its own points, and brings the surface to its size`() async throws {
        try await Self.withSession { session in
            let half = [
                TouchEvents.touch("began", 1_000, (1, 200, 100)), TouchEvents.touch("moved", 1_016, (1, 220, 100)),
                TouchEvents.touch("moved", 1_032, (1, 240, 100)), TouchEvents.touch("ended", 1_048, (1, 240, 100)),
            ]
            let reply = try await session.post(
                half.joined(separator: ","), numbered: #""frame":{"width":400,"height":200},"#)
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply.double("surfaces/0/size/width") == 400 && reply.double("surfaces/0/size/height") == 200)
            #expect(reply.integer("history/undo") == 2)
            let other = try await Self.open(on: session.service)
            #expect(try await other.patchSize(400, 200).status == 200)
            let same = try await other.post(half.joined(separator: ","))
            #expect(reply.xRange == same.xRange && same.has("surfaces/0/size") == false)
            let next = try await session.post(
                TouchEvents.tick(9_000), numbered: #""frame":{"width":400,"height":200},"#)
            #expect(!next.has("surfaces/0/size"), "the size has not changed")
            #expect(try await session.command("undo").integer("history/undo") == 1)
            #expect(try await Self.look(session, "").double("size/width") == 400, "the size is no entry")
        }
    }

    @Test func `touches that are down go on in another frame`() async throws {
        try await Self.withSession { session in
            try await session.post(TouchEvents.dragRight[..<3].joined(separator: ","))
            let before = try await Self.look(session, "window=none").numbers("xAxes/0/visibleRange")
            let frame = #""frame":{"width":400,"height":200},"#
            let anchored = try await session.post(TouchEvents.touch("moved", 1_100, (1, 300, 100)), numbered: frame)
            #expect(anchored.xRange == before, "the first event says where the finger is")
            let moved = try await session.post(TouchEvents.touch("moved", 1_116, (1, 340, 100)), numbered: frame)
            let (low, high) = (try #require(before?.first), try #require(moved.xRange?.first))
            #expect((low - high - 100).magnitude < 1e-6, "a tenth of 400 points: \(low) \(high)")
        }
    }

    @Test func `a pointer reads the value under it at each size`() async throws {
        try await Self.withSession { session in
            let hover = #"{"type":"hover","phase":"moved","time":1,"x":97.5,"y":30}"#
            let small = try await session.post(hover, numbered: #""frame":{"width":390,"height":300},"#)
            #expect(small.status == 200 && !small.has("surfaces/0/size"), "\(small.text)")
            let x = try #require(small.double("surfaces/0/overlays/0/items/0/x"), "\(small.text)")
            #expect((x - 1_250).magnitude < 1)
            let wide = try await Self.look(session, "window=none")
            #expect(wide.double("size/width") == 800)
            #expect(wide.double("overlays/0/items/0/x") == x)
            let point = try #require(wide.double("overlays/0/items/0/point/x"))
            let own = try #require(small.double("surfaces/0/overlays/0/items/0/point/x"))
            #expect((point / 800 - own / 390).magnitude < 1e-9)
        }
    }

    @Test func `a frame out of bounds is refused where it stands`() async throws {
        try await Self.withSession { session in
            for (frame, pointer, code) in [
                (#""frame":{"width":0,"height":10}"#, "/frame/width", "body.invalid-value"),
                (#""frame":{"width":10,"height":100001}"#, "/frame/height", "body.invalid-value"),
                (#""frame":{"width":10}"#, "/frame/height", "body.missing-property"),
                (#""frame":{"width":10,"height":10,"depth":1}"#, "/frame/depth", "body.unknown-property"),
                (#""frame":7"#, "/frame", "body.invalid-value"),
                (#""frames":{"b":{"width":0,"height":10}}"#, "/frames/b/width", "body.invalid-value"),
            ] {
                let reply = try await session.post(TouchEvents.tick(1), numbered: frame + ",")
                reply.isProblem(code)
                #expect(reply.string("pointer") == pointer, "\(reply.text)")
            }
        }
    }

    @Test func `other surfaces of the page take their sizes in the same revision`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(
                body: #"{"surfaces":[{"dataset":"line"},{"id":"b","dataset":"line"}]}"#)
            let frames =
                #""frame":{"width":400,"height":200},"frames":{"b":{"width":300,"height":90},"c":{"width":5,"height":5}},"#
            let reply = try await session.post(TouchEvents.wheel(1, x: 200, y: 100, deltaY: -100), numbered: frames)
            #expect(reply.status == 200 && reply.integer("revision") == 1, "\(reply.text)")
            let b = try await service.send(.get, "\(session.path)/surfaces/b")
            #expect(b.double("size/width") == 300 && b.double("size/height") == 90 && b.integer("revision") == 1)
            let log = try await service.send(.get, "\(session.path)/log").text
            let replay = try await service.send(.post, "/v1/replays", log, type: "application/x-ndjson")
            #expect(replay.status == 200 && replay["firstDifference"] == nil, "\(replay.text)")
        }
    }
}

extension OpenSession {
    fileprivate func patchSize(_ width: Int, _ height: Int) async throws -> Reply {
        try await service.send(.patch, surface, #"{"size":{"width":\#(width),"height":\#(height)}}"#)
    }
}

extension Reply {
    fileprivate func has(_ path: String) -> Bool { self[path] != nil }

    fileprivate func double(_ path: String) -> Double? { (self[path] as? NSNumber)?.doubleValue }

    /// A part of the answer as text, its members in the order of their names.
    fileprivate func json(_ path: String) -> String? {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
        let data = self[path].flatMap { try? JSONSerialization.data(withJSONObject: $0, options: options) }
        return data.map { String(decoding: $0, as: UTF8.self) }
    }
}
