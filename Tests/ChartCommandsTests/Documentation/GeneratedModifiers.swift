import ChartEngine
import ChartWire
import Foundation
import Gestures

@testable import ServerTestSupport

/// What `make describe` writes about modifiers.
extension GeneratedPart {
    private static let types = ModifierRegistry.builtIn.names.compactMap { ModifierRegistry.builtIn[$0] }
    private static let common = Array(ModifierRegistry.properties(of: RotateChartModifier.self))

    /// The tables of the article, the schemas of the contract, the page's list and the words of the fuzzer.
    static var modifiers: [GeneratedPart] {
        let article = "Sources/chart-surface/ChartSurface.docc/Modifiers.md"
        let overview = table("type", "gesture", "what it does") {
            types.map { ["`\($0.typeName)`", $0.gesture.map { "`\($0.rawValue)`" } ?? "–", $0.meaning] }
        }
        let own = types.filter { !ModifierRegistry.ownProperties(of: $0).isEmpty }.map { type in
            GeneratedPart(
                path: article, name: "properties of \(type.typeName)",
                lines: table("property", "default", "", rows: { ModifierRegistry.ownProperties(of: type).map(row) }))
        }
        let all = table("property", "default", "") {
            common.map { $0.name == "id" ? ["`id`", "the type", $0.meaning] : row($0) }
        }
        let presets = table("preset", "what it is for", "modifiers") {
            ModifierPreset.allCases.map { preset in
                let list = preset.modifiers.map { "`\(JSONValue.object($0).text)`" }.joined(separator: " ")
                return ["`\(preset.rawValue)`", preset.meaning, list]
            }
        }
        return [
            GeneratedPart(path: article, name: "types", lines: overview),
            GeneratedPart(path: article, name: "presets", lines: presets),
            GeneratedPart(path: article, name: "properties of every modifier", lines: all),
        ] + own + [
            GeneratedPart(path: openAPI, name: "modifiers", lines: schemas),
            GeneratedPart(
                path: openAPI, name: "names of presets", lines: ModifierPreset.allCases.map { "- \($0.rawValue)" }),
            GeneratedPart(path: "Public/modules/modifiers/properties.js", name: "properties", lines: page),
            GeneratedPart(path: "Fuzz/Dictionaries/SessionSpecification", name: "words of modifiers", lines: words),
        ]
    }

    /// The row of a property in a table.
    static func row(_ property: PropertyDescription) -> [String] {
        let words = property.schema.words.map { "`\($0)`" }.joined(separator: " ")
        let meaning = property.schema.words.count > 1 ? "\(property.meaning.dropLast()): \(words)." : property.meaning
        let required = property.schema.isRequired ? " It must be given." : ""
        return ["`\(property.name)`", "`\((property.defaultValue ?? .null).text)`", meaning + required]
    }

    private static var words: [String] {
        var words = Set(ModifierPreset.allCases.map(\.rawValue))
        for type in types {
            words.insert(type.typeName)
            for property in ModifierRegistry.properties(of: type) {
                words.formUnion([property.name] + property.schema.words)
            }
        }
        return words.sorted().map { #""\"\#($0)\"""# }
    }

    // MARK: The page

    private static var page: [String] {
        var lines = ["/** @type {Record<string, Record<string, Property>>} */", "export const properties = {"]
        for type in types {
            lines.append("  \(type.typeName): {")
            for property in ModifierRegistry.ownProperties(of: type) {
                let initial = (property.defaultValue ?? .null).text
                lines.append("    \(property.name): { initial: \(initial)\(choices(property.schema)) },")
            }
            lines.append("  },")
        }
        return lines + ["};"]
    }

    /// What a property can be: one of some words, or a number between two.
    private static func choices(_ schema: Schema) -> String {
        guard schema.words.isEmpty else {
            return ", values: [\(schema.words.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
        guard [.integer, .number].contains(schema.kind) else { return "" }
        return ", bounds: [\([schema.least, schema.most].map { $0.map(number) ?? "null" }.joined(separator: ", "))]"
    }

    // MARK: The contract

    private static var schemas: [String] {
        var enumerations: [(name: String, words: [String])] = []
        for property in types.flatMap({ ModifierRegistry.ownProperties(of: $0) }) where !property.schema.words.isEmpty {
            let name = schemaName(property.schema)
            if !enumerations.contains(where: { $0.name == name }) { enumerations.append((name, property.schema.words)) }
        }
        var lines = enumerations.map { "\($0.name): {type: string, enum: [\($0.words.joined(separator: ", "))]}" }
        lines += ["ModifierCommon:", "  type: object", "  properties:"]
        lines += common.map { "    \($0.name): \(schema(of: $0))" }
        lines += ["Modifier:", "  oneOf:"]
        lines += (types.map { schemaName($0.typeName) } + ["RegisteredModifier"]).map {
            "    - {$ref: '#/components/schemas/\($0)'}"
        }
        for type in types {
            let properties = ModifierRegistry.properties(of: type).dropFirst(common.count)
            let required = ["type"] + properties.filter(\.schema.isRequired).map(\.name)
            lines += [
                "\(schemaName(type.typeName)):", "  description: \(quoted(type.meaning))", "  allOf:",
                "    - {$ref: '#/components/schemas/ModifierCommon'}", "    - type: object",
                "      required: [\(required.joined(separator: ", "))]", "      properties:",
                "        type: {const: \(type.typeName)}",
            ]
            lines += properties.map { "        \($0.name): \(schema(of: $0))" }
            lines += ["  unevaluatedProperties: false"]
        }
        lines += ["RegisteredModifierType:", "  type: string", "  not:"]
        lines += ["    enum: [\(types.map { $0.typeName }.joined(separator: ", "))]"]
        return lines
    }

    /// The schema of a property, in a line of YAML.
    static func schema(of property: PropertyDescription, hasDefault: Bool = true) -> String {
        let schema = property.schema
        var members = [form(of: schema)]
        var meaning = property.meaning
        // The default of an id is the type, and that of what takes null is none.
        if hasDefault, property.name != "id", let value = property.defaultValue, value != .null {
            if case .object = value {
                // Generators of clients know no default that is an object.
                meaning += " By default \(value.text)."
            } else {
                members.append("default: \(flow(value))")
            }
        }
        return "{" + (members + ["description: \(quoted(meaning))"]).joined(separator: ", ") + "}"
    }

    private static func form(of schema: Schema) -> String {
        let reference = schema.reference ?? (schema.words.isEmpty ? nil : schemaName(schema))
        if let reference {
            let one = "{$ref: '#/components/schemas/\(reference)'}"
            return schema.takesNull ? "oneOf: [\(one), {type: 'null'}]" : "allOf: [\(one)]"
        }
        let kind = schema.takesNull ? "[\(schema.kind.rawValue), 'null']" : schema.kind.rawValue
        let items = schema.element.map { "{$ref: '#/components/schemas/\($0)'}" } ?? "{type: string}"
        let names =
            switch schema.kind {
            case .integer, .number: (schema.excludesLeast ? "exclusiveMinimum" : "minimum", "maximum")
            case .array: ("minItems", "maxItems")
            case .boolean, .string, .object: ("minLength", "maxLength")
            }
        return
            (["type: \(kind)"] + (schema.kind == .array ? ["items: \(items)"] : [])
            + [schema.least.map { "\(names.0): \(number($0))" }, schema.most.map { "\(names.1): \(number($0))" }]
            .compactMap { $0 } + (schema.excluded.map { ["not: {const: \(number($0))}"] } ?? []))
            .joined(separator: ", ")
    }

    private static func number(_ number: Double) -> String { JSONValue.number(number).text }

    private static func flow(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.text }
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    /// `zoomPan` is described as `ZoomPanModifier`.
    private static func schemaName(_ type: String) -> String {
        type.prefix(1).uppercased() + type.dropFirst() + "Modifier"
    }

    /// `ChartEngine.LegendModifier.Orientation` is described as `LegendOrientation`, `ModifierDirection` as `Direction`.
    private static func schemaName(_ schema: Schema) -> String {
        schema.wordType.split(separator: ".").dropFirst().map { part in
            part.hasPrefix("Modifier")
                ? String(part.dropFirst("Modifier".count))
                : String(part).replacing("Modifier", with: "").replacing("Parameters", with: "")
        }.joined()
    }
}
