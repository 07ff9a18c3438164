import ChartSeries
import Foundation
import Gestures

extension ClientSequences: Codable {
    private struct Written: Codable {
        var client: String
        var sequence: Int
        var digest: Data
        var answer: Data?
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
            guard let digest = BatchDigest(bytes: Array(one.digest)) else {
                throw UnsoundState("an invalid batch hash")
            }
            return Entry(
                client: ExactName(one.client), sequence: one.sequence, digest: digest,
                answer: one.answer.map { KeptAnswer(Array($0)) })
        }
    }

    func encode(to encoder: any Encoder) throws {
        // The server encodes an answer again if it fails here.
        var kept = self
        kept.dropAnswers { try? $0.bytes().count }
        let written = kept.entries.map {
            Written(
                client: $0.client.text, sequence: $0.sequence, digest: Data($0.digest.bytes),
                answer: $0.answer?.written.map { Data($0) })
        }
        try written.encode(to: encoder)
    }
}
