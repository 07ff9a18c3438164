import ChartSeries
import ChartStores

/// The file with what people have noted about the data of a dataset; a change writes another one.
extension EventsRecord {
    /// Writes events unless the file that the manifest names has them, and waits until the disk has them.
    ///
    /// - Parameters:
    ///   - events: The events; there is no record without any.
    ///   - record: What the manifest tells of them now.
    ///   - folder: The dataset's folder.
    /// - Throws: `DatasetStoreError`; the manifest still holds then.
    init?(
        _ events: TableEvents?, before record: EventsRecord?, in folder: String
    ) throws(DatasetStoreError) {
        guard let events else { return nil }
        let bytes = events.bytes
        self.init(version: events.version, checksum: SegmentChecksum.text(of: bytes))
        guard record != self else { return }
        let path = folder + "/" + file
        // What an interrupted change has left was named by no manifest.
        if Folder.exists(path) { try Folder.remove(path) }
        let made = try File(path, .create)
        try made.write(bytes.span, at: 0)
        try made.synchronize()
    }

    /// Reads the events.
    ///
    /// - Parameter folder: The dataset's folder.
    /// - Returns: The events.
    /// - Throws: `DatasetStoreError`, `damaged` for a file that is missing or was altered.
    func events(in folder: String) throws(DatasetStoreError) -> TableEvents {
        let path = folder + "/" + file
        guard Folder.exists(path) else { throw DatasetStoreError(.damaged, "\(path) is missing") }
        let bytes = try File(path, .read).readAll()
        guard SegmentChecksum.text(of: bytes) == checksum, let events = TableEvents(bytes: bytes) else {
            throw DatasetStoreError(.damaged, "\(path) was altered")
        }
        return events
    }
}
