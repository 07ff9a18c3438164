import ArgumentParser
import ChartStorage
import ChartStores
import HTTPTypes
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartCommands
@testable import ServerTestSupport

struct KeysCommandTests {
    private func parse<Command: ParsableCommand>(_ type: Command.Type, _ arguments: [String]) throws -> Command {
        try #require(try ChartSurfaceCommand.parseAsRoot(["keys"] + arguments) as? Command)
    }

    private func run(_ arguments: [String]) throws {
        var command = try ChartSurfaceCommand.parseAsRoot(["keys"] + arguments)
        try command.run()
    }

    private func message(_ arguments: [String]) -> String {
        do {
            _ = try ChartSurfaceCommand.parseAsRoot(["keys"] + arguments)
            return "accepted"
        } catch {
            return ChartSurfaceCommand.message(for: error)
        }
    }

    @Test func `a key is added, listed and revoked beside a running server`() async throws {
        let server = try TestServer()
        try await server.test { _ in
            let data = ["--data-dir", server.directory.path]
            try run(["add", "import job", "--scope", "datasets:read", "--expires", "90d"] + data)
            let keys = try SQLiteAPIKeyStore(dataDirectory: server.directory.path).keys()
            let key = try #require(keys.first)
            #expect(keys.count == 1 && key.name == "import job" && key.scopes == [.readDatasets])
            #expect(key.datasets == .all)
            #expect(key.expiresAt == key.createdAt + 90 * 86_400_000)
            let line = try parse(KeysListCommand.self, ["list"] + data).lines()
            #expect(line == [KeyLines.row(of: key, now: key.createdAt)])
            try run(["revoke", key.id] + data)
            #expect(try parse(KeysListCommand.self, ["list"] + data).lines()[0].hasSuffix("\trevoked"))
        }
    }

    @Test func `scopes and patterns may be repeated, or stand between blanks and commas`() throws {
        let request = try parse(
            KeysAddCommand.self,
            [
                "add", "n", "--scope", "datasets:read sessions:create", "--scope", "metrics:read,datasets:read",
                "--datasets", "sales-*", "--datasets", "a,b",
            ]
        ).request
        #expect(request.scopes == [.readDatasets, .createSessions, .readMetrics])
        #expect(request.datasets.patterns == ["sales-*", "a", "b"])
        #expect(request.lifetime == nil)
    }

    @Test func `what cannot be a key is refused with what would be right`() {
        let scope = ["--scope", "datasets:read"]
        #expect(
            message(["add", "n", "--scope", "datasets:raed"]).contains(
                """
                datasets:raed is no scope; there are datasets:read, datasets:write, sessions:create, sessions:manage, \
                replays:run and metrics:read.
                """))
        #expect(message(["add", "n"]).contains("A key needs --scope at least once; there are datasets:read,"))
        #expect(message(["add", "n", "--scope", " ,"]).contains("A key needs --scope at least once"))
        #expect(message(["add", "n", "--datasets", "a/b"] + scope).contains("a/b is no pattern of datasets"))
        #expect(message(["add", "n", "--datasets", ""] + scope).contains("--datasets needs a pattern"))
        #expect(message(["add", "n", "--expires", "90 days"] + scope).contains("90 days is no lifetime"))
        #expect(message(["add", "n", "--expires", "0s"] + scope).contains("0s is no lifetime"))
        #expect(message(["add", "n", "--expires", "3651d"] + scope).contains("3651d is no lifetime"))
        #expect(message(["add", ""] + scope).contains("A name has 1 to 128 bytes"))
        #expect(message(["add", "a\tb"] + scope).contains("no control characters"))
        let many = (0...64).map { "d\($0)" }.joined(separator: ",")
        #expect(message(["add", "n", "--datasets", many] + scope).contains("at most 64 patterns"))
        #expect(message(["add", "n", "--expires", "3650d", "--datasets", "*"] + scope) == "accepted")
    }

    @Test func `a key is revoked by its id, its subject and its text, and a malformed one is not repeated`() throws {
        let (key, text) = APIKey.make(name: "n", scopes: [.readDatasets], datasets: .all, createdAt: 0, expiresAt: nil)
        for name in [key.id, key.subject, text] { #expect(KeysRevokeCommand.id(in: name) == key.id, "\(name)") }
        for name in ["", "csk_", "csk_csk_" + key.id, key.id + "0", "n"] {
            #expect(KeysRevokeCommand.id(in: name) == nil, "\(name)")
        }
        let secret = String(text.dropFirst(17).dropLast())
        #expect(!message(["revoke", String(text.dropLast())]).contains(secret))
    }

    @Test func `an unknown key exits with 65, and a damaged store with 74`() throws {
        let directory = try TemporaryDirectory()
        let data = ["--data-dir", directory.path]
        #expect(throws: ExitCode(65)) { try run(["revoke", "000000000000"] + data) }
        let other = try TemporaryDirectory()
        try other.write(String(repeating: "no database ", count: 1_000), to: "keys.sqlite")
        for arguments in [["list"], ["revoke", "000000000000"], ["add", "n", "--scope", "metrics:read"]] {
            #expect(throws: ExitCode(74)) { try run(arguments + ["--data-dir", other.path]) }
        }
        #expect(throws: ExitCode(78)) { try run(["list", "--config", "/no/such.yaml"]) }
    }

    @Test func `no line about a key has its hash or its secret`() throws {
        let (key, text) = APIKey.make(
            name: "n", scopes: [.readMetrics, .readDatasets], datasets: DatasetPatterns(["a-*", "b"]),
            createdAt: 1_700_000_000_000, expiresAt: 1_800_000_000_000)
        let row = KeyLines.row(of: key, now: 1_700_000_000_000)
        #expect(
            row == "\(key.id)\tn\tdatasets:read metrics:read\ta-* b\t2023-11-14T22:13:20Z\t2027-01-15T08:00:00Z\tactive"
        )
        let rights = KeyLines.rights(of: key)
        #expect(rights.contains("gives datasets:read metrics:read on the datasets a-* b, until 2027-01-15T08:00:00Z."))
        for line in [row, rights] { #expect(!line.contains(text.suffix(40))) }
    }

    @Test func `each change is told after it was stored, and a repeated revocation is none`() throws {
        let store = MemoryAPIKeyStore()
        let changes = Mutex<[KeyAdministration.Change]>([])
        func keys(at now: Int64) -> KeyAdministration {
            KeyAdministration(store: store, now: now) { change in changes.withLock { $0.append(change) } }
        }
        let request = try KeyRequest(name: "n", scopes: ["metrics:read"], datasets: [], expires: "1s")
        let key = try keys(at: 5).add(request).key
        #expect(key.expiresAt == 1_005)
        let revoked = try #require(try keys(at: 6).revoke(key.id))
        #expect(try keys(at: 7).revoke(key.id) == revoked)
        #expect(try keys(at: 7).revoke("000000000000") == nil)
        #expect(changes.withLock { $0 } == [.added(key), .revoked(revoked)])
    }
}
