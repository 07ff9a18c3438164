internal import ChartWire
internal import Hummingbird
internal import NIOCore

/// How much of a request body is read, and what is said of one that is larger.
struct ByteLimit: Sendable {
    /// The largest body, in bytes.
    let bytes: Int
    /// The problem of a larger one.
    let code: ProblemCode

    /// The limit of a route's body.
    init(rule: BodyRule, limits: Limits) {
        switch rule {
        case .none, .json: (bytes, code) = (limits.bodyBytes, .bodyTooLarge)
        case .dataset: (bytes, code) = (limits.datasetBytes, .datasetTooLarge)
        }
    }

    /// Refuses a body that says itself that it is too large.
    func check(_ request: Request) throws(Problem) {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bytes { throw exceeded }
    }

    /// Reads a body, and no more of it than the limit.
    func collect(_ request: Request) async throws -> [UInt8] {
        try check(request)
        var body: [UInt8] = []
        for try await chunk in request.body {
            guard body.count + chunk.readableBytes <= bytes else { throw exceeded }
            body.append(contentsOf: chunk.readableBytesView)
        }
        return body
    }

    private var exceeded: Problem {
        Problem(code, "The body is larger than \(bytes) bytes.")
    }
}
