import HTTPTypes
import StoreTestSupport
import Testing

/// Numbered batches, and several clients of one session.
@Suite struct SequenceTests {
    private static func withSession(_ body: @escaping @Sendable (OpenSession) async throws -> Void) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await body(try await service.open())
        }
    }

    private static func numbered(_ sequence: Int, by client: String = "tab") -> String {
        #""client":"\#(client)","sequence":\#(sequence),"#
    }

    @Test func `a repeated batch gets the same answer and is not applied again`() async throws {
        try await Self.withSession { session in
            let wheel = TouchEvents.wheel(1, deltaY: -100)
            let first = try await session.post(wheel, query: "?window=full", numbered: Self.numbered(1))
            let state = try await session.state()
            for _ in 0..<2 {
                let again = try await session.post(wheel, query: "?window=full", numbered: Self.numbered(1))
                #expect(again.status == 200)
                #expect(again.text == first.text.replacing(#""duplicate":false"#, with: #""duplicate":true"#))
                #expect(again.text != first.text)
                #expect(try await session.state() == state)
            }
            let next = try await session.post(TouchEvents.tick(2), numbered: Self.numbered(2))
            #expect(next.integer("revision") == 2 && next["duplicate"] as? Bool == false)
        }
    }

    @Test func `the problem of a gap, a stale or a reused number names the expected one`() async throws {
        try await Self.withSession { session in
            try await session.service.send(.post, "\(session.path)/surfaces", #"{"id":"b"}"#)
            for sequence in 1...3 {
                try await session.post(TouchEvents.tick(Double(sequence)), numbered: Self.numbered(sequence))
            }
            let body = { (sequence: Int, time: Int) in
                #"{\#(Self.numbered(sequence))"events":[{"type":"tick","time":\#(time).0}]}"#
            }
            try await session.refuses([
                .batch("gap", body(5, 9), "batch.sequence-gap", "/sequence"),
                .batch("stale", body(2, 9), "batch.sequence-stale", "/sequence"),
                .batch("reused", body(3, 9), "batch.sequence-reused", "/sequence"),
                .call("other surface", .post, "/surfaces/b/events", body(3, 3), "batch.sequence-reused", "/sequence"),
                .batch("refused for its time", body(4, 0), "batch.time-reversed", "/events/0/time"),
            ])
            let gap = try await session.post(TouchEvents.tick(9), numbered: Self.numbered(5))
            #expect(gap.status == 409 && gap.integer("expectedSequence") == 4)
            let next = try await session.post(TouchEvents.tick(9), numbered: Self.numbered(4))
            #expect(next.status == 200, "a refused batch has not used its number")
            let other = try await session.post(TouchEvents.tick(1), numbered: Self.numbered(1, by: "other"))
            #expect(other.status == 200, "each client counts for itself")
        }
    }

    @Test func `one client drives at a time`() async throws {
        try await Self.withSession { session in
            try await session.post(TouchEvents.dragRight[0], numbered: Self.numbered(1))
            try await session.refuses([
                .events("nameless", TouchEvents.tick(1), "session.driver-busy", nil),
                .batch(
                    "named", #"{\#(Self.numbered(1, by: "other"))"events":[\#(TouchEvents.tick(1))]}"#,
                    "session.driver-busy"),
            ])
            #expect(try await session.patchAxis("x", #"{"visibleRange":[20,60]}"#).status == 200)
            #expect(try await session.command("zoomExtentsY").status == 200)
            let panned = try await session.post(
                TouchEvents.dragRight[1...].joined(separator: ","), numbered: Self.numbered(2))
            #expect(panned.xRange == [16, 56], "the gesture goes on from the new ranges")
            let other = try await session.post(TouchEvents.tick(1), numbered: Self.numbered(1, by: "other"))
            #expect(other.status == 200, "the touch is up: \(other.text)")
        }
    }

    @Test func `a silent driver is cancelled`() async throws {
        try await Service.run(["session.gestureTimeout": "500ms"]) { service in
            try await service.importLine()
            let session = try await service.open()
            try await session.post(TouchEvents.dragRight[..<3].joined(separator: ","), numbered: Self.numbered(1))
            service.clock.advance(byMilliseconds: 500)
            let early = try await session.post(TouchEvents.tick(1), numbered: Self.numbered(1, by: "other"))
            early.isProblem("session.driver-busy", "\(early.text)")
            service.clock.advance(byMilliseconds: 1)
            let other = try await session.post(TouchEvents.tick(1), numbered: Self.numbered(1, by: "other"))
            #expect(other.status == 200, "\(other.text)")
            #expect(other.integer("revision") == 3 && other.count("surfaces/0/gestures") == 0)
        }
    }

    @Test func `batches beyond the rate are refused`() async throws {
        try await Service.run(["limits.batchesPerSecond": "2"]) { service in
            try await service.importLine()
            let session = try await service.open()
            for second in 0..<3 {
                for _ in 0..<2 {
                    #expect(try await session.post(TouchEvents.tick(Double(second))).status == 200)
                }
                let reply = try await session.post(TouchEvents.tick(Double(second)))
                reply.isProblem("limits.rate")
                #expect(reply.status == 429 && reply.headers[.retryAfter] == "1")
                service.clock.advance(byMilliseconds: 1_000)
            }
            let state = try await service.send(.get, session.path)
            #expect(state.integer("revision") == 6)
        }
    }
}
