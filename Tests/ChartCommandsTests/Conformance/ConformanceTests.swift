import ChartEngine
import Foundation
import Testing

/// The corpus of touch scripts and their results, in process and over HTTP.
@Suite struct ConformanceTests {
    /// The case files, by their paths in the folder.
    static let files: [String] = {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: ConformanceCase.folder.path)) ?? []
        return paths.filter { $0.hasSuffix(".case") }.sorted()
    }()

    private static func read(_ file: String) throws -> ConformanceCase {
        try ConformanceCase(
            String(contentsOf: ConformanceCase.folder.appendingPathComponent(file), encoding: .utf8))
    }

    @Test(arguments: files)
    func `the engine does what a case says`(file: String) async throws {
        try await Self.read(file).checkInProcess()
    }

    @Test(arguments: files)
    func `a number may have any text, and what is logged and read again is what was applied`(
        file: String
    ) async throws {
        try await Self.read(file).checkWithOtherNumberTexts(seed: 1)
    }

    @Test func `a case means the same with its columns in two datasets`() async throws {
        var count = 0
        for file in Self.files where try await Self.read(file).checkSplit() { count += 1 }
        #expect(count >= 15)
    }

    @Test(arguments: files)
    func `the service over HTTP does what a case says`(file: String) async throws {
        try await Self.read(file).checkOverHTTP()
    }

    @Test func `there are enough cases, each with its own title`() throws {
        #expect(Self.files.count >= 40)
        let titles = try Self.files.map { try Self.read($0).title }
        #expect(Set(titles).count == titles.count)
    }

    @Test(arguments: ModifierRegistry.builtIn.names)
    func `a modifier type has a case`(type: String) throws {
        let named = try Self.files.contains { try Self.read($0).modifierTypes.contains(type) }
        #expect(named, "no case names a \(type) modifier")
    }

    @Test func `the example in the description of the format holds`() async throws {
        let text = try String(
            contentsOf: ConformanceCase.folder.appendingPathComponent("README.md"), encoding: .utf8)
        let examples = try ConformanceCase.blocks(inMarkdown: text)
        #expect(examples.count == 1)
        for example in examples { try await example.check() }
    }
}
