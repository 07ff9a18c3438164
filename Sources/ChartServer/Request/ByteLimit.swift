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
