import ChartDatasets
import ChartSeries
import ChartStores
import Configuration
import Logging
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ChartStorage
@testable import ServerTestSupport

struct StartDatasetsTests {
    private func open(_ server: TestServer) throws -> LocalDatasetCatalog {
        try StartDatasets.open(
            settings: Settings(reader: server.reader), logger: Logger(label: "start") { _ in SwiftLogNoOpLogHandler() })
    }

    private func store(_ names: [String], below path: String) throws {
        let block = RowBlock(try Table(xName: "x", xKind: .number, x: [9], columns: [("y", [9])]))
        let directory = try DatasetDirectory(dataDirectory: path)
        for name in names {
            let draft = try directory.makeDraft(for: name, shape: block.shape)
            try draft.append(block)
            _ = try directory.commit(draft, as: name)
        }
    }

    @Test func `stored datasets come first, bundled ones get names still free`() throws {
        let server = try TestServer()
        try server.directory.write("x,y\n1,2\n", to: "Public/data/bundled.csv")
        try server.directory.write("x,y\n1,2\n3,4\n", to: "Public/data/users.csv")
        try server.directory.write("not a table", to: "Public/data/broken.csv")
        try store(["users"], below: server.directory.path)
        let catalog = try open(server)
        #expect(catalog.names == ["active-users", "bundled", "users"])
        #expect(catalog.table("users")?.x == [9])
    }

    @Test func `the start knows the owners of stored datasets, and counts their bytes`() throws {
        let server = try TestServer(["limits.principal.dataBytes": "1MiB"])
        let block = RowBlock(
            try Table(
                xName: "x", xKind: .number, x: (0..<40_000).map { Double($0 * $0) },
                columns: [("y", [Double](repeating: 9, count: 40_000))]))
        do {
            let directory = try DatasetDirectory(dataDirectory: server.directory.path)
            let draft = try directory.makeDraft(for: "owned", shape: block.shape, owner: "csk_1")
            try draft.append(block)
            _ = try directory.commit(draft, as: "owned")
        }
        let catalog = try open(server)
        #expect(catalog.owner(of: "owned") == "csk_1" && catalog.owner(of: "active-users") == nil)
        #expect(catalog.bytes(ofOwner: "csk_1") >= 640_000)
        let draft = try catalog.makeDraft(for: "second", shape: block.shape, owner: "csk_1")
        let error = #expect(throws: DatasetStoreError.self) { try draft.append(block) }
        #expect(error?.kind == .ownerQuota)
        try catalog.makeDraft(for: "third", shape: block.shape, owner: "csk_2").append(block)
    }

    @Test func `without the demo there are only stored datasets`() throws {
        let server = try TestServer(["demo.enabled": false])
        try server.directory.write("x,y\n1,2\n", to: "Public/data/bundled.csv")
        #expect(try open(server).names.isEmpty)
    }

    @Test func `a damaged dataset answers its error, also under a bundled name, and others are served`() throws {
        let server = try TestServer()
        try server.directory.write("x,y\n1,2\n", to: "Public/data/bad.csv")
        try store(["good", "bad"], below: server.directory.path)
        try server.directory.write("damaged", to: "datasets/bad/manifest.json")
        let catalog = try open(server)
        #expect(catalog.names == ["active-users", "good"])
        let refusal = #expect(throws: DatasetRefusal.self) { try catalog.rows(of: "bad") }
        guard case .store(let error) = refusal?.reason else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(error.kind == .damaged)
    }
}
