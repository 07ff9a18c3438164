import ChartStores

/// The owners of sessions in memory: equal owners share one object, so that a session takes one reference.
struct SharedOwners: Sendable {
    /// An owner that sessions share.
    final class Shared: Sendable {
        let owner: SessionOwner

        fileprivate init(_ owner: SessionOwner) { self.owner = owner }
    }

    /// The number of owners before the first removal of unused ones.
    private static let firstRemoval = 64

    private var owners: [SessionOwner: Shared] = [:]
    private var nextRemoval = Self.firstRemoval

    /// The number of owners, with those that no session uses any more.
    var count: Int { owners.count }

    /// Returns the shared object of an owner.
    ///
    /// - Complexity: O(1) on average; it removes the unused owners whenever the number of owners has doubled.
    mutating func shared(_ owner: SessionOwner) -> Shared {
        if let known = owners[owner] { return known }
        if owners.count >= nextRemoval { removeUnused() }
        let shared = Shared(owner)
        owners[owner] = shared
        return shared
    }

    private mutating func removeUnused() {
        var unused: [SessionOwner] = []
        // A loop over the indices would hold a copy of the dictionary, with a reference to each object.
        var index = owners.startIndex
        while index != owners.endIndex {
            if isKnownUniquelyReferenced(&owners.values[index]) { unused.append(owners.keys[index]) }
            owners.formIndex(after: &index)
        }
        for owner in unused { owners[owner] = nil }
        nextRemoval = max(Self.firstRemoval, 2 * owners.count)
    }
}
