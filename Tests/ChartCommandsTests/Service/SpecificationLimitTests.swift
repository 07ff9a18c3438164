import Foundation
import HTTPTypes
import Testing

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
        try await Service.run(["limits.links": "3", "limits.linkMembers": "20"]) { service in
            try await service.importLine()
            for (links, members, code) in [
                (4, 2, "limits.links"), (3, 7, "limits.link-members"), (1, 21, "limits.link-members"),
            ] {
                let body = Self.linked(surfaces: 2, axes: 16, links: links, members: members)
                let reply = try await service.send(.post, "/v1/sessions", body)
                reply.isProblem(code, "\(reply.text)")
                #expect(reply.string("pointer")?.hasPrefix("/links") == true)
            }
            _ = try await service.open(body: Self.linked(surfaces: 2, axes: 16, links: 2, members: 10))
        }
    }

    @Test func `a pan over the most links moves every axis once`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let body = Self.linked(surfaces: 16, axes: 16, links: 4, members: 256)
            let id = try #require(try await service.send(.post, "/v1/sessions?window=none", body).string("id"))
            let pan =
                #"{"events":[{"type":"gesture","gesture":"pan","state":"began","time":0,"location":{"x":9,"y":9},"translation":{"x":0,"y":0}},{"type":"gesture","gesture":"pan","state":"ended","time":9,"location":{"x":9,"y":9},"translation":{"x":-80,"y":0}}]}"#
            let patch = try await service.send(
                .patch, "/v1/sessions/\(id)/surfaces/s0/axes/x0?window=none", #"{"visibleRange":[10,20]}"#)
            #expect(patch.status == 200, "\(patch.text.prefix(300))")
            let reply = try await service.send(
                .post, "/v1/sessions/\(id)/surfaces/s3/events?window=none&ticks=false", pan)
            #expect(reply.status == 200, "\(reply.text.prefix(300))")
            #expect(
                reply.text.components(separatedBy: #""visibleRange":[11,21]"#).count == 257, "\(reply.text.prefix(500))"
            )
        }
    }

    @Test func `slices are limited over all modifiers of a surface, also when added one by one`() async throws {
        @Sendable func slices(_ count: Int) -> String {
            "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
        }
        try await Service.run(["limits.slices": "10"]) { service in
            try await service.importLine()
            let many = (0..<2).map { #"{"id":"v\#($0)","type":"verticalSlice","slices":\#(slices(6))}"# }
            let refused = try await service.send(
                .post, "/v1/sessions",
                #"{"surfaces":[{"dataset":"line","modifiers":[\#(many.joined(separator: ","))]}]}"#)
            refused.isProblem("limits.slices", "\(refused.text)")
            let session = try await service.open(#""dataset":"line","modifiers":[\#(many[0])]"#)
            let path = session.surface + "/modifiers/v1"
            let put = try await service.send(.put, path, #"{"type":"verticalSlice","slices":\#(slices(6))}"#)
            put.isProblem("limits.slices", "\(put.text)")
            #expect(
                try await service.send(.put, path, #"{"type":"verticalSlice","slices":\#(slices(4))}"#).status == 201)
            let patch = try await service.send(.patch, path, #"{"slices":\#(slices(5))}"#)
            patch.isProblem("limits.slices", "\(patch.text)")
            #expect(try await service.send(.get, session.path + "/log").text.split(separator: "\n").count == 2)
        }
    }

    @Test func `a series derives no more values than the server holds`() async throws {
        try await Service.run(["limits.derived": "3"]) { service in
            try await service.importLine()
            let series = #"[{"y":"v","id":"sum","transform":{"kind":"cumulative"}}]"#
            let refused = try await service.send(
                .post, "/v1/sessions", #"{"surfaces":[{"dataset":"line","series":\#(series)}]}"#)
            refused.isProblem("limits.derived", "\(refused.text)")
            let session = try await service.open(#""dataset":"line""#)
            let patch = try await service.send(.patch, session.surface, #"{"series":\#(series)}"#)
            patch.isProblem("limits.derived", "\(patch.text)")
        }
    }

    @Test(arguments: [".", ".."])
    func `an id that is a step in a path is refused, whatever call brings it`(id: String) async throws {
        try await Service.run { service in
            try await service.importLine()
            for surface in [
                #"{"id":"\#(id)","dataset":"line"}"#, #"{"dataset":"line","xAxes":[{"id":"\#(id)"}]}"#,
                #"{"dataset":"line","modifiers":[{"id":"\#(id)","type":"cursor"}]}"#,
            ] {
                let reply = try await service.send(.post, "/v1/sessions", #"{"surfaces":[\#(surface)]}"#)
                reply.isProblem("specification.invalid", "\(reply.text)")
            }
            let session = try await service.open(#""dataset":"line""#)
            let added = try await service.send(.post, session.path + "/surfaces", #"{"id":"\#(id)","dataset":"line"}"#)
            added.isProblem("specification.invalid", "\(added.text)")
            _ = try await service.open(#""id":"...","dataset":"line""#)
        }
    }

    @Test func `what is accepted can be read: meta is limited over the whole session`() async throws {
        let meta = #""\#(String(repeating: "m", count: 60_000))""#
        try await Service.run(["limits.answerBytes": "256KiB"]) { service in
            try await service.importLine()
            let session = try await service.open(
                #""dataset":"line","modifiers":[{"id":"m0","type":"cursor","meta":\#(meta)}]"#)
            let put = try await service.send(
                .put, session.surface + "/modifiers/m1", #"{"type":"rollover","meta":\#(meta)}"#)
            put.isProblem("limits.answer", "\(put.text.prefix(300))")
            #expect(try await service.send(.get, session.path).status == 200)
            #expect(try await service.send(.get, session.path + "/log").text.split(separator: "\n").count == 1)
        }
    }

    @Test func `a session whose event takes too much work is refused, whatever call creates it`() async throws {
        @Sendable func series(_ count: Int) -> String {
            "[" + (0..<count).map { #"{"id":"s\#($0)","y":"v"}"# }.joined(separator: ",") + "]"
        }
        let reading = (0..<60).map { #"{"id":"r\#($0)","type":"rollover"}"# }.joined(separator: ",")
        let group = #"{"id":"g","type":"group","eventGroup":"e"}"#
        try await Service.run { service in
            try await service.importLine()
            let large = #"{"id":"a","dataset":"line","series":\#(series(256)),"modifiers":[\#(reading),\#(group)]}"#
            func surface(_ id: String) -> String { large.replacing(#""id":"a""#, with: #""id":"\#(id)""#) }
            _ = try await service.open(body: #"{"surfaces":[\#(large)]}"#)
            let two = try await service.send(.post, "/v1/sessions", #"{"surfaces":[\#(large),\#(surface("b"))]}"#)
            two.isProblem("limits.work", "\(two.text)")
            let apart =
                #"{"surfaces":[\#(large),\#(surface("b").replacing(#""eventGroup":"e""#, with: #""eventGroup":"f""#))]}"#
            let session = try await service.open(body: apart)
            let added = try await service.send(.post, session.path + "/surfaces", surface("c"))
            added.isProblem("limits.work", "\(added.text)")
            let joined = try await service.send(
                .patch, session.path + "/surfaces/b/modifiers/g", #"{"eventGroup":"e"}"#)
            joined.isProblem("limits.work", "\(joined.text)")
            #expect(try await service.send(.get, session.path + "/log").text.split(separator: "\n").count == 1)
        }
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
        try await Service.run(["limits.surfacesPerSession": "100"]) { service in
            try await service.importLine()
            _ = try await service.open(body: body(40))
            let dear = try await service.send(.post, "/v1/sessions", body(60))
            dear.isProblem("limits.work", "\(dear.text)")
        }
    }

    @Test func `names of series and columns have at most 256 bytes`() async throws {
        let long = String(repeating: "n", count: 257)
        try await Service.run { service in
            try await service.importLine()
            for property in ["name", "color"] {
                let reply = try await service.send(
                    .post, "/v1/sessions",
                    #"{"surfaces":[{"dataset":"line","series":[{"y":"v","\#(property)":"\#(long)"}]}]}"#)
                reply.isProblem("specification.invalid", "\(reply.text.prefix(300))")
                #expect(reply.string("pointer") == "/surfaces/0/series/0/\(property)")
            }
            let columns = try await service.send(.put, "/v1/datasets/d", "t,\(long)\n1,1\n", type: "text/csv")
            columns.isProblem("dataset.column-name-invalid", "\(columns.text.prefix(300))")
            let sound = try await service.send(.put, "/v1/datasets/d", "t,\(long.dropLast())\n1,1\n", type: "text/csv")
            #expect(sound.status == 201)
        }
    }
}
