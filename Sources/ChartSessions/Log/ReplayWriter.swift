package import ChartWire

/// Writes the result of a replay.
package enum ReplayWriter {
    /// The answer of `POST /v1/replays`.
    ///
    /// - Throws: `log.invalid` for a log without a line, `dataset.damaged`, `limits.answer`.
    package static func answer(_ replay: SessionReplay, view: SurfaceView) throws(Problem) -> [UInt8] {
        guard let session = replay.session else {
            throw Problem(.logInvalid, "The log has no line of the kind \"session\".")
        }
        let state = try AnswerWriter.state(of: session, view: view, expiresAt: 0)
        var writer = JSONWriter(reservingCapacity: state.count + 256)
        writer.object { writer in
            writer.member("revisions", replay.revisions)
            writer.member("stateHash", hash: session.stateHash)
            writer.key("firstDifference")
            if let difference = replay.firstDifference {
                writer.object { writer in
                    writer.member("revision", difference.revision)
                    writer.member("expected", difference.expected)
                    writer.member("actual", difference.actual)
                    if difference.areRowsGone { writer.member("cause", "rows-gone") }
                }
            } else {
                writer.null()
            }
            writer.key("session")
            writer.rawValue(state)
        }
        try replay.checkRows()
        return writer.bytes
    }
}
