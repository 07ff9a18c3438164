import ChartWire
import HTTPTypes
import NIOCore

/// The size limit of a request body, and the problem of a larger one.
struct ByteLimit: Sendable {
    /// The largest body, in bytes.
    let bytes: Int
    /// The problem code of a larger body.
    let code: ProblemCode

    /// The limit of a route's body.
    init(rule: BodyRule, limits: Limits) {
        switch rule {
        case .none, .json: (bytes, code) = (limits.bodyBytes, .bodyTooLarge)
        case .log: (bytes, code) = (limits.datasetBytes, .bodyTooLarge)
        case .feed: (bytes, code) = (min(FeedRoutes.mostBytes, limits.datasetBytes), .bodyTooLarge)
        case .dataset: (bytes, code) = (limits.datasetBytes, .datasetTooLarge)
        }
    }

    /// Refuses a body that says itself that it is too large.
    func check(_ headers: HTTPFields) throws(Problem) {
        let length = headers.value(of: .contentLength).flatMap { Int($0) }
        if let length, length > bytes { throw exceeded }
    }

    /// Reads a body, up to the limit.
    func collect(_ body: IncomingBody) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await read(body) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Reads a body piece by piece, up to the limit.
    func read(_ body: IncomingBody, _ take: (ByteBufferView) throws -> Void) async throws {
        var count = 0
        try await body.read { piece in
            count += piece.readableBytes
            guard count <= bytes else { throw exceeded }
            try take(piece.readableBytesView)
        }
    }

    private var exceeded: Problem {
        Problem(code, "The body is larger than \(bytes) bytes.")
    }
}

/// The request body that a route reads.
enum BodyRule: Sendable, Hashable {
    /// No body; the route does not read one that is sent.
    case none
    /// `application/json`, up to `limits.bodyBytes`.
    case json
    /// `text/csv`, `application/json`, `application/x-ndjson` or `application/octet-stream`, also by gzip, up to
    /// `limits.datasetBytes`.
    case dataset
    /// `application/x-ndjson`, up to `limits.datasetBytes`.
    case log
    /// Lines of a feeder, of any content type and also by gzip, up to 64 MiB and to `limits.datasetBytes`.
    case feed

    /// The accepted content types, in lower case.
    var contentTypes: [String] {
        switch self {
        case .none: []
        // Feeders send any type, which is not looked at.
        case .feed: ["text/plain"]
        case .json: ["application/json"]
        case .log: ["application/x-ndjson"]
        case .dataset: ["text/csv", "application/json", "application/x-ndjson", "application/octet-stream"]
        }
    }

    /// Whether the body may be compressed by gzip.
    var takesGzip: Bool { self == .dataset || self == .feed }
}
