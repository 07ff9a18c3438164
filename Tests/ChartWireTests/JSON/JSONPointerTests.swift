import ChartWire
import Testing

struct JSONPointerTests {
    @Test func `a pointer has a slash before each name or index`() {
        let pointer = JSONPointer.root.appending("events").appending(3).appending("touches").appending(0).appending("x")
        #expect(pointer.description == "/events/3/touches/0/x")
        #expect(JSONPointer.root.description == "")
    }

    @Test(arguments: [
        ("a/b", "/a~1b"), ("m~n", "/m~0n"), ("~1", "/~01"), ("", "/"), (" ", "/ "), ("\u{E9}", "/\u{E9}"),
    ])
    func `tildes and slashes in a name are escaped`(name: String, text: String) {
        #expect(JSONPointer.root.appending(name).description == text)
    }
}
