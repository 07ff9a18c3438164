import HTTPTypes
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// What people leave on a surface, over HTTP.
@Suite struct AnnotationTests {
    private static let deploy = #"{"kind":"verticalLine","points":[{"x":20}],"text":"Deploy 4.2"}"#

    private static func withSession(
        _ members: String = "", _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await body(try await service.open(#""dataset":"line""# + members))
        }
    }

    @Test func `a surface that never had one says nothing of annotations`() async throws {
        try await Self.withSession { session in
            let state = try await session.service.send(.get, session.surface).text
            #expect(!state.contains("annotation"))
            let list = try await session.service.send(.get, "\(session.surface)/annotations").text
            #expect(list == #"{"annotations":[],"annotationsVersion":0}"#)
        }
    }

    @Test func `one is made, read, put again as it was read, changed and removed`() async throws {
        try await Self.withSession { session in
            let path = "\(session.surface)/annotations/deploy"
            let made = try await session.service.send(.put, path, Self.deploy)
            #expect(made.status == 201 && made.text.contains(#""annotationsVersion":1"#))
            let read = try await session.service.send(.get, path)
            #expect(read.text.contains(#""points":[{"x":20,"y":null}],"text":"Deploy 4.2","extend":"none""#))
            let again = try await session.service.send(.put, path, read.text)
            #expect(again.status == 200 && again.text.contains(#""annotationsVersion":1"#))
            #expect(!again.text.contains(#""annotations":[{"#), "nothing has changed")
            let changed = try await session.service.send(.patch, path, #"{"text":null,"color":"red"}"#)
            #expect(changed.status == 200 && changed.text.contains(#""color":"red""#))
            #expect(try await session.service.send(.get, path).text.contains("text") == false)
            #expect(try await session.service.send(.delete, path).status == 204)
            #expect(try await session.service.send(.get, path).status == 404)
            #expect(
                try await session.service.send(.post, "\(session.surface)/commands", #"{"command":"undo"}"#).status
                    == 200)
            #expect(try await session.service.send(.get, path).text.contains(#""color":"red""#))
        }
    }

    @Test func `the tags of an annotation are its own`() async throws {
        try await Self.withSession { session in
            let path = "\(session.surface)/annotations/deploy"
            let tag = try #require(try await session.service.send(.put, path, Self.deploy).headers[.eTag])
            _ = try await session.service.send(.put, "\(session.surface)/annotations/other", Self.deploy)
            #expect(try await session.service.send(.patch, path, "{}", headers: [.ifMatch: tag]).status == 200)
            let next = try await session.service.send(.patch, path, #"{"text":"x"}"#, headers: [.ifMatch: tag])
            #expect(next.status == 200 && next.headers[.eTag] != tag)
            #expect(try await session.service.send(.delete, path, headers: [.ifMatch: tag]).status == 412)
            #expect(
                try await session.service.send(.get, path, headers: [.ifNoneMatch: next.headers[.eTag] ?? ""]).status
                    == 304)
            let taken = try await session.service.send(.put, path, Self.deploy, headers: [.ifNoneMatch: "*"])
            #expect(taken.status == 412)
        }
    }

    @Test func `one goes before another, and one that is replaced keeps its place`() async throws {
        try await Self.withSession { session in
            let list = "\(session.surface)/annotations"
            for id in ["a", "b"] { _ = try await session.service.send(.put, "\(list)/\(id)", Self.deploy) }
            _ = try await session.service.send(.put, "\(list)/c?before=b", Self.deploy)
            _ = try await session.service.send(.put, "\(list)/a", #"{"kind":"xBand","points":[{"x":1},{"x":2}]}"#)
            #expect(try await session.service.send(.put, "\(list)/d?before=q", Self.deploy).status == 400)
            let text = try await session.service.send(.get, "\(list)?format=csv").text
            #expect(
                text == """
                    id,kind,xAxis,yAxis,x1,y1,x2,y2,text,color,locked,author
                    a,xBand,x,y,1,,2,,,,false,
                    c,verticalLine,x,y,20,,,,Deploy 4.2,,false,
                    b,verticalLine,x,y,20,,,,Deploy 4.2,,false,

                    """)
        }
    }

    @Test func `a coordinate that the axis cannot show is taken, and missing while it is so`() async throws {
        try await Self.withSession(#","yAxes":[{"id":"y","type":"log"}]"#) { session in
            let path = "\(session.surface)/annotations/zero"
            let made = try await session.service.send(.put, path, #"{"kind":"horizontalLine","points":[{"y":0}]}"#)
            #expect(made.status == 201 && made.text.contains(#""missing":true"#))
            _ = try await session.service.send(.patch, session.surface, #"{"yAxes":[{"id":"y","type":"number"}]}"#)
            #expect(try await session.service.send(.get, path).text.contains("missing") == false)
            _ = try await session.service.send(
                .patch, session.surface, #"{"yAxes":[{"id":"z"}],"series":[{"y":"v","yAxis":"z"}]}"#)
            #expect(try await session.service.send(.get, path).text.contains(#""missing":true"#))
        }
    }

    @Test func `commands select, and a viewer tries out what would be`() async throws {
        try await Self.withSession { session in
            let path = "\(session.surface)/annotations/deploy"
            let tried = try await session.service.send(.put, "\(path)?dryRun=true", Self.deploy)
            #expect(tried.status == 201 && tried.text.contains("Deploy 4.2"))
            #expect(try await session.service.send(.get, path).status == 404)
            _ = try await session.service.send(.put, path, Self.deploy)
            let commands = "\(session.surface)/commands"
            let chosen = try await session.service.send(
                .post, commands, #"{"command":"selectAnnotation","annotation":"deploy"}"#)
            #expect(chosen.text.contains(#""annotations":["deploy"],"label""#))
            let unknown = try await session.service.send(
                .post, commands, #"{"command":"selectAnnotation","annotation":"q"}"#)
            #expect(unknown.status == 404 && unknown.text.contains("annotation.unknown"))
            let none = try await session.service.send(.post, commands, #"{"command":"deselectAllAnnotations"}"#)
            #expect(none.text.contains(#""annotations":[],"label""#))
        }
    }
}
