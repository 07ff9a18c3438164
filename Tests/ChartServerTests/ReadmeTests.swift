import ChartEngine
import ChartWire
import Foundation
import Testing

@testable import ChartServer

/// The README says what the code does today.
struct ReadmeTests {
    private static let text: String = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
    }()

    @Test(arguments: SettingTable.entries.map(\.name))
    func `a configuration key stands there with its default, its range and what it does`(name: String) throws {
        let entry = try #require(SettingTable.entry(named: name))
        let row = "| `\(entry.name)` | \(entry.defaultText) | \(entry.accepts) | \(entry.help) |"
        #expect(Self.text.contains(row + "\n"), "\(row)")
    }

    @Test(arguments: ProblemCode.allCases)
    func `a problem stands there with its status and its meaning`(code: ProblemCode) {
        let row = "| `\(code.rawValue)` | \(code.status) | \(code.meaning) |"
        #expect(Self.text.contains(row + "\n"), "\(row)")
    }

    @Test(arguments: ModifierRegistry.builtIn.names)
    func `a modifier type stands there with its gesture`(name: String) {
        #expect(Self.text.contains("\n| `\(name)` | "))
    }

    @Test func `no place is left to be filled in`() {
        #expect(!Self.text.isEmpty)
        #expect(!Self.text.contains("BENCH_"))
    }
}
