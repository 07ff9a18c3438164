import ChartSessions
import ChartText
import ChartWire
import HTTPTypes
import Hummingbird
import NIOCore

/// What a request is answered with.
struct Answer: Sendable {
    /// The status.
    var status: HTTPResponse.Status
    /// The headers, the length of a whole body among them.
    var headers: HTTPFields
    /// The whole body; empty for none, and for one that is streamed.
    var body = ByteBuffer()
    /// Sends the body piece by piece; nil for one whose bytes are all there.
    var stream: ResponseBody?
    /// What a large body holds until the client has taken it.
    var room: LargeAnswers.Room?

    /// An answer without a body, and without a length for it.
    private init(bodiless status: HTTPResponse.Status, headers: HTTPFields) {
        (self.status, self.headers) = (status, headers)
    }

    /// An answer of bytes of some type.
    init(bytes: [UInt8], contentType: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        self.init(bytes, HTTPField(name: .contentType, value: contentType), status: status, headers: headers)
    }

    private init(_ bytes: [UInt8], _ contentType: HTTPField, status: HTTPResponse.Status, headers: HTTPFields) {
        self.init(bodiless: status, headers: headers)
        body = ByteBuffer(bytes: bytes)
        // With what every answer carries beside these.
        self.headers.reserveCapacity(headers.count + 6)
        self.headers.append(contentType)
        self.headers.append(HTTPField(name: .contentLength, value: String(bytes.count)))
    }

    /// An answer whose body is sent piece by piece.
    init(streaming stream: ResponseBody, status: HTTPResponse.Status = .ok, headers: HTTPFields) {
        self.init(bodiless: status, headers: headers)
        self.stream = stream
    }

    /// An answer of JSON bytes.
    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Answer {
        Answer(bytes, jsonContentType, status: status, headers: headers)
    }

    /// 204, an answer without a body.
    static func noContent(headers: HTTPFields = [:]) -> Answer {
        Answer(bodiless: .noContent, headers: headers)
    }

    /// 307, for what stands at another path of this server.
    static func redirect(to path: String) -> Answer {
        Answer(bodiless: .temporaryRedirect, headers: [.location: path, .contentLength: "0"])
    }

    /// The same answer with its room, where it is a large one.
    func keeping(_ room: LargeAnswers.Room) -> Answer {
        guard body.readableBytes > LargeAnswers.leastBytes else { return self }
        room.shrink(to: body.readableBytes)
        var answer = self
        answer.room = room
        return answer
    }

    /// 304, for a client that holds the current version.
    static func notModified(eTag: String, in locale: ChartLocale? = nil) -> Answer {
        var headers: HTTPFields = [.eTag: eTag]
        if let locale { headers.tell(locale) }
        return Answer(bodiless: .notModified, headers: headers)
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
            problem.body, Self.problemContentType, status: .init(code: problem.code.status), headers: headers)
    }

    // A field checks its value when it is made.
    private static let jsonContentType = HTTPField(name: .contentType, value: "application/json")
    private static let problemContentType = HTTPField(name: .contentType, value: "application/problem+json")
}

/// Sends an answer in pieces, each when the client has taken most of the earlier ones.
struct AnswerPieces: Sendable {
    /// The size of a piece in bytes; a longer answer is sent in several.
    static let pieceBytes = 1 << 16
    /// How long the client of a large answer may pause in all.
    static let rest = Duration.seconds(30)
    /// The least bytes a second that the client must take beside that, because other answers may wait for its place.
    static let leastRate = 32_768

    /// The bytes that were not sent.
    private var rest: ByteBuffer
    /// The room held until the client has taken the bytes; a client that is too slow loses its connection.
    private let room: LargeAnswers.Room?
    private let start = ContinuousClock.now

    /// Takes the bytes of an answer.
    init(_ bytes: ByteBuffer, room: LargeAnswers.Room?) {
        (rest, self.room) = (bytes, room)
    }

    /// Whether a client takes the bytes fast enough.
    ///
    /// - Parameters:
    ///   - sent: How many bytes the client has taken.
    ///   - duration: How long it took.
    /// - Returns: Whether the client is fast enough.
    static func isInTime(_ sent: Int, after duration: Duration) -> Bool {
        duration <= rest + .milliseconds(sent * 1_000 / leastRate)
    }

    /// Takes the next piece, once the client has taken most of the earlier ones.
    ///
    /// - Returns: The piece; nil at the end.
    /// - Throws: `CancellationError` for a client that is too slow.
    mutating func next() throws(CancellationError) -> ByteBuffer? {
        guard room == nil || rest.readerIndex == 0 || Self.isInTime(rest.readerIndex, after: start.duration(to: .now))
        else { throw CancellationError() }
        guard rest.readableBytes > 0 else { return nil }
        return rest.readSlice(length: min(Self.pieceBytes, rest.readableBytes))
    }
}
