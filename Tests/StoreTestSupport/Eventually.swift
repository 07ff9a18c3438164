/// Waits until something is true, and throws when it does not become so within 20 seconds.
package func eventually(_ isTrue: () async throws -> Bool) async throws {
    for _ in 0..<4_000 {
        if try await isTrue() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    throw NeverCameTrue()
}

/// What ``eventually(_:)`` throws.
package struct NeverCameTrue: Error {}
