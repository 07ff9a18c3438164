import ChartWire
import Configuration
import HTTPTypes
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

    private func body(_ pieces: String...) -> IncomingBody {
        let (body, source) = IncomingBody.make {}
        for piece in pieces { _ = source.yield(ByteBuffer(string: piece)) }
        source.finish()
        return body
    }

    @Test func `without a length a body at the limit passes, and one byte more does not`() async throws {
        let limit = try limit(.json, bytes: 6)
        #expect(try await limit.collect(body("abc", "def")) == Array("abcdef".utf8))
        let problem = await #expect(throws: Problem.self) { try await limit.collect(body("abc", "def", "g")) }
        #expect(problem?.code == .bodyTooLarge)
    }

    @Test func `a length over the limit is refused before the body is read`() throws {
        let limit = try limit(.dataset, bytes: 6)
        let problem = #expect(throws: Problem.self) { try limit.check([.contentLength: "7"]) }
        #expect(problem?.code == .datasetTooLarge)
        #expect(throws: Never.self) { try limit.check([.contentLength: "6"]) }
    }
}
