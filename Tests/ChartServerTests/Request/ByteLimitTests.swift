import ChartWire
import Configuration
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import ChartServer

struct ByteLimitTests {
    private func limit(_ rule: BodyRule, bytes: Int) throws -> ByteLimit {
        let values: [AbsoluteConfigKey: ConfigValue] = [
            "limits.bodyBytes": .init(integerLiteral: bytes), "limits.datasetBytes": .init(integerLiteral: bytes),
        ]
        let settings = try Settings(reader: ConfigReader(provider: InMemoryProvider(values: values)))
        return ByteLimit(rule: rule, limits: settings.limits)
    }

    private func streamed(_ chunks: [String], headers: HTTPFields = [:]) -> Request {
        let stream = AsyncStream { continuation in
            for chunk in chunks { continuation.yield(ByteBuffer(string: chunk)) }
            continuation.finish()
        }
        return Request(
            head: HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/", headerFields: headers),
            body: RequestBody(asyncSequence: stream))
    }

    @Test func `without a length a body at the limit passes, and one byte more does not`() async throws {
        let limit = try limit(.json, bytes: 6)
        #expect(try await limit.collect(streamed(["abc", "def"])) == Array("abcdef".utf8))
        let problem = await #expect(throws: Problem.self) { try await limit.collect(streamed(["abc", "def", "g"])) }
        #expect(problem?.code == .bodyTooLarge)
    }

    @Test func `a length over the limit is refused before the body is read`() async throws {
        let limit = try limit(.dataset, bytes: 6)
        let problem = await #expect(throws: Problem.self) {
            try await limit.collect(streamed([], headers: [.contentLength: "7"]))
        }
        #expect(problem?.code == .datasetTooLarge)
    }
}
