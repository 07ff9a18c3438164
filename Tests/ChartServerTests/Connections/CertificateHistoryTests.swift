import Foundation
import Testing

@testable import ChartServer

struct CertificateHistoryTests {
    private let first = CertificateSamples.first
    private let second = CertificateSamples.second

    @Test func `files without a new stamp are not read`() {
        var history = CertificateHistory(taken: first)
        var reads = 0
        for _ in 0..<3 {
            let change = history.look(at: stamps(1)) {
                reads += 1
                return first
            }
            #expect(change == nil)
        }
        #expect(reads == 1)
    }

    @Test func `another pair is taken once`() throws {
        var history = CertificateHistory(taken: first)
        let taken = try expectTaken(history.look(at: stamps(2)) { second })
        #expect(taken.expiry?.timeIntervalSince1970 ?? 0 > 4_900_000_000)
        #expect(history.look(at: stamps(2)) { second } == nil)
        #expect(history.look(at: stamps(3)) { second } == nil)
    }

    @Test(arguments: [
        CertificateContents(chain: nil, key: CertificateSamples.second.key),
        CertificateContents(chain: CertificateSamples.second.chain, key: nil),
        CertificateContents(chain: CertificateSamples.second.chain, key: CertificateSamples.first.key),
        CertificateContents(
            chain: Array(CertificateSamples.second.chain!.prefix(300)), key: CertificateSamples.second.key),
        CertificateContents(chain: [], key: []),
    ])
    func `a pair that cannot be used is refused once, and read until it can be`(broken: CertificateContents) throws {
        var history = CertificateHistory(taken: first)
        try expectRefused(history.look(at: stamps(2)) { broken })
        #expect(history.look(at: stamps(2)) { broken } == nil)
        // The rest may come within the same stamp.
        _ = try expectTaken(history.look(at: stamps(2)) { second })
        try expectRefused(history.look(at: stamps(3)) { broken })
    }

    @Test func `the old pair is no change after a refusal`() throws {
        var history = CertificateHistory(taken: first)
        let broken = CertificateContents(chain: first.chain, key: second.key)
        try expectRefused(history.look(at: stamps(2)) { broken })
        #expect(history.look(at: stamps(3)) { first } == nil)
        try expectRefused(history.look(at: stamps(4)) { broken })
    }

    private func stamps(_ size: UInt64) -> CertificateStamps {
        let key = FileStamp(place: "/key.pem", modified: .distantPast, size: 1, inode: 1)
        var chain = key
        chain.size = size
        return CertificateStamps(certificate: chain, privateKey: key)
    }

    private func expectTaken(_ change: CertificateHistory.Change?) throws -> LoadedCertificate {
        guard case .taken(let certificate) = change else { throw Unexpected(change: "\(String(describing: change))") }
        return certificate
    }

    private func expectRefused(_ change: CertificateHistory.Change?) throws {
        guard case .refused = change else { throw Unexpected(change: "\(String(describing: change))") }
    }

    private struct Unexpected: Error {
        let change: String
    }
}
