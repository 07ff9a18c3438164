import Testing

@testable import ChartServer

struct EntityTagTests {
    @Test func `every byte and the length count`() {
        let bytes = (0..<37).map { UInt8($0) }
        var tags: Set = [EntityTag.of(bytes), EntityTag.of([]), EntityTag.of([0]), EntityTag.of(bytes + [0])]
        #expect(tags.count == 4)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(tags.insert(EntityTag.of(other)).inserted)
        }
        #expect(EntityTag.of(bytes) == EntityTag.of(Array(bytes)))
    }
}
