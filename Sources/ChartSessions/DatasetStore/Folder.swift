internal import Foundation

/// What is done to folders and the names in them.
enum Folder {
    /// Makes a folder and those it lies in, where they are missing.
    static func create(_ path: String) throws(DatasetStoreError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw DatasetStoreError(.unavailable, "\(path) cannot be created: \(error.localizedDescription)")
        }
    }

    /// The names in a folder, sorted.
    static func names(in path: String) throws(DatasetStoreError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw DatasetStoreError(.unavailable, "\(path) cannot be listed: \(error.localizedDescription)")
        }
    }

    /// Whether there is a file or folder.
    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Removes a file, or a folder with all that is in it.
    static func remove(_ path: String) throws(DatasetStoreError) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw DatasetStoreError(.unavailable, "\(path) cannot be removed: \(error.localizedDescription)")
        }
    }

    /// Waits until the disk has the names of a folder.
    static func synchronize(_ path: String) throws(DatasetStoreError) {
        try File(path, .read).synchronize()
    }
}
