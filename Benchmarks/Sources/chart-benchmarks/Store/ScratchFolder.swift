import Foundation

/// A temporary folder on disk for the time of a measurement.
final class ScratchFolder {
    /// The path of the folder.
    let path: String

    /// Creates the folder.
    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("chart-benchmarks-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of an item in the folder.
    func file(_ name: String) -> String { path + "/" + name }
}
