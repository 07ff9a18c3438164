import Foundation
import Testing

@testable import ChartSessions
@testable import SessionTestSupport

/// The limits of specifications, which bound the cost of each event.
@Suite struct SpecificationLimitTests {
    /// Surfaces with so many x axes, and links over all of these.
    private static func linked(surfaces: Int, axes: Int, links: Int, members: Int) -> String {
        let list = (0..<axes).map { #"{"id":"x\#($0)"}"# }.joined(separator: ",")
        let made = (0..<surfaces).map { #"{"id":"s\#($0)","dataset":"line","xAxes":[\#(list)]}"# }
        let names = (0..<surfaces).flatMap { surface in (0..<axes).map { "\"s\(surface)/x\($0)\"" } }
        let link = #"{"kind":"same","axes":[\#(names.prefix(members).joined(separator: ","))]}"#
        return
            #"{"surfaces":[\#(made.joined(separator: ","))],"links":[\#(Array(repeating: link, count: links).joined(separator: ","))]}"#
    }

    @Test func `links and their members are limited over the whole session`() async throws {
        let host = SessionHost(limits: { ($0.links, $0.linkMembers) = (3, 20) })
        try await host.putLine()
        for (links, members, code) in [
            (4, 2, "limits.links"), (3, 7, "limits.link-members"), (1, 21, "limits.link-members"),
        ] {
            let body = Self.linked(surfaces: 2, axes: 16, links: links, members: members)
            let reply = try await host.create(body)
            reply.expectProblem(code, "\(reply.text)")
            #expect(reply.pointer?.hasPrefix("/links") == true)
        }
        _ = try await host.open(body: Self.linked(surfaces: 2, axes: 16, links: 2, members: 10))
    }

    @Test func `a pan over the most links moves every axis once`() async throws {
        let host = SessionHost()
        try await host.putLine()
        let body = Self.linked(surfaces: 16, axes: 16, links: 4, members: 256)
        let session = try await host.open(body: body)
        let pan =
            #"{"type":"gesture","gesture":"pan","state":"began","time":0,"location":{"x":9,"y":9},"translation":{"x":0,"y":0}},{"type":"gesture","gesture":"pan","state":"ended","time":9,"location":{"x":9,"y":9},"translation":{"x":-80,"y":0}}"#
        let patch = try await session.change(
            .patchAxis, #"{"visibleRange":[10,20]}"#, of: "x0", on: "s0", query: "window=none")
        #expect(patch.status == 200, "\(patch.text.prefix(300))")
        let reply = try await session.post(pan, on: "s3", query: "window=none&ticks=false")
        #expect(reply.status == 200, "\(reply.text.prefix(300))")
        #expect(
            reply.text.components(separatedBy: #""visibleRange":[11,21]"#).count == 257, "\(reply.text.prefix(500))"
        )
    }

    @Test func `slices are limited over all modifiers of a surface, also when added one by one`() async throws {
        @Sendable func slices(_ count: Int) -> String {
            "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
        }
        let host = SessionHost(limits: { $0.slices = 10 })
        try await host.putLine()
        let many = (0..<2).map { #"{"id":"v\#($0)","type":"verticalSlice","slices":\#(slices(6))}"# }
        let refused = try await host.create(
            #"{"surfaces":[{"dataset":"line","modifiers":[\#(many.joined(separator: ","))]}]}"#)
        refused.expectProblem("limits.slices", "\(refused.text)")
        let session = try await host.open(#""dataset":"line","modifiers":[\#(many[0])]"#)
        let put = try await session.change(
            .putModifier, #"{"type":"verticalSlice","slices":\#(slices(6))}"#, of: "v1")
        put.expectProblem("limits.slices", "\(put.text)")
        #expect(
            try await session.change(
                .putModifier, #"{"type":"verticalSlice","slices":\#(slices(4))}"#, of: "v1"
            ).status == 201)
        let patch = try await session.change(.patchModifier, #"{"slices":\#(slices(5))}"#, of: "v1")
        patch.expectProblem("limits.slices", "\(patch.text)")
        #expect(try await session.log().count == 2)
    }

    @Test func `a series derives no more values than the server holds`() async throws {
        let host = SessionHost(limits: { $0.derived = 3 })
        try await host.putLine()
        let series = #"[{"y":"v","id":"sum","transform":{"kind":"cumulative"}}]"#
        let refused = try await host.create(#"{"surfaces":[{"dataset":"line","series":\#(series)}]}"#)
        refused.expectProblem("limits.derived", "\(refused.text)")
        let session = try await host.open(#""dataset":"line""#)
        let patch = try await session.patch(#"{"series":\#(series)}"#)
        patch.expectProblem("limits.derived", "\(patch.text)")
    }

    @Test(arguments: [".", ".."])
    func `an id that is a step in a path is refused, whatever call brings it`(id: String) async throws {
        let host = SessionHost()
        try await host.putLine()
        for surface in [
            #"{"id":"\#(id)","dataset":"line"}"#, #"{"dataset":"line","xAxes":[{"id":"\#(id)"}]}"#,
            #"{"dataset":"line","modifiers":[{"id":"\#(id)","type":"cursor"}]}"#,
        ] {
            let reply = try await host.create(#"{"surfaces":[\#(surface)]}"#)
            reply.expectProblem("specification.invalid", "\(reply.text)")
        }
        let session = try await host.open(#""dataset":"line""#)
        let added = try await session.change(.createSurface, #"{"id":"\#(id)","dataset":"line"}"#)
        added.expectProblem("specification.invalid", "\(added.text)")
        _ = try await host.open(#""id":"...","dataset":"line""#)
    }

    @Test func `what is accepted can be read: meta is limited over the whole session`() async throws {
        let meta = #""\#(String(repeating: "m", count: 60_000))""#
        let host = SessionHost(limits: { $0.answerBytes = 256 * 1_024 })
        try await host.putLine()
        let session = try await host.open(
            #""dataset":"line","modifiers":[{"id":"m0","type":"cursor","meta":\#(meta)}]"#)
        let put = try await session.change(.putModifier, #"{"type":"rollover","meta":\#(meta)}"#, of: "m1")
        put.expectProblem("limits.answer", "\(put.text.prefix(300))")
        #expect(try await session.read().status == 200)
        #expect(try await session.log().count == 1)
    }

    @Test func `a session whose event takes too much work is refused, whatever call creates it`() async throws {
        @Sendable func series(_ count: Int) -> String {
            "[" + (0..<count).map { #"{"id":"s\#($0)","y":"v"}"# }.joined(separator: ",") + "]"
        }
        let reading = (0..<60).map { #"{"id":"r\#($0)","type":"rollover"}"# }.joined(separator: ",")
        let group = #"{"id":"g","type":"group","eventGroup":"e"}"#
        let host = SessionHost()
        try await host.putLine()
        let large = #"{"id":"a","dataset":"line","series":\#(series(256)),"modifiers":[\#(reading),\#(group)]}"#
        func surface(_ id: String) -> String { large.replacing(#""id":"a""#, with: #""id":"\#(id)""#) }
        _ = try await host.open(body: #"{"surfaces":[\#(large)]}"#)
        let two = try await host.create(#"{"surfaces":[\#(large),\#(surface("b"))]}"#)
        two.expectProblem("limits.work", "\(two.text)")
        let apart =
            #"{"surfaces":[\#(large),\#(surface("b").replacing(#""eventGroup":"e""#, with: #""eventGroup":"f""#))]}"#
        let session = try await host.open(body: apart)
        let added = try await session.change(.createSurface, surface("c"))
        added.expectProblem("limits.work", "\(added.text)")
        let joined = try await session.change(.patchModifier, #"{"eventGroup":"e"}"#, of: "g", on: "b")
        joined.expectProblem("limits.work", "\(joined.text)")
        #expect(try await session.log().count == 1)
    }

    @Test func `surfaces that links connect count together`() async throws {
        @Sendable func body(_ surfaces: Int) -> String {
            let axes = (0..<8).map { #"{"id":"x\#($0)"}"# }.joined(separator: ",")
            let reading = (0..<60).map { #"{"id":"r\#($0)","type":"rollover"}"# }.joined(separator: ",")
            let made = (0..<surfaces).map {
                #"{"id":"s\#($0)","dataset":"line","xAxes":[\#(axes)],"modifiers":[\#(reading)]}"#
            }
            let names = (0..<surfaces).flatMap { surface in (0..<8).map { "\"s\(surface)/x\($0)\"" } }
            return
                #"{"surfaces":[\#(made.joined(separator: ","))],"links":[{"kind":"same","axes":[\#(names.joined(separator: ","))]}]}"#
        }
        let host = SessionHost(bounds: { $0.surfacesPerSession = 100 })
        try await host.putLine()
        _ = try await host.open(body: body(40))
        let dear = try await host.create(body(60))
        dear.expectProblem("limits.work", "\(dear.text)")
    }

    @Test func `names and colours of series have at most 256 bytes`() async throws {
        let long = String(repeating: "n", count: 257)
        let host = SessionHost()
        try await host.putLine()
        for property in ["name", "color"] {
            let reply = try await host.create(
                #"{"surfaces":[{"dataset":"line","series":[{"y":"v","\#(property)":"\#(long)"}]}]}"#)
            reply.expectProblem("specification.invalid", "\(reply.text.prefix(300))")
            #expect(reply.pointer == "/surfaces/0/series/0/\(property)")
        }
    }
}
