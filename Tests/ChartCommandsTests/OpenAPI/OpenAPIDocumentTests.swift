import ChartDatasets
import ChartEngine
import ChartStores
import ChartWire
import Configuration
import Foundation
import HTTPTypes
import NIOCore
import Testing
import Yams

@testable import ChartServer
@testable import ServerTestSupport

struct OpenAPIDocumentTests {
    private struct Operation: Hashable {
        var method: String
        var pattern: String
        var operationID: String
    }

    private static func document() throws -> JSONObject {
        guard case .object(let object) = try JSONValue.parse(OpenAPIDocument().json) else { throw NotAnObject() }
        return object
    }

    private static func member(_ object: JSONObject?, _ path: String...) -> JSONObject? {
        path.reduce(object) { object, key in
            if case .object(let inner)? = object?[key] { inner } else { nil }
        }
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let values)? = value { values } else { [] }
    }

    private static func described() throws -> [(operation: Operation, body: JSONObject)] {
        let paths = try #require(member(try document(), "paths"))
        return paths.members.flatMap { path in
            (member(paths, path.key)?.members ?? []).compactMap { method in
                guard case .object(let body) = method.value, case .string(let id)? = body["operationId"] else {
                    return nil
                }
                return (Operation(method: method.key.uppercased(), pattern: path.key, operationID: id), body)
            }
        }
    }

    private static func table() throws -> RouteTable {
        let settings = try Settings(reader: ConfigReader(provider: InMemoryProvider(values: [:])))
        let service = try ServiceDependencies(
            settings: settings, catalog: LocalDatasetCatalog(), store: MemorySessionStore(), modifiers: .builtIn,
            logger: .init(settings: settings))
        return RouteTable.all(
            over: RouteDependencies(
                settings: settings, service: service, drain: Drain(patience: .seconds(1)),
                page: StaticFiles(directory: ".", logger: .init(settings: settings)),
                documentation: StaticFiles(directory: ".", logger: .init(settings: settings)),
                metrics: PrometheusMetrics()))
    }

    @Test func `both forms of the document have the same content`() async throws {
        try await TestServer().test { client in
            let yaml = try await client.execute(uri: "/openapi.yaml", method: .get)
            let json = try await client.execute(uri: "/openapi.json", method: .get)
            #expect(yaml.headers[.contentType] == "application/yaml")
            #expect(json.headers[.contentType] == "application/json")
            let fromYAML = try #require(try Yams.load(yaml: String(buffer: yaml.body)) as? NSDictionary)
            let fromJSON = try #require(
                try JSONSerialization.jsonObject(with: Data(json.body.readableBytesView)) as? NSDictionary)
            #expect(fromYAML == fromJSON)
            #expect(fromJSON["openapi"] as? String == "3.1.0")
        }
    }

    @Test func `every served route is described`() throws {
        let described = Set(try Self.described().map(\.operation))
        for route in try Self.table().routes {
            let operation = Operation(
                method: route.method.rawValue, pattern: route.pattern, operationID: route.operationID)
            #expect(described.contains(operation), "\(operation)")
        }
    }

    @Test func `every described operation is served`() throws {
        let served = Set(
            try Self.table().routes.map {
                Operation(method: $0.method.rawValue, pattern: $0.pattern, operationID: $0.operationID)
            })
        for (operation, _) in try Self.described() { #expect(served.contains(operation), "\(operation)") }
    }

    @Test func `a served route accepts the described query and body`() throws {
        let described = try Self.described()
        let parameters = try #require(Self.member(try Self.document(), "components", "parameters"))
        for route in try Self.table().routes {
            let body = try #require(described.first { $0.operation.operationID == route.operationID }?.body)
            let references = Self.list(body["parameters"]).compactMap { parameter in
                if case .object(let object) = parameter, case .string(let path)? = object["$ref"] {
                    path.split(separator: "/").last.map { String($0) }
                } else {
                    nil
                }
            }
            let query = references.compactMap { name -> String? in
                guard let parameter = Self.member(parameters, name), parameter["in"] == "query",
                    case .string(let name)? = parameter["name"]
                else { return nil }
                return name
            }
            #expect(query.sorted() == route.query.sorted(), "\(route.operationID)")
            let types = Self.member(body, "requestBody", "content")?.keys ?? []
            #expect(types.sorted() == route.body.contentTypes.sorted(), "\(route.operationID)")
        }
    }

    @Test func `the version is the server's`() throws {
        #expect(Self.member(try Self.document(), "info")?["version"] == .string(ServerVersion.current))
    }

    /// Code generators create a type for each schema, and name one without a name by its place.
    @Test func `every object and every enumeration has its own name`() throws {
        func isNamed(_ path: [String]) -> Bool {
            guard path.starts(with: ["components", "schemas"]), path.count > 2 else { return false }
            // Members that a schema adds in `allOf` belong to its own type; `not` is a condition.
            let inner = path.dropFirst(3)
            return inner.isEmpty || inner.first == "not" || (inner.count == 2 && inner.first == "allOf")
        }
        func check(_ value: JSONValue, at path: [String]) {
            switch value {
            case .object(let object):
                let holdsMembers = Self.member(object, "properties") ?? Self.member(object, "additionalProperties")
                let isType = holdsMembers != nil || object["type"] == "object" || object["enum"] != nil
                if isType && path.last != "properties" { #expect(isNamed(path), "\(path.joined(separator: "/"))") }
                for member in object.members where member.key != "example" {
                    check(member.value, at: path + [member.key])
                }
            case .array(let values):
                for (index, value) in values.enumerated() { check(value, at: path + ["\(index)"]) }
            case .null, .bool, .number, .string: break
            }
        }
        check(.object(try Self.document()), at: [])
    }

    @Test func `every reference resolves`() throws {
        let document = try Self.document()
        func check(_ value: JSONValue) {
            switch value {
            case .object(let object):
                if case .string(let reference)? = object["$ref"] {
                    let parts = reference.split(separator: "/").map { String($0) }
                    #expect(parts.count == 4 && parts[0] == "#", "\(reference)")
                    #expect(Self.member(document, parts[1], parts[2])?[parts[3]] != nil, "\(reference)")
                }
                for member in object.members { check(member.value) }
            case .array(let values): for value in values { check(value) }
            case .null, .bool, .number, .string: break
            }
        }
        check(.object(document))
    }
}
