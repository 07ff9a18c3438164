import ChartStores
import Foundation

/// The run of the machine between two starts of its system; a power loss ends it and keeps only synchronized writes.
enum MachineRun {
    /// The hash of the run's identifier; `nil` on a system without one.
    static let mark: Int64? = {
        guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
            return nil
        }
        var seal = RowSeal()
        seal.add(Array(text.utf8).span)
        return seal.value
    }()

    /// What the last use of a directory left to a power loss.
    enum LastUse: Equatable {
        /// Its appends waited for the disk.
        case synchronous
        /// The run of the machine goes on.
        case sameRun
        /// The last appends may be missing.
        case otherRun
    }

    private static let synchronous = "synchronous\n"
    private static let text = mark.map { "\($0)\n" }

    /// Reads the last use of a data directory.
    static func lastUse(inDirectory path: String) -> LastUse {
        let path = file(inDirectory: path)
        guard Folder.exists(path), let bytes = try? File(path, .read).readAll() else { return .otherRun }
        let found = String(decoding: bytes, as: UTF8.self)
        if found == synchronous { return .synchronous }
        return found == text ? .sameRun : .otherRun
    }

    private static func file(inDirectory path: String) -> String { path + "/run" }

    /// Writes the current use of a data directory.
    static func write(isSynchronous: Bool, inDirectory path: String) throws(DatasetStoreError) {
        let file = try File(file(inDirectory: path), .create)
        try file.write(Array((isSynchronous ? synchronous : text ?? "").utf8).span, at: 0)
        try file.synchronize()
    }
}
