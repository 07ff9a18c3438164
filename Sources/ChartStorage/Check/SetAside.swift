import ChartStores

/// Moves damaged files to a folder beside the data, so that none is deleted.
struct SetAside {
    private static let folder = "set-aside"
    let dataDirectory: String

    /// Moves a file or a folder.
    ///
    /// - Parameter path: Its path below the data directory.
    /// - Returns: The new and unused path below the data directory.
    /// - Throws: `DatasetStoreError` if it cannot be moved.
    func move(_ path: String) throws(DatasetStoreError) -> String {
        let target = try freePath(for: path)
        try File.move(dataDirectory + "/" + path, to: dataDirectory + "/" + target)
        return target
    }

    /// Writes bytes into a new file.
    func write(_ bytes: [UInt8], as path: String) throws(DatasetStoreError) -> String {
        let target = try freePath(for: path)
        let file = try File(dataDirectory + "/" + target, .create)
        try file.write(bytes.span, at: 0)
        try file.synchronize()
        return target
    }

    private func freePath(for path: String) throws(DatasetStoreError) -> String {
        let name = path.split(separator: "/").joined(separator: "-")
        try Folder.create(dataDirectory + "/" + Self.folder)
        var number = 1
        while Folder.exists("\(dataDirectory)/\(Self.folder)/\(number)-\(name)") { number += 1 }
        return "\(Self.folder)/\(number)-\(name)"
    }
}
