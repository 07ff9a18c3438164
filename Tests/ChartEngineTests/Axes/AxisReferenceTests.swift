import ChartEngine
import Testing

struct AxisReferenceTests {
    @Test func `a reference is written surface, stroke, axis`() throws {
        let reference = try #require(AxisReference("main/x"))
        #expect(reference == AxisReference(surface: "main", axis: "x"))
        #expect(reference.description == "main/x")
    }

    @Test(arguments: ["", "x", "/", "main/", "/x", "main/x/y"]) func `anything else is none`(text: String) {
        #expect(AxisReference(text) == nil)
    }
}
