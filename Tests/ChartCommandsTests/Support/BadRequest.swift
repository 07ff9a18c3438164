import HTTPTypes
import Testing

@testable import ChartCommands
@testable import ServerTestSupport
@testable import SessionTestSupport

/// A request that the server must refuse, and that must change nothing.
struct BadRequest: Sendable {
    /// What is wrong with it.
    let what: String
    let method: HTTPRequest.Method
    /// The path below the session; `~` at its start stands for the surface `main`, `/v1` for the root.
    let path: String
    let body: String?
    var type: String? = "application/json"
    var headers: HTTPFields = [:]
    let code: String
    let pointer: String?

    /// A refused call, with JSON where it has a body.
    static func call(
        _ what: String, _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, _ code: String,
        _ pointer: String? = nil, headers: HTTPFields = [:]
    ) -> BadRequest {
        BadRequest(
            what: what, method: method, path: path, body: body, headers: headers, code: code, pointer: pointer)
    }
}

extension OpenSession {
    /// Sends each request; checks that the problem is the documented one and that the session is unchanged.
    func refuses(_ requests: [BadRequest], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let before = try await state()
        for request in requests {
            let answer = try await service.send(
                request.method, absolute(request.path), request.body, type: request.type, headers: request.headers)
            let comment: Comment = "\(request.what): \(answer.status) \(answer.text)"
            answer.isProblem(request.code, comment, sourceLocation: sourceLocation)
            #expect(answer.pointer == request.pointer, comment, sourceLocation: sourceLocation)
            #expect(try await state() == before, comment, sourceLocation: sourceLocation)
        }
    }

    private func absolute(_ path: String) -> String {
        if path.hasPrefix("/v1") { return path }
        return path.hasPrefix("~") ? surface + path.dropFirst() : self.path + path
    }
}

extension Reply {
    /// Expects problem+json of a code, complete and with its documented status.
    func isProblem(
        _ wanted: String, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let comment = comment ?? "\(text)"
        expectProblem(wanted, comment, sourceLocation: sourceLocation)
        #expect(status == integer("status"), comment, sourceLocation: sourceLocation)
        #expect(headers[.contentType] == "application/problem+json", comment, sourceLocation: sourceLocation)
    }
}
