import ChartWire
import HTTPTypes
import Testing

@testable import ChartServer

struct ContentTypeTests {
    @Test(arguments: [
        "application/json", "Application/JSON", "application/json; charset=utf-8", "application/json;charset=\"UTF-8\"",
        "application/json ; profile=x",
    ])
    func `a media type is accepted in any case and with harmless parameters`(field: String) throws {
        #expect(try ContentType.check([.contentType: field], accepted: ["application/json"]) == "application/json")
    }

    @Test(
        arguments: [
            [:], [.contentType: ""], [.contentType: "text/plain"], [.contentType: "application/jsonx"],
            [.contentType: "application/json; charset=latin1"],
            [.contentType: "application/json", .contentEncoding: "gzip"],
        ] as [HTTPFields])
    func `any other content type is refused`(headers: HTTPFields) {
        let problem = #expect(throws: Problem.self) {
            try ContentType.check(headers, accepted: ["application/json"])
        }
        #expect(problem?.code == .contentTypeUnsupported)
    }
}
