import ChartStorage
import ChartStores
import Foundation
import Testing

@Suite struct SegmentDirectoryTests {
    @Test func `a segment that an interrupted removal left aside is still read`() async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("segments-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        let hash = [UInt8](repeating: 9, count: 32)
        let directory = try SegmentDirectory(root)
        try await directory.put([1, 2, 3], named: hash)
        await #expect(throws: DatasetStoreError.self) {
            try await directory.remove([hash]) { _ throws(DatasetStoreError) in
                throw DatasetStoreError(.unreachable, "the process ends here")
            }
        }
        var read: [UInt8] = []
        #expect(try await directory.read(hash) { read += $0 })
        #expect(read == [1, 2, 3])
    }
}
