import ChartSessions
import Foundation

/// What is done to folders and the names in them.
enum Folder {
    /// Makes a folder and those it lies in, where they are missing; only the owner may look into new ones.
    static func create(_ path: String) throws(DatasetStoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
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

    /// Whether there is a file or folder, or a link, whether it leads anywhere or not.
    static func exists(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)) != nil
    }

    /// Whether there is a folder, which is no link to one.
    static func isFolder(_ path: String) -> Bool {
        let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        return type == .typeDirectory
    }

    /// How many bytes the files of a folder have together; files that vanish meanwhile count as none.
    static func bytes(in path: String) -> Int {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.reduce(0) { sum, file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + file)
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }

    /// Removes a file, or a folder with all that is in it.
    static func remove(_ path: String) throws(DatasetStoreError) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw DatasetStoreError(.unavailable, "\(path) cannot be removed: \(error.localizedDescription)")
        }
    }

    /// Removes a folder when nothing is in it.
    static func removeEmpty(_ path: String) {
        if (try? names(in: path))?.isEmpty == true { try? remove(path) }
    }

    /// Waits until the disk has the names of a folder.
    static func synchronize(_ path: String) throws(DatasetStoreError) {
        try File(path, .folder).synchronize()
    }
}
