import ChartStores
import Crypto
import Testing

struct HashValueTests {
    @Test func `the bytes of a hash come back, in their order`() throws {
        let bytes = (0..<32).map { UInt8($0 * 7 + 3) }
        #expect(try #require(HashValue(bytes: bytes)).bytes == bytes)
        let digest = SHA256.hash(data: Array("chart".utf8))
        #expect(HashValue(digest).bytes == Array(digest))
        #expect(HashValue(digest) == HashValue(bytes: Array(digest)))
    }

    @Test(arguments: [0, 1, 31, 33, 64]) func `a hash has exactly 32 bytes`(count: Int) {
        #expect(HashValue(bytes: Array(repeating: 1, count: count)) == nil)
    }

    @Test func `every bit counts`() throws {
        let bytes = [UInt8](repeating: 0x5A, count: 32)
        let value = try #require(HashValue(bytes: bytes))
        for bit in 0..<256 {
            var other = bytes
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(HashValue(bytes: other) != value, "bit \(bit)")
        }
    }
}
