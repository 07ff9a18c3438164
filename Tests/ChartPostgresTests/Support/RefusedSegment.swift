import ChartStores
import Synchronization

/// Segments of which the first read of one length fails.
final class RefusedSegment: SegmentStore {
    private let base: any SegmentStore
    private let length: Int
    private let hasRefused = Atomic(false)

    init(_ base: any SegmentStore, length: Int) {
        self.base = base
        self.length = length
    }

    func put(_ bytes: [UInt8], named hash: [UInt8]) async throws(DatasetStoreError) {
        try await base.put(bytes, named: hash)
    }

    func read(_ hash: [UInt8], _ take: ([UInt8]) -> Void) async throws(DatasetStoreError) -> Bool {
        var bytes: [UInt8] = []
        let isThere = try await base.read(hash) { bytes += $0 }
        if bytes.count == length, !hasRefused.exchange(true, ordering: .relaxed) {
            throw DatasetStoreError(.unreachable, "the segments do not answer")
        }
        take(bytes)
        return isThere
    }

    func remove(
        _ hashes: [[UInt8]], unless noted: ([[UInt8]]) async throws(DatasetStoreError) -> Set<[UInt8]>
    ) async throws(DatasetStoreError) {
        try await base.remove(hashes, unless: noted)
    }
}
