import HTTPTypes
import Testing

@testable import SessionTestSupport

/// Pictures of surfaces and datasets.
@Suite struct PictureRouteTests {
    @Test func `a dataset's picture is an SVG document that loads nothing`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let reply = try await service.send(.get, "/v1/datasets/line/image.svg?width=640&height=320&theme=dark")
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply.headers[.contentType] == "image/svg+xml; charset=utf-8")
            #expect(reply.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            #expect(reply.text.contains("width=\"640\" height=\"320\"") && reply.text.contains("#171b21"))
            #expect(reply.text.hasPrefix("<svg ") && reply.text.hasSuffix("</svg>\n"))
        }
    }

    @Test func `a picture's tag changes with the state and with the data, and saves the body`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open()
            let path = session.surface + "/image.svg"
            let first = try await service.send(.get, path)
            let tag = try #require(first.headers[.eTag])
            let again = try await service.send(.get, path, headers: [.ifNoneMatch: tag])
            #expect(again.status == 304 && again.text.isEmpty)
            _ = try await session.patchAxis("x", #"{"visibleRange":[10,20]}"#)
            let zoomed = try await service.send(.get, path, headers: [.ifNoneMatch: tag])
            #expect(zoomed.status == 200 && zoomed.headers[.eTag] != tag)
            let dark = try await service.send(.get, path + "?theme=dark")
            #expect(dark.headers[.eTag] != zoomed.headers[.eTag])
        }
    }

    @Test func `a picture changes nothing of the surface that it resizes`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open()
            let before = try await service.send(.get, session.surface)
            #expect(try await service.send(.get, session.surface + "/image.svg?width=300&height=200").status == 200)
            #expect(try await service.send(.get, session.surface).text == before.text)
        }
    }

    @Test func `a picture speaks the language of its session, or the one that is asked for`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open(body: #"{"locale":"de","surfaces":[{"dataset":"line"}]}"#)
            _ = try await session.patchAxis("y", #"{"visibleRange":[0,0.5]}"#)
            let path = session.surface + "/image.svg"
            let own = try await service.send(.get, path, headers: [.acceptLanguage: "fr"]).text
            #expect(own.contains("xml:lang=\"de\"") && own.contains(">0,"))
            let described = try await service.send(.get, session.surface + "/description?locale=de")
            let (title, text) = (try #require(described.string("title")), try #require(described.string("text")))
            #expect(own.contains("<title>\(title)</title><desc>\(text)"))
            let arabic = try await service.send(.get, path + "?locale=ar").text
            #expect(arabic.contains("xml:lang=\"ar\"") && arabic.contains("direction=\"rtl\""))
            let dataset = try await service.send(.get, "/v1/datasets/line/image.svg?locale=pt").text
            #expect(dataset.contains("xml:lang=\"pt\""))
            #expect(try await service.send(.get, path + "?locale=??").status == 400)
        }
    }

    @Test(arguments: ["width=39", "height=4001", "theme=blue", "from=5&to=1", "columns=none", "from=soon"])
    func `a query that asks for no picture is refused`(query: String) async throws {
        try await Service.run { service in
            try await service.importLine()
            let reply = try await service.send(.get, "/v1/datasets/line/image.svg?\(query)")
            #expect(reply.status == 400 && reply.code == "query.invalid", "\(reply.text)")
        }
    }

    @Test func `a picture over the limit of answers is refused`() async throws {
        try await Service.run(["limits.answerBytes": "64KiB"]) { service in
            let rows = (0..<4_000).map { "\($0),\($0 % 7),\($0 % 11),\($0 % 13)\n" }.joined()
            try await service.send(.put, "/v1/datasets/wide", "t,a,b,c\n" + rows, type: "text/csv")
            let reply = try await service.send(.get, "/v1/datasets/wide/image.svg?width=4000")
            #expect(reply.status == 422 && reply.code == "limits.answer", "\(reply.text.prefix(200))")
        }
    }
}
