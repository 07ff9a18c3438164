import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// The response of Hummingbird that sends an answer; a long body goes out in pieces.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - isHead: Whether the request was HEAD, so that the body stays behind.
    ///   - loop: The event loop of the connection, where it is known.
    init(_ answer: Answer, isHead: Bool, on loop: (any EventLoop)?) {
        let isLong = answer.body.readableBytes > AnswerPieces.pieceBytes
        let pieces = AnswerPieces(answer.body, room: answer.room, loop: loop)
        self.init(
            status: answer.status, headers: answer.headers,
            body: answer.stream ?? (isLong ? pieces.body : ResponseBody(byteBuffer: answer.body)))
        // Hummingbird gives an answer without a body a length, too.
        headers[.contentLength] = answer.headers[.contentLength]
        if isHead { self = createHeadResponse() }
    }
}
