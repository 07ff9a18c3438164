/// Counts the live sessions that each client address has opened.
///
/// Sessions that were there when the server started count for no address.
struct SessionsByAddress: Sendable {
    private var counts: [String: Int] = [:]
    private var addresses: [String: String] = [:]

    /// How many live sessions an address has opened.
    func count(of address: String) -> Int { counts[address] ?? 0 }

    /// Notes that an address has opened a session.
    mutating func add(_ session: String, of address: String) {
        addresses[session] = address
        counts[address, default: 0] += 1
    }

    /// Notes that a session has ended; one that counts for no address changes nothing.
    mutating func remove(_ session: String) {
        guard let address = addresses.removeValue(forKey: session), let count = counts[address] else { return }
        counts[address] = count > 1 ? count - 1 : nil
    }
}
