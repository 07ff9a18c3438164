import ChartEngine
import Foundation
import Testing

@testable import SessionTestSupport

/// Each modifier type has a section in the documentation, with a script and its result.
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

    @Test func `the documentation has exactly one section for each type, in the registry's order`() {
        let headings = Self.text.components(separatedBy: "\n## `").dropFirst().compactMap {
            $0.split(separator: "`").first
        }
        #expect(headings.map { String($0) } == ModifierRegistry.builtIn.names)
    }

    @Test(arguments: ModifierRegistry.builtIn.names)
    func `the script of a section has the documented result`(type: String) async throws {
        let section = try #require(Self.sections[type])
        let cases = try ConformanceCase.blocks(inMarkdown: section)
        #expect(cases.count == 1)
        for one in cases {
            #expect(one.modifierTypes.contains(type))
            try await one.checkInProcess()
            try await one.checkOverHTTP()
        }
    }
}
