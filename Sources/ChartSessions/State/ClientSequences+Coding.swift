import ChartSeries
import Foundation
import Gestures

extension ClientSequences: Codable {
    private struct Written: Codable {
        var client: String
        var sequence: Int
        /// The digest of the last batch.
        var digest: Data
        /// The answer of the last batch.
        var answer: Data?
        /// The digests of the batches before, oldest first; a state of an earlier version has none.
        var earlier: [Data]?
    }

    init(from decoder: any Decoder) throws {
        let written = try [Written](from: decoder)
        try UnsoundState.require(
            written.count <= Self.capacity && areUnique(written.map { ExactName($0.client) }),
            "too many numbered batches, or two of one client")
        try UnsoundState.require(
            written.allSatisfy { UnsoundState.counts.contains($0.sequence) }, "a batch's number beyond the limit")
        self.init()
        entries = try written.map { one in
            let digests = try ((one.earlier ?? []) + [one.digest]).map { bytes in
                guard let digest = BatchDigest(bytes: Array(bytes)) else {
                    throw UnsoundState("an invalid batch hash")
                }
                return digest
            }
            try UnsoundState.require(
                digests.count <= min(Self.repeatable, one.sequence), "more batches of a client than it has sent")
            return Entry(
                client: ExactName(one.client), sequence: one.sequence, digests: RecentDigests(digests),
                answer: one.answer.map { KeptAnswer(Array($0)) })
        }
    }

    func encode(to encoder: any Encoder) throws {
        // The server encodes an answer again if it fails here.
        var kept = self
        kept.dropAnswers { (try? $0.bytes().count) ?? 0 }
        let written = kept.entries.map { entry in
            let digests = entry.digests.all.map { Data($0.bytes) }
            return Written(
                client: entry.client.text, sequence: entry.sequence, digest: digests[digests.count - 1],
                answer: entry.answer?.written.map { Data($0) },
                earlier: digests.count > 1 ? digests.dropLast() : nil)
        }
        try written.encode(to: encoder)
    }
}
