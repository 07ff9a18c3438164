import Testing

@testable import ChartSessions

struct EntityTagTests {
    @Test func `every byte and the length change the tag`() {
        let bytes = (0..<101).map { UInt8($0) }
        var tags: Set = [EntityTag.of(bytes), EntityTag.of([]), EntityTag.of([0]), EntityTag.of(bytes + [0])]
        #expect(tags.count == 4)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x80
            #expect(tags.insert(EntityTag.of(other)).inserted)
        }
        for place in stride(from: 8, to: 96, by: 8) {
            let swapped = bytes[place..<place + 8] + bytes[..<8]
            #expect(tags.insert(EntityTag.of(Array(swapped + bytes[8..<place] + bytes[(place + 8)...]))).inserted)
        }
        #expect(EntityTag.of(bytes) == EntityTag.of(Array(bytes)))
    }
}
