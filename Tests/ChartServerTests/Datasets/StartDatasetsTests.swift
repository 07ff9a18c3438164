import ChartSeries
import Configuration
import Logging
import Testing

@testable import ChartServer

struct StartDatasetsTests {
    private func load(_ server: TestServer) throws -> [NamedTable] {
        try StartDatasets.load(
            settings: Settings(reader: server.reader), logger: Logger(label: "start") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func `stored datasets come first, bundled ones under names still free`() throws {
        let server = try TestServer()
        try server.directory.write("x,y\n1,2\n", to: "Public/data/bundled.csv")
        try server.directory.write("x,y\n1,2\n3,4\n", to: "Public/data/users.csv")
        try server.directory.write("not a table", to: "Public/data/broken.csv")
        let stored = try Table(xName: "x", xKind: .number, x: [9], columns: [("y", [9])])
        try DatasetDirectory(dataDirectory: server.directory.path).save(stored, as: "users")
        let loaded = try load(server)
        #expect(loaded.map(\.name) == ["active-users", "bundled", "users"])
        #expect(loaded.last?.table.x == [9])
    }

    @Test func `without the demo only stored datasets are there`() throws {
        let server = try TestServer(["demo.enabled": false])
        try server.directory.write("x,y\n1,2\n", to: "Public/data/bundled.csv")
        #expect(try load(server).isEmpty)
    }

    @Test func `a damaged dataset is left out and the others are served`() throws {
        let server = try TestServer(["demo.enabled": false])
        let directory = try DatasetDirectory(dataDirectory: server.directory.path)
        let table = try Table(xName: "x", xKind: .number, x: [9], columns: [("y", [9])])
        for name in ["good", "bad"] { try directory.save(table, as: name) }
        try server.directory.write("damaged", to: "datasets/bad/manifest.json")
        #expect(try load(server).map(\.name) == ["good"])
    }
}
