import ChartStores
import Foundation
import HTTPTypes
import NIOCore
import StoreTestSupport
import Testing

@testable import ChartServer
@testable import ServerTestSupport

/// What `/health/ready` says of a store that does not commit.
@Suite struct HealthRouteTests {
    /// A store whose condition the test chooses.
    private final class ConditionedStore: ForwardingStore {
        let base: any SessionStore = MemorySessionStore()
        let condition: StoreCondition

        init(_ condition: StoreCondition) { self.condition = condition }
    }

    @Test(arguments: [
        (StoreCondition.failing(.full), UnreadyCause.storeFull), (.failing(.unavailable("away")), .storeUnavailable),
        (.failing(.damaged("altered")), .storeDamaged), (.failing(.inDoubt), .storeUnavailable),
        (.stalled, .storeStalled),
    ])
    func `the answer has the cause as a word`(condition: StoreCondition, cause: UnreadyCause) async throws {
        let drain = Drain(patience: .seconds(1))
        let routes = HealthRoutes.routes(drain: drain, store: ConditionedStore(condition))
        try await TestServer().test(routes: routes, drain: drain) { client in
            let told = try await Self.cause(client)
            #expect(told == cause.rawValue)
            drain.begin()
            let last = try await Self.cause(client)
            #expect(last == UnreadyCause.draining.rawValue)
        }
    }

    @Test func `an audit log that cannot be written is a cause`() async throws {
        let (drain, output) = (Drain(patience: .seconds(1)), HeldOutput())
        let queue = output.queue()
        let log = AuditLog(isOn: true, output: queue)
        let routes = HealthRoutes.routes(drain: drain, store: MemorySessionStore(), auditLog: log)
        try await TestServer().test(routes: routes, drain: drain) { client in
            log.keep(AuditRecord(action: .keyAdd, outcome: .done))
            #expect(try await client.execute(uri: "/health/ready", method: .get).status == .ok)
            output.clock.advance(byMilliseconds: 1_001)
            let told = try await Self.cause(client)
            #expect(told == "audit.blocked")
            output.open()
            queue.flush(within: .seconds(60))
            #expect(try await client.execute(uri: "/health/ready", method: .get).status == .ok)
        }
    }

    private static func cause(_ client: any ServerClient) async throws -> String? {
        let answer = try await client.execute(uri: "/health/ready", method: .get)
        #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] != nil)
        let object = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
        return (object as? [String: Any])?["cause"] as? String
    }
}
