import ChartSessions
import StoreTestSupport
import Testing

@testable import SessionTestSupport

/// Numbered batches, and several clients of one session.
@Suite struct SequenceTests {
    private static func numbered(_ sequence: Int, by client: String = "tab") -> String {
        #""client":"\#(client)","sequence":\#(sequence),"#
    }

    @Test func `a repeated batch gets the same answer and is not applied again`() async throws {
        let session = try await SessionHost().openLine()
        let wheel = TouchEvents.wheel(1, deltaY: -100)
        let first = try await session.post(wheel, query: "window=full", numbered: Self.numbered(1))
        let state = try await session.state()
        for _ in 0..<2 {
            let again = try await session.post(wheel, query: "window=full", numbered: Self.numbered(1))
            #expect(again.status == 200)
            #expect(again.text == first.text.replacing(#""duplicate":false"#, with: #""duplicate":true"#))
            #expect(again.text != first.text)
            #expect(try await session.state() == state)
        }
        let next = try await session.post(TouchEvents.tick(2), numbered: Self.numbered(2))
        #expect(next.integer("revision") == 2 && next["duplicate"] as? Bool == false)
    }

    @Test func `the problem of a gap, a stale or a reused number names the expected one`() async throws {
        let session = try await SessionHost().openLine()
        try await session.change(.createSurface, #"{"id":"b"}"#)
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
            .batch("other surface", body(3, 3), "batch.sequence-reused", "/sequence", on: "b"),
            .batch("refused for its time", body(4, 0), "batch.time-reversed", "/events/0/time"),
        ])
        let gap = try await session.post(TouchEvents.tick(9), numbered: Self.numbered(5))
        #expect(gap.status == 409 && gap.integer("expectedSequence") == 4)
        let next = try await session.post(TouchEvents.tick(9), numbered: Self.numbered(4))
        #expect(next.status == 200, "a refused batch has not used its number")
        let other = try await session.post(TouchEvents.tick(1), numbered: Self.numbered(1, by: "other"))
        #expect(other.status == 200, "each client counts for itself")
    }

    @Test func `one client drives at a time`() async throws {
        let session = try await SessionHost().openLine()
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

    @Test func `a silent driver is cancelled`() async throws {
        let host = SessionHost(gestureTimeout: 500)
        try await host.putLine()
        let session = try await host.open()
        try await session.post(TouchEvents.dragRight[..<3].joined(separator: ","), numbered: Self.numbered(1))
        host.clock.advance(byMilliseconds: 500)
        let early = try await session.post(TouchEvents.tick(1), numbered: Self.numbered(1, by: "other"))
        early.expectProblem("session.driver-busy", "\(early.text)")
        host.clock.advance(byMilliseconds: 1)
        let other = try await session.post(TouchEvents.tick(1), numbered: Self.numbered(1, by: "other"))
        #expect(other.status == 200, "\(other.text)")
        #expect(other.integer("revision") == 3 && other.count("surfaces/0/gestures") == 0)
    }
}
