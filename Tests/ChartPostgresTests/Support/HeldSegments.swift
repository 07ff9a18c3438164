import ChartSessions
import ChartStores
import Synchronization

/// Segments of which those of one length are held back until the test opens the gate.
final class HeldSegments: SegmentStore {
    private let base: any SegmentStore
    private let length: Int
    private let isOpen = Atomic(false)
    private let holding = Atomic(false)

    init(_ base: any SegmentStore, holding length: Int) {
        self.base = base
        self.length = length
    }

    var isHolding: Bool { holding.load(ordering: .relaxed) }

    func open() { isOpen.store(true, ordering: .relaxed) }

    func put(_ bytes: [UInt8], named hash: [UInt8]) async throws(DatasetStoreError) {
        try await base.put(bytes, named: hash)
    }

    func read(_ hash: [UInt8], _ take: ([UInt8]) -> Void) async throws(DatasetStoreError) -> Bool {
        var bytes: [UInt8] = []
        let isThere = try await base.read(hash) { bytes += $0 }
        while bytes.count == length, !isOpen.load(ordering: .relaxed) {
            holding.store(true, ordering: .relaxed)
            do { try await Task.sleep(for: .milliseconds(5)) } catch { break }
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
