import ChartEngine
import Testing

@testable import SessionTestSupport

/// The corpus of touch scripts and their results, without HTTP.
@Suite struct ConformanceTests {
    static let files = ConformanceCase.files

    @Test(arguments: files)
    func `the engine does what a case says`(file: String) async throws {
        try await ConformanceCase.read(file).checkInProcess()
    }

    @Test(arguments: files)
    func `a number may have any text, and what is logged and read again is what was applied`(
        file: String
    ) async throws {
        try await ConformanceCase.read(file).checkWithOtherNumberTexts(seed: 1)
    }

    @Test func `a case means the same with its columns in two datasets`() async throws {
        var count = 0
        for file in Self.files where try await ConformanceCase.read(file).checkSplit() { count += 1 }
        #expect(count >= 15)
    }

    @Test func `there are enough cases, each with its own title`() throws {
        #expect(Self.files.count >= 40)
        let titles = try Self.files.map { try ConformanceCase.read($0).title }
        #expect(Set(titles).count == titles.count)
    }

    @Test(arguments: ModifierRegistry.builtIn.names)
    func `a modifier type has a case`(type: String) throws {
        let named = try Self.files.contains { try ConformanceCase.read($0).modifierTypes.contains(type) }
        #expect(named, "no case names a \(type) modifier")
    }

    @Test func `the example in the description of the format holds`() async throws {
        try await ConformanceCase.example().checkInProcess()
    }
}
