import ChartJSON
import ChartStores
import Crypto
import Foundation

/// The file `manifest.json` of a backup, which is written last: a folder without it is no backup.
///
/// Its last member is the SHA-256 of the text before, so that each altered byte shows.
package struct BackupManifest: Codable, Sendable, Equatable {
    /// A file of a backup.
    struct FileRecord: Codable, Sendable, Equatable {
        /// The path below the backup.
        var path: String
        /// The bytes.
        var length: Int
        /// The SHA-256 in hexadecimal digits.
        var sha256: String
    }

    /// The layout that this version reads and writes.
    private static let currentFormat = 1
    private static let file = "manifest.json"
    /// The file of the sessions.
    static let sessions = "sessions.sqlite"

    /// The layout of the folder.
    private var format = Self.currentFormat
    /// The version of the server that made the backup.
    package var version: String
    /// When it was made, by the clock of the machine, in ISO 8601.
    package var createdAt: String
    /// The names of the configuration keys that were given; their values are not in a backup.
    package var settings: [String]
    /// The datasets that were damaged, and are not in the backup.
    package var damagedDatasets: [String] = []
    /// The files beside the manifest.
    var files: [FileRecord] = []

    init(version: String, createdAt: String, settings: [String]) {
        self.version = version
        self.createdAt = createdAt
        self.settings = settings
    }

    /// The number of datasets.
    package var datasetCount: Int {
        files.count { $0.path.hasPrefix("datasets/") && $0.path.hasSuffix("/manifest.json") }
    }

    /// The bytes of all files.
    package var byteCount: Int { files.reduce(0) { $0 + $1.length } }

    /// Whether the backup has the sessions.
    package var hasSessions: Bool { files.contains { $0.path == Self.sessions } }

    /// Whether the backup has API keys.
    package var hasKeys: Bool { files.contains { $0.path == SQLiteAPIKeyStore.fileName } }

    /// Whether a folder has the manifest of a backup.
    package static func exists(in folder: String) -> Bool { Folder.exists(folder + "/" + file) }

    /// Reads the manifest of a backup.
    ///
    /// - Parameters:
    ///   - folder: The backup.
    ///   - version: The version of this server, which reads no later ones.
    /// - Throws: ``BackupError``.
    package init(readingFrom folder: String, version: String) throws(BackupError) {
        guard Self.exists(in: folder) else {
            throw BackupError(.missing, "\(folder) is no backup: it has no \(Self.file), which comes last")
        }
        let path = folder + "/" + Self.file
        do {
            let body = Self.unsealed(try File(path, .read).readAll())
            guard let body, let manifest = try? JSONFile.decode(BackupManifest.self, from: body) else {
                throw BackupError(.damaged, "\(path) was changed")
            }
            self = manifest
        } catch {
            throw BackupError(error)
        }
        guard format <= Self.currentFormat, !Self.isLater(self.version, than: version) else {
            throw BackupError(.later, "\(folder) was made by version \(self.version): use that one, or a later one")
        }
        guard Set(files.map(\.path)).count == files.count, files.allSatisfy({ Self.isAllowed($0.path) }) else {
            throw BackupError(.damaged, "\(path) names files that no backup has")
        }
    }

    /// Writes the manifest, after all other files of the folder.
    func write(to folder: String) throws(DatasetStoreError) {
        let path = folder + "/" + Self.file
        let file = try File(path + ".new", .create)
        try file.write(sealed.span, at: 0)
        try file.synchronize()
        try File.move(path + ".new", to: path)
        try Folder.synchronize(folder)
    }

    /// Compares each file with its length and its SHA-256.
    ///
    /// - Parameter folder: The backup.
    /// - Returns: The path and the fault of each damaged file.
    /// - Throws: ``BackupError`` for a file that cannot be read.
    package func faults(in folder: String) throws(BackupError) -> [(path: String, fault: String)] {
        var faults: [(String, String)] = []
        for record in files {
            let path = folder + "/" + record.path
            do throws(DatasetStoreError) {
                if !Folder.exists(path) {
                    faults.append((record.path, "it is missing"))
                } else if try FileCopy.digest(of: File(path, .read)) != record.digest {
                    faults.append((record.path, "it was changed"))
                }
            } catch {
                guard error.kind == .damaged else { throw BackupError(error) }
                faults.append((record.path, error.description))
            }
        }
        return faults
    }

    private static let sealStart = ",\n  \"sha256\" : \""
    private static let sealEnd = "\"\n}\n"

    /// The text of the manifest with the checksum of what stands before it.
    private var sealed: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(self) else { preconditionFailure("text and numbers are JSON") }
        let start = body.prefix(upTo: body.lastIndex { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "\n") }! + 1)
        return Array(start)
            + Array((Self.sealStart + Hexadecimal.text(of: SHA256.hash(data: start)) + Self.sealEnd).utf8)
    }

    /// The text without its checksum; `nil` if they do not match.
    private static func unsealed(_ bytes: [UInt8]) -> [UInt8]? {
        let length = sealStart.utf8.count + SHA256.byteCount * 2 + sealEnd.utf8.count
        guard bytes.count > length else { return nil }
        let start = bytes.dropLast(length)
        let seal = sealStart + Hexadecimal.text(of: SHA256.hash(data: Array(start))) + sealEnd
        return bytes.suffix(length).elementsEqual(seal.utf8) ? Array(start) + Array("}".utf8) : nil
    }

    /// Whether a version comes after another one, by the numbers at their start.
    private static func isLater(_ version: String, than other: String) -> Bool {
        other.versionNumbers.lexicographicallyPrecedes(version.versionNumbers)
    }

    /// Whether a backup may have a file, so that no manifest leads out of its folder.
    private static func isAllowed(_ path: String) -> Bool {
        guard ![sessions, SQLiteAPIKeyStore.fileName].contains(path) else { return true }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "datasets", !parts[1].isEmpty, !parts[1].hasPrefix(".") else {
            return false
        }
        return parts[2] == "manifest.json" || DatasetManifest.mayName(String(parts[2]))
    }
}

extension BackupManifest.FileRecord {
    init(path: String, _ digest: FileCopy.Digest) {
        self.init(path: path, length: digest.length, sha256: digest.sha256)
    }

    /// The length and the SHA-256.
    var digest: FileCopy.Digest { FileCopy.Digest(length: length, sha256: sha256) }
}

extension String {
    /// The numbers of a version, such as 0, 2 and 0 of `0.2.0 (abc)`.
    fileprivate var versionNumbers: [Int] {
        prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) ?? 0 }
    }
}
