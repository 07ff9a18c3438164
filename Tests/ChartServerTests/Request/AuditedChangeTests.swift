import ChartDatasets
import ChartEngine
import ChartStores
import ChartWire
import HTTPTypes
import Logging
import NIOCore
import StoreTestSupport
import Testing

@testable import ChartServer
@testable import ServerTestSupport

/// Changes beside an audit log that cannot be written.
struct AuditedChangeTests {
    private let output = HeldOutput()
    private let count = Count()

    /// A route for each change that the audit log tells of; its handler answers at once, late or with a problem.
    private var routes: [Route] {
        AuditRecord.Action.allCases.flatMap { action in
            [
                Route(
                    method: .put, pattern: "/\(action.rawValue)/now", operationID: "\(action.rawValue) now",
                    access: .open,
                    audited: action
                ) { _ in .now(try made()) },
                Route(
                    method: .put, pattern: "/\(action.rawValue)/late", operationID: "\(action.rawValue) late",
                    access: .open,
                    audited: action
                ) { _ in .longWork { _ in .now(try made()) } },
            ]
        } + [Route(method: .get, pattern: "/read", operationID: "read", access: .open) { _ in .now(.noContent()) }]
    }

    private func made() throws -> Answer {
        count.add()
        return .noContent()
    }

    /// The changes that have a line for every caller.
    private static let actions = AuditRecord.Action.allCases.filter { $0 != .sessionEnd && $0 != .credentialRefused }

    private func run(_ body: @Sendable (any ServerClient, LineQueue) async throws -> Void) async throws {
        let queue = output.queue()
        try await TestServer().test(routes: routes, auditLog: AuditLog(isOn: true, output: queue)) { client in
            try await body(client, queue)
        }
    }

    /// Makes the audit log unwritable.
    private func block(_ queue: LineQueue) {
        queue.keep([UInt8(ascii: "\n")])
        output.clock.advance(byMilliseconds: 1_001)
    }

    @Test(.timeLimit(.minutes(10)), arguments: actions, ["now", "late"])
    func `a change is answered once its line is written`(action: AuditRecord.Action, time: String) async throws {
        try await run { client, queue in
            let answered = Count()
            try await withThrowingTaskGroup { group in
                group.addTask {
                    let answer = try await client.execute(uri: "/\(action.rawValue)/\(time)", method: .put)
                    #expect(answer.status == .noContent)
                    answered.add()
                }
                // The clock stands still until the line is there, so that the change is not refused.
                try await eventually { count.value == 1 }
                try await eventually {
                    output.clock.advance(byMilliseconds: 2_000)
                    return queue.isBlocked
                }
                #expect(try await client.execute(uri: "/read", method: .get).status == .noContent)
                #expect(answered.value == 0)
                output.open()
                try await group.waitForAll()
            }
            #expect(
                output.text.contains(#""action":"\#(action.rawValue)""#) && output.text.contains(#""outcome":"done""#))
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: actions, ["now", "late"])
    func `a change is refused before it is made while lines wait`(action: AuditRecord.Action, time: String) async throws
    {
        try await run { client, queue in
            block(queue)
            let answer = try await client.execute(uri: "/\(action.rawValue)/\(time)", method: .put)
            try expectProblem(.auditBlocked, answer)
            #expect(answer.headers[.retryAfter] == "1")
            #expect(count.value == 0)
            #expect(try await client.execute(uri: "/read", method: .get).status == .noContent)
            output.open()
            queue.flush(within: .seconds(60))
            #expect(output.text.contains(#""outcome":"audit.blocked""#))
            let later = try await client.execute(uri: "/\(action.rawValue)/\(time)", method: .put)
            #expect(later.status == .noContent)
        }
    }

    @Test func `the end of a session by its own token has no line, and goes on`() async throws {
        try await run { client, queue in
            block(queue)
            let answer = try await client.execute(uri: "/session.end/late", method: .put)
            #expect(answer.status == .noContent)
            #expect(count.value == 1)
            output.open()
        }
    }

    @Test func `each route of a change is of the server's, and so is refused as these are`() throws {
        let server = try TestServer()
        let service = try ServiceDependencies(
            settings: try server.settings, catalog: LocalDatasetCatalog(), store: MemorySessionStore(),
            modifiers: .builtIn, logger: Logger(label: "test"))
        let routes = RouteTable.all(
            over: RouteDependencies(
                settings: try server.settings, service: service, drain: Drain(patience: .seconds(1)), page: nil,
                documentation: nil)
        ).routes
        let audited = routes.compactMap(\.audited)
        let changes = [
            "dataset.annotate", "dataset.annotate", "dataset.append", "dataset.append", "dataset.append",
            "dataset.delete", "dataset.patch", "dataset.put",
            "dataset.remove-rows", "session.end", "token.grant", "token.revoke",
        ]
        #expect(audited.map(\.rawValue).sorted() == changes)
        #expect(routes.filter(\.isFrequent).map(\.operationID) == ["writeLines", "writeLinesV2", "postEvents"])
    }
}
