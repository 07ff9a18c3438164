import HTTPTypes
import Testing

@testable import ChartServer

struct HTTPFieldsValueTests {
    @Test func `the value of a field equals that of the subscript, for no, one and two fields`() {
        var fields: HTTPFields = [.contentType: "application/json", .ifMatch: "\"1-1\""]
        fields.append(HTTPField(name: .ifMatch, value: "\"2-1\""))
        for name in [HTTPField.Name.contentType, .ifMatch, .authorization] {
            #expect(fields.value(of: name) == fields[name])
            #expect(RequestHeaders(fields: fields)[name] == fields[name])
        }
        #expect(fields.value(of: .ifMatch) == "\"1-1\", \"2-1\"")
    }
}
