import Gestures
import Synchronization

/// The answer to a numbered batch, encoded on the first request and the same bytes afterwards.
///
/// It is created within a session's lock and encoded outside of it. A caller that asks during the encoding waits.
package final class KeptAnswer: Sendable {
    private enum State: Sendable {
        case unwritten(@Sendable () throws -> [UInt8])
        case written([UInt8])
    }

    private let state: Mutex<State>
    private let length: Atomic<Int>

    /// Creates an answer that is not encoded yet.
    ///
    /// - Parameter write: Encodes it; called again only after an error.
    package init(writing write: @escaping @Sendable () throws -> [UInt8]) {
        state = Mutex(.unwritten(write))
        length = Atomic(0)
    }

    /// Creates an encoded answer.
    package init(_ bytes: [UInt8]) {
        state = Mutex(.written(bytes))
        length = Atomic(bytes.count)
    }

    /// The answer's bytes.
    ///
    /// - Throws: The error of the encoding; the answer stays unencoded.
    package func bytes() throws -> [UInt8] {
        try state.withLock { state in
            switch state {
            case .written(let bytes): return bytes
            case .unwritten(let write):
                let bytes = try write()
                // A long answer is encoded again for each request.
                guard bytes.count <= ClientSequences.answerBytes else { return bytes }
                var kept = bytes
                kept.trimLargeCapacity()
                state = .written(kept)
                length.store(kept.count, ordering: .relaxed)
                return bytes
            }
        }
    }

    /// The number of encoded bytes; 0 before the encoding, for which it does not wait.
    var writtenLength: Int { length.load(ordering: .relaxed) }

    /// The encoded bytes; `nil` before the encoding and during it.
    package var written: [UInt8]? {
        let bytes = state.withLockIfAvailable { state -> [UInt8]? in
            if case .written(let bytes) = state { bytes } else { nil }
        }
        return bytes ?? nil
    }
}
