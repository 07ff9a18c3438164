import Foundation

/// What tells one version of a file from another; cheaper than its contents.
struct FileStamp: Sendable, Hashable {
    /// The path of the file behind all links, so that a replaced link counts as a change.
    var place: String
    /// When the file was written.
    var modified: Date
    /// Its length in bytes.
    var size: UInt64
    /// Its inode, which a renamed file does not share with the one that it replaces.
    var inode: UInt64
}

extension FileStamp {
    /// Reads the stamp of the file at a path; nil without a file.
    init?(of path: String) {
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: place),
            let modified = attributes[.modificationDate] as? Date, let size = attributes[.size] as? NSNumber,
            let inode = attributes[.systemFileNumber] as? NSNumber
        else { return nil }
        self.init(place: place, modified: modified, size: size.uint64Value, inode: inode.uint64Value)
    }
}
