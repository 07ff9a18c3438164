import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

@testable import ChartObjectStore

/// The services that hand out credentials, as their documentation says that they answer.
///
/// They are the security token service, the endpoint beside a container and the metadata of an instance. Each answer has
/// keys of its own, which end after an hour of the clock.
final class FakeCredentials: Sendable {
    struct Content {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        /// How many credentials were handed out.
        var count = 0
        /// When the last ones end.
        var end = Date.distantPast
        /// The token that the next request must bring.
        var token = "token-1"
        /// The answers to the next requests in place of the right ones.
        var failures: [(HTTPResponse.Status, String)] = []
        /// Each request: its method, path, and what proves its right.
        var requests: [String] = []
        /// Called in each request, before its answer.
        var delay: (@Sendable () async -> Void)?
    }

    let content = Mutex(Content())

    var now: Date {
        get { content.withLock(\.now) }
        set { content.withLock { $0.now = newValue } }
    }
    var count: Int { content.withLock(\.count) }
    var requests: [String] { content.withLock(\.requests) }

    func fail(_ failures: [(HTTPResponse.Status, String)]) { content.withLock { $0.failures = failures } }
    /// Whether a key is the last one, and has not ended.
    func isInForce(_ key: String) -> Bool { content.withLock { key == "key-\($0.count)" && $0.now < $0.end } }
    /// Ends the last credentials before their time.
    func revoke() { content.withLock { $0.end = .distantPast } }
    func expect(_ token: String) { content.withLock { $0.token = token } }

    /// Handles the requests of all three services.
    func add(to router: Router<BasicRequestContext>) {
        router.post("/") { [self] request, _ in
            let form = String(buffer: try await request.body.collect(upTo: 1 << 16))
            await content.withLock(\.delay)?()
            return content.withLock { content in
                content.answer(to: request, proof: form) { content in
                    guard form.contains("&WebIdentityToken=\(content.token)") else {
                        return (
                            .badRequest,
                            """
                            <ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>\
                            <Code>InvalidIdentityToken</Code><Message>Not \(form)</Message></Error></ErrorResponse>
                            """
                        )
                    }
                    let keys = content.make()
                    return (
                        .ok,
                        """
                        <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
                        <AssumeRoleWithWebIdentityResult><AssumedRoleUser><Arn>arn</Arn></AssumedRoleUser><Credentials>
                        <SessionToken>\(keys.session)&amp;</SessionToken><SecretAccessKey>\(keys.secret)</SecretAccessKey>
                        <Expiration>\(keys.expiration)</Expiration><AccessKeyId>\(keys.access)</AccessKeyId>
                        </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>
                        """
                    )
                }
            }
        }
        router.get("/container/role") { [self] request, _ in
            content.withLock { content in
                content.answer(to: request, proof: request.headers[.authorization] ?? "") { content in
                    guard request.headers[.authorization] == content.token else { return (.unauthorized, "no") }
                    return (.ok, content.json())
                }
            }
        }
        router.put("/latest/api/token") { [self] request, _ in
            content.withLock { content in
                let time = request.headers[.init("x-aws-ec2-metadata-token-ttl-seconds")!] ?? ""
                return content.answer(to: request, proof: time) { (.ok, $0.token) }
            }
        }
        for path in ["", "/chart-role"] {
            router.get("/latest/meta-data/iam/security-credentials\(path)") { [self] request, _ in
                content.withLock { content in
                    let proof = request.headers[.init("x-aws-ec2-metadata-token")!] ?? ""
                    return content.answer(to: request, proof: proof) { content in
                        guard proof == content.token else { return (.unauthorized, "") }
                        guard request.uri.path.hasSuffix("/chart-role") else { return (.ok, "chart-role") }
                        return (.ok, content.json(more: #""Code":"Success","Type":"AWS-HMAC","#))
                    }
                }
            }
        }
    }
}

extension FakeCredentials.Content {
    fileprivate mutating func answer(
        to request: Request, proof: String, _ usual: (inout Self) -> (HTTPResponse.Status, String)
    ) -> Response {
        requests.append("\(request.method.rawValue) \(request.uri.path) \(proof)")
        let (status, text) = failures.isEmpty ? usual(&self) : failures.removeFirst()
        return Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    fileprivate mutating func make() -> (access: String, secret: String, session: String, expiration: String) {
        count += 1
        end = now + 3_600
        return ("key-\(count)", "secret-\(count)", "session-\(count)", (now + 3_600).formatted(.iso8601))
    }

    fileprivate mutating func json(more: String = "") -> String {
        let keys = make()
        return """
            {\(more)"AccessKeyId":"\(keys.access)","Expiration":"\(keys.expiration)","RoleArn":"arn",\
            "SecretAccessKey":"\(keys.secret)","Token":"\(keys.session)"}
            """
    }
}
