import ChartWire
import Testing

struct ProblemJSONTests {
    @Test func `a problem is written with all its members, in order`() {
        let problem = Problem(
            .sequenceGap, "Batch 5 is missing \"here\".", pointer: "/sequence", offset: 12,
            members: [.init(name: "expectedSequence", number: 5)], allow: ["GET"], retryAfter: 3)
        #expect(
            String(decoding: problem.body, as: UTF8.self)
                == #"{"type":"/problems/batch.sequence-gap","title":"Gap in the sequence","status":409,"#
                + #""detail":"Batch 5 is missing \"here\".","code":"batch.sequence-gap","pointer":"/sequence","offset":12,"#
                + #""expectedSequence":5}"#)
    }

    @Test func `a problem without a place has no member for one`() {
        #expect(
            String(decoding: Problem(.routeUnknown, "Nothing here.").body, as: UTF8.self)
                == #"{"type":"/problems/route.unknown","title":"Unknown route","status":404,"detail":"Nothing here.","code":"route.unknown"}"#
        )
    }

    @Test(arguments: ProblemCode.allCases)
    func `every problem is JSON that reads back`(code: ProblemCode) throws {
        let body = try JSONValue.parse(Problem(code, "x", at: .root.appending("a/b")).body)
        let object = try #require(body.asObject)
        #expect(object["code"] == .string(code.rawValue))
        #expect(object["status"] == .number(Double(code.status)))
        #expect(object["pointer"] == "/a~1b")
    }

    @Test func `a problem can be written as one of several values`() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.value(1)
        Problem(.serverInternal, "x").write(into: &writer)
        writer.value(2)
        writer.endArray()
        #expect(throws: Never.self) { try JSONValue.parse(writer.bytes) }
    }
}
