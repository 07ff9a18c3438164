import Testing

@testable import SessionTestSupport

/// The corpus of touch scripts and their results, over HTTP.
@Suite struct HTTPConformanceTests {
    @Test(arguments: ConformanceCase.files)
    func `the service does what a case says`(file: String) async throws {
        try await ConformanceCase.read(file).checkOverHTTP()
    }

    @Test func `the example in the description of the format holds`() async throws {
        try await ConformanceCase.example().checkOverHTTP()
    }
}
