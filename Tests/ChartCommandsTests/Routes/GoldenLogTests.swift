import Foundation
import HTTPTypes
import Testing

@testable import ChartSessions
@testable import SessionTestSupport

/// The logs that each release has left run as it made them, or say that the rules are others now.
///
/// `Tests/Conformance/record_logs.py` makes them.
@Suite struct GoldenLogTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Conformance/logs")

    /// The folders of the releases, each with `golden.csv` and logs.
    private static let releases = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []

    private static func logs(of release: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(release).path)
            .filter { $0.hasSuffix(".ndjson") }.sorted()
    }

    private static func text(_ release: String, _ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(release).appendingPathComponent(name), encoding: .utf8)
    }

    @Test func `each release has left logs with and without snapshots`() throws {
        #expect(Self.releases.count >= 2)
        for release in Self.releases {
            let texts = try Self.logs(of: release).map { try Self.text(release, $0) }
            #expect(texts.contains { $0.contains(#""kind":"snapshot""#) }, "\(release)")
            #expect(texts.contains { !$0.contains(#""kind":"snapshot""#) }, "\(release)")
        }
    }

    @Test(arguments: releases)
    func `a log of a release is replayed to the state that it had`(release: String) async throws {
        try await Service.run { service in
            let put = try await service.send(
                .put, "/v1/datasets/golden", try Self.text(release, "golden.csv"), type: "text/csv")
            #expect(put.status == 201)
            for name in try Self.logs(of: release) {
                let log = try Self.text(release, name)
                let replay = try await service.send(
                    .post, "/v1/replays?window=none", log, type: "application/x-ndjson")
                let comment: Comment = "\(release)/\(name): \(replay.text.prefix(300))"
                guard log.contains(#""format":\#(SessionStart.format),"#) else {
                    // The rules have changed since: the state is the same, or the log says so.
                    guard replay.status != 200 else {
                        #expect(replay.text.contains(#""firstDifference":null"#), comment)
                        continue
                    }
                    replay.isProblem("log.version", comment)
                    continue
                }
                #expect(replay.status == 200, comment)
                let last = try #require(log.matches(of: #/"stateHash":"([0-9a-f]{16})"/#).last)
                #expect(replay.string("stateHash") == String(last.output.1), comment)
                #expect(replay.text.contains(#""firstDifference":null"#), comment)
            }
        }
    }
}
