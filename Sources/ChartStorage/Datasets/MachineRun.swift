import ChartSessions
import Foundation

/// The run of the machine, from one start of its system to the next: what a process has written is there for all others of
/// the same run, and after a loss of power only what has reached the disk.
enum MachineRun {
    /// What tells runs apart; `nil` where the system does not tell.
    static let mark: Int64? = {
        guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
            return nil
        }
        var seal = RowSeal()
        seal.add(Array(text.utf8).span)
        return seal.value
    }()

    /// Whether a file says that a process of the same run was the last to write here.
    static func isTheSame(asIn path: String) -> Bool {
        guard let mark, Folder.exists(path), let file = try? File(path, .read), let bytes = try? file.readAll() else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self) == "\(mark)\n"
    }

    /// Says so from now on.
    static func write(to path: String) throws(DatasetStoreError) {
        guard let mark else { return }
        let file = try File(path, .create)
        try file.write(Array("\(mark)\n".utf8).span, at: 0)
    }
}
