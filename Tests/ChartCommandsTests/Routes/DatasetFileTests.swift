import ChartServer
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// Datasets after a restart of the server.
@Suite struct DatasetFileTests {
    private static let path = "/v1/datasets/line"

    @Test func `acknowledged rows are there after a restart, appended ones too`() async throws {
        let server = try TestServer()
        try await server.test { client in
            let service = Service(client: client)
            let stored = try await service.send(.put, Self.path, "t,v\n1,2\n2,\n4,5.5\n", type: "text/csv")
            #expect(stored.status == 201)
            let appended = try await service.send(.post, Self.path + "/rows", "t,v\n4,7\n9,8\n", type: "text/csv")
            #expect(appended.status == 200)
        }
        try await server.test { client in
            let service = Service(client: client)
            let line = try await service.send(.get, Self.path)
            #expect(line.integer("rows") == 5 && line.integer("version") == 2)
            let window = try await service.send(.get, Self.path + "/window")
            #expect(window.text.contains(#""rows":[[1,2],[2,null],[4,5.5],[4,7],[9,8]]"#))
            let later = try await service.send(.post, Self.path + "/rows", "t,v\n10,1\n", type: "text/csv")
            #expect(later.integer("version") == 3)
            #expect(try await service.send(.delete, Self.path).status == 204)
        }
        try await server.test { client in
            let gone = try await Service(client: client).send(.get, Self.path)
            #expect(gone.status == 404)
        }
    }

    @Test func `a failed import leaves nothing and keeps the dataset that it was to replace`() async throws {
        let server = try TestServer()
        let rows = (0..<70_000).map { "\($0 * $0),1\n" }.joined()
        try await server.test { client in
            let service = Service(client: client)
            let first = try await service.send(.put, Self.path, "t,v\n1,2\n", type: "text/csv")
            #expect(first.status == 201)
            for name in ["line", "new"] {
                let reply = try await service.send(
                    .put, "/v1/datasets/\(name)", "t,v\n" + rows + "1,1\n", type: "text/csv")
                reply.isProblem("dataset.out-of-order", "\(reply.text)")
                #expect(reply.integer("line") == 70_002)
            }
            #expect(try await service.send(.get, Self.path).integer("rows") == 1)
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: server.directory.path + "/datasets").sorted()
        #expect(names == ["line", "line/1-0.f64", "line/1-1.f64", "line/1-journal", "line/manifest.json"])
    }

    @Test func `a dataset with more columns than files can be open is refused and leaves nothing`() async throws {
        let server = try TestServer()
        @Sendable func rows(columns: Int) -> String {
            "t," + (0..<columns).map { "c\($0)" }.joined(separator: ",") + "\n1"
                + String(repeating: ",2", count: columns) + "\n"
        }
        try await server.test { client in
            let service = Service(client: client)
            let refused = try await service.send(.put, Self.path, rows(columns: 1025), type: "text/csv")
            refused.isProblem("dataset.too-large", "\(refused.text)")
            let taken = try await service.send(.put, Self.path, rows(columns: 100), type: "text/csv")
            #expect(taken.status == 201)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: server.directory.path + "/datasets/line")
        #expect(names.count == 103)
    }

    @Test func `a damaged dataset answers 503 and can be replaced`() async throws {
        let server = try TestServer()
        try await server.test { client in
            let service = Service(client: client)
            for name in ["line", "other"] {
                let dataset = try await service.send(
                    .put, "/v1/datasets/\(name)", "t,v\n1,2\n3,4\n9,9\n", type: "text/csv")
                #expect(dataset.status == 201)
            }
        }
        try server.directory.write("short", to: "datasets/line/1-1.f64")
        try await server.test { client in
            let service = Service(client: client)
            let reply = try await service.send(.get, Self.path)
            reply.isProblem("dataset.damaged", "\(reply.text)")
            #expect(reply.status == 503 && reply.headers[.retryAfter] != nil)
            #expect(!reply.text.contains(server.directory.path), "paths are for the log")
            let refused = try await service.send(.post, Self.path + "/rows", "t,v\n10,1\n", type: "text/csv")
            #expect(refused.status == 503)
            #expect(try await service.send(.get, "/v1/datasets/other").status == 200)
            #expect(try await service.send(.get, "/v1/datasets").text.contains("\"other\""))
            let replaced = try await service.send(.put, Self.path, "t,v\n1,2\n", type: "text/csv")
            #expect(replaced.status == 200)
            #expect(try await service.send(.get, Self.path).integer("rows") == 1)
        }
    }

    @Test func `rows of JSON may come before their columns up to a limit`() async throws {
        let server = try TestServer()
        try await server.test { client in
            let service = Service(client: client)
            let few = try await service.send(.put, Self.path, #"{"rows":[[1,2]],"columns":["t","v"]}"#)
            #expect(few.status == 201 && few.integer("rows") == 1)
            let rows = String(repeating: "[1,2],", count: 100_000) + "[1,2]"
            let many = try await service.send(.put, Self.path, #"{"rows":[\#(rows)],"columns":["t","v"]}"#)
            many.isProblem("body.missing-property", "\(many.text)")
            #expect(many.pointer == "/columns")
            let columnsFirst = try await service.send(.put, Self.path, #"{"columns":["t","v"],"rows":[\#(rows)]}"#)
            #expect(columnsFirst.integer("rows") == 100_001)
        }
    }

    @Test func `bare doubles, one column after the other, are rows`() async throws {
        let server = try TestServer()
        try await server.test { client in
            let service = Service(client: client)
            var body = ByteBuffer()
            for value in [1, 2.5, 4, 10, Double.nan, -0.5] as [Double] {
                body.writeInteger(value.bitPattern, endianness: .little)
            }
            func put(_ query: String, _ body: ByteBuffer) async throws -> Reply {
                try await client.execute(
                    uri: Self.path + query, method: .put, headers: [.contentType: "application/octet-stream"],
                    body: body
                ) { Reply(status: $0.status.code, headers: $0.headers, text: String(buffer: $0.body)) }
            }
            let reply = try await put("?columns=t,v", body)
            #expect(reply.status == 201, "\(reply.text)")
            #expect(reply.integer("import/rows") == 3 && reply.integer("import/bytes") == 48)
            let window = try await service.send(.get, Self.path + "/window")
            #expect(window.text.contains(#""rows":[[1,10],[2.5,null],[4,-0.5]]"#), "\(window.text)")
            try await put("", body).isProblem("query.invalid")
            try await put("?columns=t", body).isProblem("query.invalid")
            try await put("?columns=a,b,c,d", body).isProblem("dataset.ragged-row")
            let missing = try await put("?columns=v,t&x=t", body)
            missing.isProblem("dataset.value-invalid")
            #expect(missing.string("detail") == "A number is not finite, in row 1 in column \"t\".", "\(missing.text)")
            let unknown = try await put("?columns=t,v&x=z", body)
            unknown.isProblem("dataset.unknown-column")
            #expect(unknown.string("detail") == "There is no column \"z\".")
            #expect(unknown.string("pointer") == nil)
            try await put("?columns=t,v", ByteBuffer()).isProblem("dataset.empty")
            body.setInteger((0.5).bitPattern, at: 8, endianness: .little)
            let reversed = try await put("?columns=t,v", body)
            reversed.isProblem("dataset.out-of-order", "\(reversed.text)")
            #expect(reversed.integer("row") == 1)
            body.setInteger(Double.infinity.bitPattern, at: 40, endianness: .little)
            body.setInteger((2.5).bitPattern, at: 8, endianness: .little)
            try await put("?columns=t,v", body).isProblem("dataset.value-invalid")
        }
    }
}
