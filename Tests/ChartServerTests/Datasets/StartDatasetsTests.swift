import ChartSeries
import ChartSessions
import Configuration
import Logging
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ChartStorage

struct StartDatasetsTests {
    private func open(_ server: TestServer) throws -> DatasetCatalog {
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
        let refusal = #expect(throws: DatasetCatalog.Refusal.self) { try catalog.rows(of: "bad") }
        guard case .store(let error) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(error.kind == .damaged)
    }
}
