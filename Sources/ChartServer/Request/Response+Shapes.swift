internal import HTTPTypes
internal import Hummingbird

extension Response {
    /// An answer whose bytes are all there.
    init(_ answer: WholeAnswer) {
        self.init(status: answer.status, headers: answer.headers, body: ResponseBody(byteBuffer: answer.body))
        // Hummingbird gives an answer without a body a length, too.
        headers[.contentLength] = answer.headers[.contentLength]
    }

    /// An answer of bytes of some type.
    init(bytes: [UInt8], contentType: String, headers: HTTPFields = [:]) {
        self.init(WholeAnswer(bytes: bytes, contentType: contentType, headers: headers))
    }

    /// An answer of JSON bytes.
    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        Response(WholeAnswer.json(bytes, status: status, headers: headers))
    }

    /// 204, an answer without a body.
    static func noContent(headers: HTTPFields = [:]) -> Response { Response(WholeAnswer.noContent(headers: headers)) }

    /// 304, for a client that holds the current version.
    static func notModified(eTag: String) -> Response { Response(WholeAnswer.notModified(eTag: eTag)) }
}
