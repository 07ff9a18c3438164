import ChartEngine
import ChartWire
import Foundation
import Testing

@testable import ChartServer

/// The README describes the code as it is.
struct ReadmeTests {
    private static let text: String = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
    }()

    @Test(arguments: SettingTable.entries.map(\.name))
    func `the README has each configuration key with its default, its range and its meaning`(name: String) throws {
        let entry = try #require(SettingTable.entry(named: name))
        let row = "| `\(entry.name)` | \(entry.defaultText) | \(entry.accepts) | \(entry.help) |"
        #expect(Self.text.contains(row + "\n"), "\(row)")
    }

    @Test(arguments: ProblemCode.allCases)
    func `the README has each problem with its status and its meaning`(code: ProblemCode) {
        let row = "| `\(code.rawValue)` | \(code.status) | \(code.meaning) |"
        #expect(Self.text.contains(row + "\n"), "\(row)")
    }

    @Test(arguments: ModifierRegistry.builtIn.names)
    func `the README has each modifier type with its gesture`(name: String) {
        #expect(Self.text.contains("\n| `\(name)` | "))
    }

    @Test func `the README has no placeholders`() {
        #expect(!Self.text.isEmpty)
        #expect(!Self.text.contains("BENCH_"))
    }
}
