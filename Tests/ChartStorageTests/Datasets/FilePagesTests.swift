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
    }
}
