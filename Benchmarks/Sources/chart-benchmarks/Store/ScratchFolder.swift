import Foundation

/// A folder on the disk for as long as something is measured.
final class ScratchFolder {
    /// Where it is.
    let path: String

    /// Makes it.
    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("chart-benchmarks-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in it.
    func file(_ name: String) -> String { path + "/" + name }
}
