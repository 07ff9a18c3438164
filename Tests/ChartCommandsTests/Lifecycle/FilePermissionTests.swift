import Configuration
import Foundation
import HTTPTypes
import Testing

@testable import ServerTestSupport

/// Only the server's own user can read what the server writes.
struct FilePermissionTests {
    @Test func `only the owner can read each file and folder`() async throws {
        var server = try TestServer()
        let data = server.directory.path + "/new-data"
        server.values["data.dir"] = .init(stringLiteral: data)
        try await server.test { client in
            let service = Service(client: client)
            try await service.importLine()
            _ = try await service.send(.post, "/v1/datasets/line/rows", "t,v\n101,1\n", type: "text/csv")
            _ = try await service.open()
            let manager = FileManager.default
            let places = try manager.subpathsOfDirectory(atPath: data).map { data + "/" + $0 } + [data]
            #expect(places.contains { $0.hasSuffix("sessions.sqlite-wal") } && places.contains { $0.hasSuffix(".f64") })
            for place in places {
                let attributes = try manager.attributesOfItem(atPath: place)
                let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                #expect(mode == (isFolder ? 0o700 : 0o600), "\(place)")
            }
        }
    }
}
