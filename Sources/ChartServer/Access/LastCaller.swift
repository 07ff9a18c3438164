import Synchronization

/// The last principal of a connection, so that a client that keeps its connection costs no cryptography.
final class LastCaller: Sendable {
    private struct Memory {
        let authorization: String
        let caller: IdentifiedCaller
    }

    private let memory = Mutex<Memory?>(nil)

    /// The caller that the same header has named, if its credential still counts.
    ///
    /// A proxy may send the requests of many clients through one connection, so how long a comparison takes tells nothing
    /// of the header that is remembered.
    ///
    /// - Parameter authorization: The `Authorization` header.
    /// - Returns: The caller; nil for another header than the last.
    func caller(of authorization: String) -> IdentifiedCaller? {
        memory.withLock { memory in
            guard let last = memory, last.authorization.hasEqualBytes(inConstantTime: authorization) else { return nil }
            guard last.caller.validity?() == true else {
                memory = nil
                return nil
            }
            return last.caller
        }
    }

    /// Remembers a principal; other callers cost nothing to identify.
    ///
    /// - Parameters:
    ///   - caller: Whom the header names.
    ///   - authorization: The `Authorization` header.
    func remember(_ caller: IdentifiedCaller, of authorization: String) {
        guard caller.caller.principal != nil, caller.validity != nil else { return }
        memory.withLock { $0 = Memory(authorization: authorization, caller: caller) }
    }
}

extension String {
    /// Compares all bytes, whether or not the first ones are equal.
    fileprivate func hasEqualBytes(inConstantTime other: String) -> Bool {
        let (own, others) = (utf8Span.span, other.utf8Span.span)
        guard own.count == others.count else { return false }
        var difference: UInt8 = 0
        for index in own.indices { difference |= own[index] ^ others[index] }
        return difference == 0
    }
}
