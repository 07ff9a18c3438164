import ChartServer
import ChartWire
import Configuration
import Foundation
import Yams

/// The configuration keys of a YAML or JSON file, nested (`http: {port: 8080}`) or dotted (`http.port: 8080`).
struct ConfigurationFile {
    /// The path as the operator gave it.
    let path: String
    /// The text of each value, by dotted key.
    let values: [String: String]

    /// Reads and checks a file; its extension tells YAML from JSON.
    init(path: String) throws(ConfigurationError) {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("the configuration file \(path) cannot be read")
        }
        try self.init(path: path, bytes: [UInt8](bytes))
    }

    /// Checks the contents of a file.
    init(path: String, bytes: [UInt8]) throws(ConfigurationError) {
        self.path = path
        let pairs: [(key: String, text: String)]
        if path.hasSuffix(".json") {
            pairs = try Self.json(bytes, path: path)
        } else if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
            pairs = try Self.yaml(bytes, path: path)
        } else {
            throw ConfigurationError("the configuration file \(path) must end in .yaml, .yml or .json")
        }
        var values: [String: String] = [:]
        for (key, text) in pairs {
            guard let entry = SettingTable.entry(named: key) else {
                throw ConfigurationError.unknown("key in \(path):", key, among: SettingTable.entries.map(\.name))
            }
            guard entry.isAccepted(text) else {
                throw ConfigurationError.value(text, of: entry, from: path)
            }
            guard values.updateValue(text, forKey: key) == nil else {
                throw ConfigurationError("\(path) gives \(key) twice")
            }
        }
        self.values = values
    }

    /// The values as a provider of swift-configuration.
    var provider: InMemoryProvider {
        InMemoryProvider(
            name: path,
            values: values.reduce(into: [:]) { result, pair in
                result[AbsoluteConfigKey(ConfigKey(pair.key))] = ConfigValue(.string(pair.value), isSecret: false)
            })
    }

    private static func json(
        _ bytes: [UInt8], path: String
    ) throws(ConfigurationError) -> [(key: String, text: String)] {
        let document: JSONValue
        do {
            document = try JSONValue.parse(bytes)
        } catch {
            throw ConfigurationError("\(path) is not JSON: \(error.detail)")
        }
        return try flatten(document, prefix: [], path: path)
    }

    private static func flatten(
        _ value: JSONValue, prefix: [String], path: String
    ) throws(ConfigurationError) -> [(key: String, text: String)] {
        let key = prefix.joined(separator: ".")
        switch value {
        case .object(let object):
            var pairs: [(key: String, text: String)] = []
            for member in object.members {
                pairs += try flatten(member.value, prefix: prefix + [member.key], path: path)
            }
            return pairs
        case .string(let text): return [(key, text)]
        case .bool(let flag): return [(key, String(flag))]
        case .number(let number): return [(key, Int(exactly: number).map { String($0) } ?? String(number))]
        case .null, .array: throw shapeError(key: key, path: path)
        }
    }

    private static func yaml(
        _ bytes: [UInt8], path: String
    ) throws(ConfigurationError) -> [(key: String, text: String)] {
        let document: Node?
        do {
            document = try Yams.compose(yaml: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw ConfigurationError("\(path) is not YAML: \(error)")
        }
        guard let document else { return [] }
        return try flatten(document, prefix: [], path: path)
    }

    /// Keeps the text of a scalar as written, because YAML would read `off` as false.
    private static func flatten(
        _ node: Node, prefix: [String], path: String
    ) throws(ConfigurationError) -> [(key: String, text: String)] {
        let key = prefix.joined(separator: ".")
        switch node {
        case .mapping(let mapping):
            var pairs: [(key: String, text: String)] = []
            for (name, value) in mapping {
                guard let name = name.string else { throw shapeError(key: key, path: path) }
                pairs += try flatten(value, prefix: prefix + [name], path: path)
            }
            return pairs
        case .scalar(let scalar) where !prefix.isEmpty: return [(key, scalar.string)]
        case .scalar(let scalar) where scalar.string.isEmpty: return []
        case .scalar, .sequence, .alias: throw shapeError(key: key, path: path)
        }
    }

    private static func shapeError(key: String, path: String) -> ConfigurationError {
        ConfigurationError(
            key.isEmpty ? "\(path) must be a mapping of keys to values" : "\(key) in \(path) must be one value")
    }
}
