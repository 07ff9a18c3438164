import ChartEngine
import Testing

struct AxisReferenceTests {
    @Test func `a reference is written as surface, slash, axis`() throws {
        let reference = try #require(AxisReference("main/x"))
        #expect(reference == AxisReference(surface: "main", axis: "x"))
        #expect(reference.description == "main/x")
    }

    @Test(arguments: ["", "x", "/", "main/", "/x", "main/x/y"]) func `other text is no reference`(text: String) {
        #expect(AxisReference(text) == nil)
    }
}
