import ChartStores
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import ChartCommands
@testable import ServerTestSupport
@testable import SessionTestSupport

/// Feeders that speak InfluxDB line protocol.
@Suite struct FeedRouteTests {
    private static func rows(of name: String, on service: Service) async throws -> String {
        try await service.send(.get, "/v1/datasets/\(name)/rows").text
    }

    @Test func `lines make datasets, which take late and repeated lines and new fields`() async throws {
        try await Service.run { service in
            let lines = """
                weather,location=us-midwest temperature=82 1465839830100400200
                weather,location=us-midwest humidity=71i 1465839830100400200
                cpu usage=0.5,note="busy",ok=true 1465839830100000000
                """
            let written = try await service.send(.post, "/write?db=x&rp=y", lines, type: nil)
            #expect(written.status == 204 && written.text.isEmpty, "\(written.text)")
            let cpu = try await service.send(.get, "/v1/datasets/cpu")
            #expect(cpu.string("key") == "x" && cpu.string("late") == "merge" && cpu.string("xKind") == "date")
            #expect(try await Self.rows(of: "cpu", on: service) == "time,usage,ok\n2016-06-13T17:43:50.100Z,0.5,1\n")
            let weather = try await Self.rows(of: "weather", on: service)
            #expect(weather.hasPrefix("time,temperature.us-midwest,humidity.us-midwest\n"))
            #expect(weather.split(separator: "\n").count == 2 && weather.contains(",82,71"))
            let later = try await service.send(
                .post, "/api/v2/write?bucket=b&org=o&precision=ms",
                "cpu usage=1 1465839830300\ncpu usage=2 1465839830200\ncpu ok=false,idle=9 1465839830100\n",
                type: "text/plain")
            #expect(later.status == 204, "\(later.text)")
            #expect(
                try await Self.rows(of: "cpu", on: service) == """
                    time,usage,ok,idle
                    2016-06-13T17:43:50.100Z,0.5,0,9
                    2016-06-13T17:43:50.200Z,2,,
                    2016-06-13T17:43:50.300Z,1,,

                    """)
            #expect(try await service.send(.post, "/write", "now f=1", type: nil).status == 204)
            #expect(try await Self.rows(of: "now", on: service).contains("2024-10-15T"), "the server's clock")
        }
    }

    @Test func `a line that cannot be taken is left out and named, and the others are taken`() async throws {
        try await Service.run { service in
            let lines = "cpu f=1 1000000\ncpu f=x\ncpu f=2 2000000\n\nm\n"
            let old = try await service.send(.post, "/write", lines, type: nil)
            #expect(old.status == 400)
            #expect(
                old.text
                    == #"{"error":"partial write: line 2: invalid field value x; line 5: missing fields dropped=2"}"#)
            #expect(try await service.send(.get, "/v1/datasets/cpu").integer("rows") == 2)
            let new = try await service.send(.post, "/api/v2/write", lines, type: nil)
            #expect(new.status == 400 && new.string("code") == "invalid" && new.integer("line") == 2)
            try await service.send(.patch, "/v1/datasets/cpu", #"{"lateRows":1}"#)
            let late = try await service.send(.post, "/write", "cpu f=3 3000000\ncpu f=0 0\n", type: nil)
            #expect(late.status == 400 && late.text.contains("line 2:") && late.text.contains("dropped=1"))
            #expect(try await service.send(.get, "/v1/datasets/cpu").integer("rows") == 3)
            try await service.importLine()
            let other = try await service.send(.post, "/write", "line v=3 3000000\n", type: nil)
            #expect(other.status == 400 && other.text.contains("line 1:"), "\(other.text)")
            try await service.send(.post, "/write?precision=d", "cpu f=1", type: nil).isProblem("query.invalid")
        }
    }

    @Test func `one dataset or column too many is a bad line`() async throws {
        try await Service.run(["limits.datasets": "1", "demo.enabled": "false"]) { service in
            let fields = (0..<1_024).map { "f\($0)=1" }.joined(separator: ",")
            #expect(try await service.send(.post, "/write", "a \(fields) 1", type: nil).status == 204)
            let wide = try await service.send(.post, "/write", "a more=1 2\na f0=2 3\n", type: nil)
            #expect(wide.status == 400 && wide.text.contains("line 1: a dataset has at most 1024 columns dropped=1"))
            let second = try await service.send(.post, "/write", "b f=1 1\na f0=3 4\n", type: nil)
            #expect(second.status == 400 && second.text.contains("line 1:") && second.text.contains("dropped=1"))
            #expect(try await service.send(.get, "/v1/datasets/a").integer("rows") == 3)
        }
    }

    @Test func `many lines beside one of many columns are refused before any is taken`() async throws {
        try await Service.run { service in
            let fields = (0..<1_024).map { "f\($0)=1" }.joined(separator: ",")
            let lines = (2...16_385).map { "wide f0=1 \($0)\n" }.joined()
            let refused = try await service.send(.post, "/write", "narrow v=1 1\nwide \(fields) 1\n" + lines, type: nil)
            #expect(refused.status == 413, "\(refused.text)")
            try await service.send(.get, "/v1/datasets/narrow").isProblem("dataset.unknown")
            let fewer = try await service.send(.post, "/write", "wide \(fields) 1\nwide f0=1 2\n", type: nil)
            #expect(fewer.status == 204, "\(fewer.text)")
        }
    }

    @Test func `tags make the name where the configuration says so`() async throws {
        try await Service.run(["feeds.lineProtocol.name": "{measurement}-{host}"]) { service in
            let reply = try await service.send(.post, "/write", "cpu,host=a,core=1 f=1 1", type: nil)
            #expect(reply.status == 204)
            #expect(try await Self.rows(of: "cpu-a", on: service).hasPrefix("time,f.1\n"))
        }
    }

    @Test func `what clients ask first is answered`() async throws {
        try await Service.run { service in
            for method in [HTTPRequest.Method.get, .head] {
                let ping = try await service.send(method, "/ping?verbose=true")
                let version = try #require(HTTPField.Name("X-Influxdb-Version"))
                #expect(ping.status == 204 && ping.headers[version] != nil)
            }
            #expect(try await service.send(.get, "/health").text == #"{"name":"chart-surface","status":"pass"}"#)
            let made = #"{"results":[{"statement_id":0}]}"#
            let form = "application/x-www-form-urlencoded"
            #expect(try await service.send(.post, "/query?q=CREATE+DATABASE+%22telegraf%22").text == made)
            let reply = try await service.send(.post, "/query", "q=create%20database%20x&db=", type: form)
            #expect(reply.text == made && reply.status == 200)
            for query in ["q=SELECT+1", "", "q=SHOW+DATABASES"] {
                #expect(try await service.send(.post, "/query?\(query)").status == 400)
            }
        }
    }

    @Test func `a feeder shows its key as a token or as a password`() async throws {
        try await KeyedServiceTests.run(keys: [([.writeDatasets], ["cpu*"]), ([.readDatasets], ["*"])]) {
            server, keys in
            func write(_ authorization: String?, _ lines: String = "cpu f=1 1") async throws -> (Int, String) {
                try await server.client.execute(
                    uri: "/write", method: .post,
                    headers: authorization.map { [.authorization: $0] } ?? [:], body: .init(string: lines)
                ) { ($0.status.code, String(buffer: $0.body)) }
            }
            let basic = Data("user:\(keys[0])".utf8).base64EncodedString()
            #expect(try await write("Token \(keys[0])").0 == 204)
            #expect(try await write("Basic \(basic)").0 == 204)
            #expect(try await write("Bearer \(keys[0])").0 == 204)
            #expect(try await write(nil).0 == 401)
            #expect(try await write("Token csk_none").0 == 401)
            #expect(try await write("Token \(keys[1])").0 == 403)
            let other = try await write("Token \(keys[0])", "mem f=1 1\ncpu f=2 2\n")
            #expect(other.0 == 400 && other.1.contains("line 1: the key may not write the dataset mem dropped=1"))
        }
    }

    @Test func `a feeder that is too fast may send the same again`() async throws {
        try await Service.run(["limits.address.requestsPerSecond": "1"]) { service in
            var statuses: Set<Int> = []
            for _ in 0..<5 { statuses.insert(try await service.send(.post, "/write", "cpu f=1 1", type: nil).status) }
            #expect(statuses == [204, 503])
        }
    }
}
