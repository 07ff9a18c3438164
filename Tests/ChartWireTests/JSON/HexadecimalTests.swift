import Testing

@testable import ChartJSON

@Suite struct HexadecimalTests {
    @Test(
        arguments: [
            ([], ""), ([0x00, 0x09, 0x0A, 0x9F, 0xA0, 0xFF], "00090a9fa0ff"),
        ] as [([UInt8], String)])
    func `bytes are two lower-case digits each, and are read back`(bytes: [UInt8], text: String) {
        #expect(Hexadecimal.text(of: bytes) == text)
        #expect(Hexadecimal.bytes(of: text) == bytes)
    }

    @Test func `a word keeps its zeros in front`() {
        #expect(Hexadecimal.text(of: UInt64(0x0123_4567_89AB_CDEF)) == "0123456789abcdef")
        #expect(Hexadecimal.text(of: UInt64(0)) == "0000000000000000")
    }

    @Test(arguments: ["0", "0g", "0A", " 0", "é"])
    func `a text of another form has no bytes`(text: String) {
        #expect(Hexadecimal.bytes(of: text) == nil)
    }

    @Test func `all bytes but 22 are no digits`() {
        let digits = Array("0123456789abcdefABCDEF".utf8)
        for byte in UInt8.min ... .max {
            let place = digits.firstIndex(of: byte)
            #expect(Hexadecimal.value(of: byte) == place.map { UInt8($0 < 16 ? $0 : $0 - 6) })
            #expect(Hexadecimal.isLowerCase(byte) == (place.map { $0 < 16 } ?? false))
        }
    }
}
