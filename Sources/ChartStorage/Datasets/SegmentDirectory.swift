import ChartJSON
package import ChartStores
import Synchronization

/// Stores segments as files of a folder that all nodes share, such as one on NFS.
///
/// A file is written aside, synchronized and renamed, so a segment is whole or missing.
package final class SegmentDirectory: SegmentStore {
    /// The bytes of one part of a read.
    private static let partBytes = 1 << 20

    private let root: String
    /// The number of written files, which makes names aside unique in this process.
    private let count = Atomic(0)
    /// Makes names aside unique among the processes.
    private let process = UInt64.random(in: 0 ... .max)

    /// Opens or creates the folder.
    ///
    /// - Parameter root: Its path.
    /// - Throws: `DatasetStoreError`.
    package init(_ root: String) throws(DatasetStoreError) {
        self.root = root
        try Folder.create(root)
    }

    /// Writes a segment; see `SegmentStore.put(_:named:)`.
    package func put(_ bytes: [UInt8], named hash: [UInt8]) async throws(DatasetStoreError) {
        let path = path(of: hash)
        guard File.size(at: path) != bytes.count else { return }
        let folder = folder(of: hash)
        try Folder.create(folder)
        let number = count.add(1, ordering: .relaxed).newValue
        let aside = "\(folder)/.\(String(process, radix: 16))-\(number)"
        do throws(DatasetStoreError) {
            let file = try File(aside, .create)
            try file.write(bytes.span, at: 0)
            try file.synchronize()
            try File.move(aside, to: path)
            try Folder.synchronize(folder)
        } catch {
            // The error of the write counts; a file that stays aside is harmless.
            try? Folder.remove(aside)
            throw error
        }
    }

    /// Reads a segment; see `SegmentStore.read(_:_:)`.
    package func read(_ hash: [UInt8], _ take: ([UInt8]) -> Void) async throws(DatasetStoreError) -> Bool {
        // A process that ended during a removal leaves a noted segment aside.
        guard let path = [path(of: hash), path(of: hash) + ".removed"].first(where: { File.size(at: $0) != nil })
        else { return false }
        let file = try File(path, .read)
        let size = try file.size()
        for start in stride(from: 0, to: size, by: Self.partBytes) {
            take(try file.read(min(Self.partBytes, size - start), at: start))
        }
        return true
    }

    /// Removes segments; see `SegmentStore.remove(_:unless:)`.
    package func remove(
        _ hashes: [[UInt8]], unless noted: ([[UInt8]]) async throws(DatasetStoreError) -> Set<[UInt8]>
    ) async throws(DatasetStoreError) {
        for hash in hashes where File.size(at: path(of: hash)) != nil {
            try File.move(path(of: hash), to: path(of: hash) + ".removed")
        }
        let kept = try await noted(hashes)
        for hash in hashes where File.size(at: path(of: hash) + ".removed") != nil {
            if kept.contains(hash) {
                try File.move(path(of: hash) + ".removed", to: path(of: hash))
            } else {
                try Folder.remove(path(of: hash) + ".removed")
            }
        }
    }

    private func folder(of hash: [UInt8]) -> String { "\(root)/\(Hexadecimal.text(of: hash.prefix(1)))" }

    private func path(of hash: [UInt8]) -> String { "\(folder(of: hash))/\(Hexadecimal.text(of: hash))" }
}
