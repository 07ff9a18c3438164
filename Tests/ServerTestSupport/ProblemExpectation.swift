import ChartWire
import HTTPTypes
import NIOCore
import Testing

/// Checks that an answer is a problem with a code, in status, type and body.
func expectProblem(
    _ code: ProblemCode, _ response: ServerAnswer, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(response.status.code == code.status, sourceLocation: sourceLocation)
    #expect(response.headers[.contentType] == "application/problem+json", sourceLocation: sourceLocation)
    let body = try object(response, sourceLocation: sourceLocation)
    #expect(body["code"] == .string(code.rawValue), sourceLocation: sourceLocation)
    #expect(body["status"] == .number(Double(code.status)), sourceLocation: sourceLocation)
}

/// The JSON object of an answer.
func object(_ response: ServerAnswer, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONObject {
    let value = try JSONValue.parse(Array(response.body.readableBytesView))
    guard case .object(let object) = value else {
        throw NotAnObject()
    }
    return object
}

struct NotAnObject: Error {}
