import ChartStores
import Foundation

/// Operations on folders.
enum Folder {
    /// Creates a folder and its missing parents, only for the owner, and waits until the disk has their names.
    static func create(_ path: String) throws(DatasetStoreError) {
        var parents: [String] = []
        var next = path
        while !exists(next) {
            next = parent(of: next)
            parents.append(next)
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DatasetStoreError(.unavailable, "\(path) cannot be created: \(error.localizedDescription)")
        }
        for parent in parents.reversed() { try synchronize(parent) }
    }

    /// The folder that a path is in; `NSString` ends the process for a path of one character.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The names in a folder, sorted.
    static func names(in path: String) throws(DatasetStoreError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw DatasetStoreError(.unavailable, "\(path) cannot be listed: \(error.localizedDescription)")
        }
    }

    /// Whether there is a file, a folder or a link, even a broken one.
    static func exists(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)) != nil
    }

    /// Whether there is a folder; a link to one does not count.
    static func isFolder(_ path: String) -> Bool {
        let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        return type == .typeDirectory
    }

    /// The bytes of a folder's files, without those that vanish meanwhile.
    static func bytes(in path: String) -> Int {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.reduce(0) { sum, file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + file)
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }

    /// Removes a file or a folder with its contents.
    static func remove(_ path: String) throws(DatasetStoreError) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw DatasetStoreError(.unavailable, "\(path) cannot be removed: \(error.localizedDescription)")
        }
    }

    /// Removes an empty folder.
    static func removeEmpty(_ path: String) {
        if (try? names(in: path))?.isEmpty == true { try? remove(path) }
    }

    /// Removes files of a folder, marks of unfinished generations only after the disk has lost the others.
    static func remove(_ files: [String], in path: String) throws(DatasetStoreError) {
        let marks = files.filter(DatasetManifest.isDraftMark)
        for file in files where !DatasetManifest.isDraftMark(file) { try remove(path + "/" + file) }
        if marks.count > 0, marks.count < files.count { try synchronize(path) }
        for mark in marks { try remove(path + "/" + mark) }
    }

    /// Waits until the disk has the names of a folder.
    static func synchronize(_ path: String) throws(DatasetStoreError) {
        try File(path, .folder).synchronize()
    }

    /// Waits until the disk has the names of a folder, and takes back their change where it does not.
    ///
    /// - Throws: `DatasetStoreError`, `unsynced`, or `inDoubt` where the change cannot be taken back.
    static func synchronize(
        _ path: String, orTakeBack takeBack: () throws(DatasetStoreError) -> Void
    ) throws(DatasetStoreError) {
        do throws(DatasetStoreError) {
            try synchronize(path)
        } catch {
            do throws(DatasetStoreError) { try takeBack() } catch let second {
                throw DatasetStoreError(.inDoubt, "\(error); \(second)")
            }
            throw error
        }
    }
}
