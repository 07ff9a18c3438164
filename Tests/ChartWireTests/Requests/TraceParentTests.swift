import Testing

@testable import ChartWire

struct TraceParentTests {
    @Test func `a traceparent is read as the standard says, or not at all`() throws {
        let (trace, span) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")
        let parent = try #require(TraceParent("00-\(trace)-\(span)-01"))
        #expect(parent.traceID == trace && parent.parentID == span && parent.flags == 1)
        #expect(parent.text == "00-\(trace)-\(span)-01")
        #expect(TraceParent("01-\(trace)-\(span)-01-later") != nil)
        for text in [
            "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-01-", "ff-\(trace)-\(span)-01",
            "00-\(trace.uppercased())-\(span)-01", "00-\(String(repeating: "0", count: 32))-\(span)-01",
            "00-\(trace)-\(String(repeating: "0", count: 16))-01", "00-\(trace)x-\(span)-01",
        ] {
            #expect(TraceParent(text) == nil, "\(text)")
        }
    }
}
