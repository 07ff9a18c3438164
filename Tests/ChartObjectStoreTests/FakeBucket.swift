import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A bucket in memory that answers as S3 does, and fails as often as a test wants.
final class FakeBucket: Sendable {
    struct Content {
        var objects: [String: [UInt8]] = [:]
        /// The answers to the next requests in place of the right ones.
        var failures: [HTTPResponse.Status] = []
        /// Whether the next copy answers 200 and then fails.
        var failsInCopy = false
        var requests: [String] = []
        /// The headers of the last request.
        var headers: HTTPFields = [:]
        /// Whether the keys of a request are in force; by its access key and its session token.
        var accepts: @Sendable (_ accessKey: String, _ sessionToken: String?) -> Bool = { _, _ in true }
    }

    let content = Mutex(Content())

    var objects: [String: [UInt8]] { content.withLock(\.objects) }

    func fail(_ statuses: [HTTPResponse.Status]) { content.withLock { $0.failures = statuses } }

    var router: Router<BasicRequestContext> {
        let router = Router()
        for method in [HTTPRequest.Method.get, .put, .delete] {
            router.on("/**", method: method) { [self] request, _ in
                let body = Array(try await request.body.collect(upTo: 1 << 24).readableBytesView)
                return content.withLock { Self.answer(request, body, &$0) }
            }
        }
        return router
    }

    private static func answer(_ request: Request, _ body: [UInt8], _ content: inout Content) -> Response {
        let path = request.uri.path
        content.requests.append("\(request.method.rawValue) \(path)")
        content.headers = request.headers
        if !content.failures.isEmpty { return error(content.failures.removeFirst(), "Failure") }
        let accessKey = request.headers[.authorization]?.firstMatch(of: #/Credential=([^\/]*)\//#)?.1 ?? ""
        guard content.accepts(String(accessKey), request.headers[.init("x-amz-security-token")!]) else {
            return error(.badRequest, "ExpiredToken")
        }
        guard path.hasPrefix("/charts/") else { return error(.notFound, "NoSuchBucket") }
        switch request.method {
        case .put:
            if let source = request.headers[.init("x-amz-copy-source")!] {
                if content.failsInCopy { return error(.ok, "InternalError") }
                guard let copied = content.objects[source] else { return error(.notFound, "NoSuchKey") }
                content.objects[path] = copied
            } else if request.headers[.ifNoneMatch] == "*", content.objects[path] != nil {
                return error(.preconditionFailed, "PreconditionFailed")
            } else {
                content.objects[path] = body
            }
            return Response(status: .ok)
        case .delete:
            content.objects[path] = nil
            return Response(status: .noContent)
        default:
            guard let object = content.objects[path] else { return error(.notFound, "NoSuchKey") }
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: object)))
        }
    }

    private static func error(_ status: HTTPResponse.Status, _ code: String) -> Response {
        let text = "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>No.</Message></Error>"
        return Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
