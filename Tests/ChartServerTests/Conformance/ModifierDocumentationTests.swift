import ChartEngine
import ChartWire
import Foundation
import Testing

/// Each modifier type has a section in the documentation: properties, defaults and a script with its result.
@Suite struct ModifierDocumentationTests {
    private static let text: String = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("Sources/chart-surface/ChartSurface.docc/Modifiers.md")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }()

    /// The sections by the type that their heading names.
    private static let sections: [String: String] = {
        var sections: [String: String] = [:]
        for part in text.components(separatedBy: "\n## `").dropFirst() {
            guard let end = part.firstIndex(of: "`") else { continue }
            sections[String(part[..<end])] = String(part[end...].dropFirst())
        }
        return sections
    }()

    /// The defaults that a section's table names, by property.
    private static func defaults(in section: String) -> [String: String] {
        var defaults: [String: String] = [:]
        for line in section.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.filter { $0 != "`" } }
            let trimmed = cells.map { $0.trimmingCharacters(in: .whitespaces) }
            if trimmed.count >= 2 { defaults[trimmed[0]] = trimmed[1] }
        }
        return defaults
    }

    /// The defaults of a modifier type, by property; a property that JSON omits is null.
    private static func defaults<Modifier: ChartModifier>(of type: Modifier.Type) throws -> [String: String] {
        let parameters = Modifier.Parameters()
        var defaults: [String: String] = [:]
        for child in Mirror(reflecting: parameters).children {
            if let label = child.label { defaults[label] = "null" }
        }
        guard case .object(let object) = try JSONCoding.encode(parameters) else { return defaults }
        for (key, value) in object.members {
            var writer = JSONWriter(reservingCapacity: 64)
            JSONCoding.write(value, into: &writer)
            defaults[key] = String(decoding: writer.bytes, as: UTF8.self)
        }
        return defaults
    }

    @Test func `the documentation has exactly one section for each type, in the registry's order`() {
        let headings = Self.text.components(separatedBy: "\n## `").dropFirst().compactMap {
            $0.split(separator: "`").first
        }
        #expect(headings.map { String($0) } == ModifierRegistry.builtIn.names)
    }

    @Test(arguments: ModifierRegistry.builtIn.names)
    func `a section lists every property with its default`(type: String) throws {
        let section = try #require(Self.sections[type])
        let modifier = try #require(ModifierRegistry.builtIn[type])
        #expect(Self.defaults(in: section) == (try Self.defaults(of: modifier)))
    }

    @Test(arguments: ModifierRegistry.builtIn.names)
    func `the script of a section has the documented result`(type: String) async throws {
        let section = try #require(Self.sections[type])
        let cases = try ConformanceCase.blocks(inMarkdown: section)
        #expect(cases.count == 1)
        for one in cases {
            #expect(one.modifierTypes.contains(type))
            try await one.check()
        }
    }
}
