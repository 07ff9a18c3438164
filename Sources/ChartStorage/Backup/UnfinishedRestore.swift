import ChartStores

/// The file that marks a data directory from before the first to after the last file of a restore.
///
/// A killed restore leaves it, and no command takes such a folder for a data directory.
enum UnfinishedRestore {
    private static let file = "restoring"

    /// Throws for a data directory whose restore was not finished.
    static func check(_ dataDirectory: String) throws(DatasetStoreError) {
        guard Folder.exists(dataDirectory + "/" + file) else { return }
        throw DatasetStoreError(
            .damaged, "a restore into \(dataDirectory) was not finished: remove what is in it, and restore again")
    }

    /// Marks a folder.
    static func begin(in dataDirectory: String) throws(DatasetStoreError) {
        try File(dataDirectory + "/" + file, .create).synchronize()
        try Folder.synchronize(dataDirectory)
    }

    /// Removes the mark, after the disk has all other files.
    static func end(in dataDirectory: String) throws(DatasetStoreError) {
        try Folder.remove(dataDirectory + "/" + file)
        try Folder.synchronize(dataDirectory)
    }
}
