import ChartSeries
import Testing

@testable import ChartStorage

struct FilePagesTests {
    @Test func `read bytes are in memory, and a request beyond the file is allowed`() throws {
        let folder = StoreFolder()
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        _ = try StoreFolder.put(StoreFolder.rows(0..<70_000), in: directory)
        let size = try folder.read("d/1-1.f64").count
        let mapping = try File(folder.file("d/1-1.f64"), .read).map(capacity: 4 * size, TableSoundness())
        let start = unsafe UInt(bitPattern: mapping.bytes.baseAddress)
        mapping.pages.bring(size - 5..<3 * size)
        mapping.bring(start - 10..<start + UInt(8 * size))
        let sum = unsafe mapping.bytes[..<size].reduce(0) { $0 &+ Int($1) }
        #expect(sum > 0)
        #expect(stride(from: 0, to: size, by: 1000).allSatisfy { !mapping.isAway(start + UInt($0)) })
        #expect(mapping.isNear(start..<start + UInt(size)))
        // Behind its end a file has no pages.
        #expect(!mapping.isNear(start..<start + UInt(4 * size)))
    }

    @Test func `a request for bytes that are away is known by every version of the rows`() throws {
        let folder = StoreFolder()
        let directory = try DatasetDirectory(dataDirectory: folder.path)
        _ = try StoreFolder.put(StoreFolder.rows(0..<70_000), in: directory)
        let soundness = TableSoundness()
        let mapping = try File(folder.file("d/1-1.f64"), .read).map(capacity: 4_096, soundness)
        #expect(!soundness.isAway)
        let start = unsafe UInt(bitPattern: mapping.bytes.baseAddress)
        mapping.bring(start..<start + 10)
        #expect(soundness.isAway)
    }
}
