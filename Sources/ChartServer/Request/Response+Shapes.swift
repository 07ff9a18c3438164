import ChartSessions
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer whose bytes are all there, many of them sent in pieces.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - place: What is held until the client has taken an answer that is large.
    ///   - loop: The event loop of the connection, where it is known.
    init(_ answer: WholeAnswer, keeping place: LargeAnswers.Place? = nil, on loop: (any EventLoop)? = nil) {
        let pieces = AnswerPieces(
            bytes: answer.body, place: answer.body.readableBytes > LargeAnswers.leastBytes ? place : nil, loop: loop)
        let isLong = answer.body.readableBytes > AnswerPieces.pieceBytes
        self.init(
            status: answer.status, headers: answer.headers,
            body: isLong ? pieces.body : ResponseBody(byteBuffer: answer.body))
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
