import ChartSessions
import ChartWire
import Testing

/// A body that is refused, and that must change nothing.
struct BadBody: Sendable {
    /// What is wrong with it.
    let what: String
    /// The change that it asks for; `nil` for a new session.
    let operation: ChangeOperation?
    /// The surface, unless it is `main`.
    var surface = "main"
    /// What is changed within the surface.
    var item = ""
    var query = ""
    let body: String
    let code: String
    let pointer: String?

    /// Refused events.
    static func events(_ what: String, _ events: String, _ code: String, _ pointer: String?) -> BadBody {
        batch(what, #"{"events":[\#(events)]}"#, code, pointer)
    }

    /// A refused batch of events.
    static func batch(
        _ what: String, _ body: String, _ code: String, _ pointer: String? = nil, on surface: String = "main"
    ) -> BadBody {
        BadBody(what: what, operation: .postEvents, surface: surface, body: body, code: code, pointer: pointer)
    }

    /// A refused specification of a session.
    static func session(_ what: String, _ body: String, _ code: String, _ pointer: String?) -> BadBody {
        BadBody(what: what, operation: nil, body: body, code: code, pointer: pointer)
    }

    /// A refused specification of a surface.
    static func surface(_ what: String, _ body: String, _ code: String, _ pointer: String?) -> BadBody {
        BadBody(what: what, operation: .createSurface, body: body, code: code, pointer: pointer)
    }

    /// A refused change of the surface.
    static func patch(_ what: String, _ body: String, _ code: String, _ pointer: String?) -> BadBody {
        BadBody(what: what, operation: .patchSurface, body: body, code: code, pointer: pointer)
    }

    /// A refused change of an axis.
    static func axis(
        _ what: String, _ body: String, _ code: String, _ pointer: String?, of id: String = "x"
    ) -> BadBody {
        BadBody(what: what, operation: .patchAxis, item: id, body: body, code: code, pointer: pointer)
    }

    /// A refused specification or, by a PATCH, change of a modifier.
    static func modifier(
        _ what: String, _ body: String, _ code: String, _ pointer: String? = nil, of id: String = "other",
        by operation: ChangeOperation = .putModifier, query: String = ""
    ) -> BadBody {
        BadBody(what: what, operation: operation, item: id, query: query, body: body, code: code, pointer: pointer)
    }

    /// A refused annotation.
    static func annotation(
        _ what: String, _ body: String, _ code: String, _ pointer: String?, of id: String = "a"
    ) -> BadBody {
        BadBody(what: what, operation: .putAnnotation, item: id, body: body, code: code, pointer: pointer)
    }

    /// A refused command.
    static func command(_ what: String, _ body: String, _ code: String, _ pointer: String?) -> BadBody {
        BadBody(what: what, operation: .postCommand, body: body, code: code, pointer: pointer)
    }
}

extension HostedSession {
    /// Sends each body; checks that the problem is the documented one and that the session is unchanged.
    func refuses(_ bodies: [BadBody], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let before = try await state()
        for bad in bodies {
            let answer: HostAnswer
            if let operation = bad.operation {
                answer = try await change(
                    operation, bad.body, of: bad.item, on: bad.surface, query: bad.query)
            } else {
                answer = try await host.create(bad.body)
            }
            let comment: Comment = "\(bad.what): \(answer.text)"
            answer.expectProblem(bad.code, comment, sourceLocation: sourceLocation)
            #expect(answer.pointer == bad.pointer, comment, sourceLocation: sourceLocation)
            #expect(try await state() == before, comment, sourceLocation: sourceLocation)
        }
    }
}

extension JSONAnswer {
    /// Expects a whole problem of a code.
    func expectProblem(
        _ wanted: String, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let comment = comment ?? "\(text)"
        #expect(code == wanted, comment, sourceLocation: sourceLocation)
        #expect(
            integer("status") == ProblemCode(rawValue: wanted)?.status && string("title") != nil
                && string("type") == "/problems/\(wanted)" && string("detail") != nil,
            comment, sourceLocation: sourceLocation)
        if wanted == "body.malformed" || wanted == "body.too-deep" {
            #expect(integer("offset") != nil, comment, sourceLocation: sourceLocation)
        }
    }
}
