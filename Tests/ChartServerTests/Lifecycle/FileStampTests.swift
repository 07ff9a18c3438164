import Foundation
import Testing

@testable import ChartServer
@testable import ServerTestSupport

struct FileStampTests {
    private let folder: TemporaryDirectory
    private let path: String

    init() throws {
        folder = try TemporaryDirectory()
        path = try folder.write("one", to: "file")
        try date(path)
    }

    /// Gives a file the one date of these tests.
    private func date(_ path: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
    }

    @Test func `an unchanged file keeps its stamp, and no file has none`() {
        #expect(FileStamp(of: path) != nil)
        #expect(FileStamp(of: path) == FileStamp(of: path))
        #expect(FileStamp(of: path + ".gone") == nil)
    }

    @Test func `a later date and another length change the stamp`() throws {
        let first = FileStamp(of: path)
        try folder.write("longer", to: "file")
        try date(path)
        let longer = FileStamp(of: path)
        #expect(longer != first)
        try FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: path)
        #expect(FileStamp(of: path) != longer)
    }

    @Test func `a file of the same length and date that takes the place changes the stamp`() throws {
        let first = FileStamp(of: path)
        let other = try folder.write("two", to: "other")
        try date(other)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: other, toPath: path)
        #expect(FileStamp(of: path) != first)
    }

    @Test func `a replaced link changes the stamp, and the link has that of its file`() throws {
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "file")
        let first = FileStamp(of: link)
        #expect(first == FileStamp(of: path))
        let other = try folder.write("two", to: "other")
        try date(other)
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "other")
        #expect(FileStamp(of: link) != first)
    }
}
