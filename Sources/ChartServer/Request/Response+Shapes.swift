internal import ChartWire
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Response {
    /// An answer of JSON bytes.
    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers.append(jsonContentType)
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static let jsonContentType = HTTPField(name: .contentType, value: "application/json")

    /// 204, an answer without a body.
    static func noContent(headers: HTTPFields = [:]) -> Response {
        var response = Response(status: .noContent, headers: headers)
        response.headers[.contentLength] = nil
        return response
    }

    /// 304, for a client that holds the current version.
    static func notModified(eTag: String) -> Response {
        var response = Response(status: .notModified, headers: [.eTag: eTag])
        response.headers[.contentLength] = nil
        return response
    }

    /// An answer of bytes of some type.
    init(bytes: [UInt8], contentType: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = contentType
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// An answer that tells a problem (RFC 9457).
    init(problem: Problem) {
        var headers: HTTPFields = [:]
        if !problem.allow.isEmpty { headers[.allow] = problem.allow.joined(separator: ", ") }
        if let retryAfter = problem.retryAfter { headers[.retryAfter] = String(retryAfter) }
        switch problem.code.status {
        case 401: headers[.wwwAuthenticate] = "Bearer"
        case 413: headers[.connection] = "close"
        case _: break
        }
        self.init(
            bytes: problem.body, contentType: "application/problem+json", status: .init(code: problem.code.status),
            headers: headers)
    }
}
