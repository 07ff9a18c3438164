/// Counts the live sessions of each client address.
///
/// Sessions of an earlier process count for no address.
struct SessionsByAddress: Sendable {
    private var counts: [String: Int] = [:]
    private var addresses: [String: String] = [:]

    /// The number of live sessions of an address.
    func count(of address: String) -> Int { counts[address] ?? 0 }

    /// Counts a new session of an address.
    mutating func add(_ session: String, of address: String) {
        addresses[session] = address
        counts[address, default: 0] += 1
    }

    /// Removes an ended session; an uncounted one is no error.
    mutating func remove(_ session: String) {
        guard let address = addresses.removeValue(forKey: session), let count = counts[address] else { return }
        counts[address] = count > 1 ? count - 1 : nil
    }
}
