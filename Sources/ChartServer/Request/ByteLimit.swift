import ChartWire
import HTTPTypes
import Hummingbird
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
    func collect(_ request: Request) async throws -> [UInt8] {
        var body: [UInt8] = []
        try await read(request) { body.append(contentsOf: $0) }
        return body
    }

    /// Reads a body piece by piece, up to the limit.
    func read(_ request: Request, _ take: (ByteBufferView) throws -> Void) async throws {
        try check(request.headers)
        var count = 0
        for try await piece in request.body {
            count += piece.readableBytes
            guard count <= bytes else { throw exceeded }
            try take(piece.readableBytesView)
        }
    }

    private var exceeded: Problem {
        Problem(code, "The body is larger than \(bytes) bytes.")
    }
}
