import Foundation
import Logging
import Testing

@testable import ChartServer
@testable import ServerTestSupport

struct CertificateWatcherTests {
    @Test func `a link that leads to other files gives the next connection another certificate`() throws {
        let folder = try TemporaryDirectory()
        // As Kubernetes does: the files are links into a folder, and a link to the folder is replaced.
        try write(CertificateSamples.first, to: folder.path + "/one")
        try write(CertificateSamples.second, to: folder.path + "/two")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.path + "/data", withDestinationPath: "one")
        for name in ["chain.pem", "key.pem"] {
            try manager.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: "data/" + name)
        }
        let (certificate, watcher) = try watch(folder.path)
        var history = CertificateHistory(taken: certificate.firstContents)
        watcher.look(&history)
        #expect(certificate.current.generation == 0)
        try manager.removeItem(atPath: folder.path + "/data")
        try manager.createSymbolicLink(atPath: folder.path + "/data", withDestinationPath: "two")
        watcher.look(&history)
        #expect(certificate.current.generation == 1)
        watcher.look(&history)
        #expect(certificate.current.generation == 1)
    }

    @Test func `a pair that is written file by file is taken as soon as it fits together`() throws {
        let folder = try TemporaryDirectory()
        try write(CertificateSamples.first, to: folder.path)
        let (certificate, watcher) = try watch(folder.path)
        var history = CertificateHistory(taken: certificate.firstContents)
        watcher.look(&history)
        try Data(CertificateSamples.second.chain ?? []).write(to: URL(fileURLWithPath: folder.path + "/chain.pem"))
        watcher.look(&history)
        #expect(certificate.current.generation == 0)
        try write(CertificateSamples.second, to: folder.path)
        watcher.look(&history)
        #expect(certificate.current.generation == 1)
    }

    @Test func `files that are gone leave the certificate as it is`() throws {
        let folder = try TemporaryDirectory()
        try write(CertificateSamples.first, to: folder.path)
        let (certificate, watcher) = try watch(folder.path)
        var history = CertificateHistory(taken: certificate.firstContents)
        try FileManager.default.removeItem(atPath: folder.path + "/key.pem")
        watcher.look(&history)
        #expect(certificate.current.generation == 0)
    }

    private func write(_ contents: CertificateContents, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(contents.chain ?? []).write(to: URL(fileURLWithPath: folder + "/chain.pem"))
        try Data(contents.key ?? []).write(to: URL(fileURLWithPath: folder + "/key.pem"))
    }

    private func watch(_ folder: String) throws -> (ServerCertificate, CertificateWatcher) {
        let certificate = try ServerCertificate(
            files: CertificateFiles(certificate: folder + "/chain.pem", privateKey: folder + "/key.pem"))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return (certificate, CertificateWatcher(certificate: certificate, logger: logger))
    }
}
