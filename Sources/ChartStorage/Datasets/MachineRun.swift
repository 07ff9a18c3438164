import ChartSessions
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

    /// Whether a file names the current run.
    static func isTheSame(asIn path: String) -> Bool {
        guard let mark, Folder.exists(path), let file = try? File(path, .read), let bytes = try? file.readAll() else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self) == "\(mark)\n"
    }

    /// Writes the current run to a file.
    static func write(to path: String) throws(DatasetStoreError) {
        guard let mark else { return }
        let file = try File(path, .create)
        try file.write(Array("\(mark)\n".utf8).span, at: 0)
    }
}
