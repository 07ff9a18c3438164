import Gestures
import Synchronization

/// The answer to a numbered batch: written when it is first asked for, and the same bytes from then on.
///
/// It is made inside a session's lock and written outside of it. A caller that asks while another one writes waits for it.
public final class KeptAnswer: Sendable {
    private enum State: Sendable {
        case unwritten(@Sendable () throws -> [UInt8])
        case written([UInt8])
    }

    private let state: Mutex<State>

    /// Creates an answer that is yet to be written.
    ///
    /// - Parameter write: Writes it; called again only after it has failed.
    public init(writing write: @escaping @Sendable () throws -> [UInt8]) {
        state = Mutex(.unwritten(write))
    }

    /// Creates an answer that is written.
    public init(_ bytes: [UInt8]) {
        state = Mutex(.written(bytes))
    }

    /// The answer's bytes.
    ///
    /// - Throws: What writing throws; the answer is still unwritten then.
    public func bytes() throws -> [UInt8] {
        try state.withLock { state in
            switch state {
            case .written(let bytes): return bytes
            case .unwritten(let write):
                let bytes = try write()
                // A long answer is written again for the client that asks again.
                guard bytes.count <= ClientSequences.answerBytes else { return bytes }
                // Kept as long as the session lives, so without much of the room that it was written with.
                var kept = bytes
                kept.trimLargeCapacity()
                state = .written(kept)
                return bytes
            }
        }
    }

    /// The bytes where they are written already; `nil` also while they are being written.
    public var written: [UInt8]? {
        let bytes = state.withLockIfAvailable { state -> [UInt8]? in
            if case .written(let bytes) = state { bytes } else { nil }
        }
        return bytes ?? nil
    }
}
