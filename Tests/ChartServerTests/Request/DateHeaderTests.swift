import HTTPTypes
import Testing

@testable import ChartServer

struct DateHeaderTests {
    @Test(arguments: [
        (Int64(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT"), (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
    ])
    func `a date has the format of RFC 9110`(second: Int64, text: String) {
        #expect(DateHeader.text(ofSecond: second) == text)
    }

    @Test func `the field is the same within a second and different in the next`() {
        let date = DateHeader()
        #expect(date.field(at: 1_999).value == "Thu, 01 Jan 1970 00:00:01 GMT")
        #expect(date.field(at: 1_000).value == "Thu, 01 Jan 1970 00:00:01 GMT")
        #expect(date.field(at: 2_000).value == "Thu, 01 Jan 1970 00:00:02 GMT")
    }
}
