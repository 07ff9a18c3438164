/// A set of names in ascending order.
///
/// It keeps the names in blocks, so that a change moves the names of one block and not all of them.
struct SortedNames: Sendable {
    /// The most names of a block.
    static let mostNamesPerBlock = 512

    /// In order, none of them empty.
    private var blocks: [[String]] = []

    /// Adds a name; a present one is no error.
    ///
    /// - Complexity: O(log of the number of names + names of a block + number of blocks).
    mutating func insert(_ name: String) {
        guard !blocks.isEmpty else { return blocks.append([name]) }
        let block = max(0, Self.firstIndex(in: blocks) { name < $0[0] } - 1)
        let index = Self.firstIndex(in: blocks[block]) { name <= $0 }
        guard index == blocks[block].endIndex || blocks[block][index] != name else { return }
        blocks[block].insert(name, at: index)
        guard blocks[block].count > Self.mostNamesPerBlock else { return }
        let half = blocks[block].count / 2
        blocks.insert(Array(blocks[block][half...]), at: block + 1)
        blocks[block].removeSubrange(half...)
    }

    /// Removes a name; a missing one is no error.
    ///
    /// - Complexity: As ``insert(_:)``.
    mutating func remove(_ name: String) {
        let block = Self.firstIndex(in: blocks) { name < $0[0] } - 1
        guard block >= 0 else { return }
        let index = Self.firstIndex(in: blocks[block]) { name <= $0 }
        guard index < blocks[block].endIndex, blocks[block][index] == name else { return }
        blocks[block].remove(at: index)
        if blocks[block].isEmpty { blocks.remove(at: block) }
    }

    /// Returns the first names that follow a name.
    ///
    /// - Parameters:
    ///   - name: The name before them, present or not; `nil` for the start.
    ///   - limit: The maximum number of names.
    /// - Returns: The names, in order.
    /// - Complexity: O(limit + log of the number of names).
    func names(after name: String?, limit: Int) -> [String] {
        var page: [String] = []
        var (block, start) = (0, 0)
        if let name, !blocks.isEmpty {
            block = max(0, Self.firstIndex(in: blocks) { name < $0[0] } - 1)
            start = Self.firstIndex(in: blocks[block]) { name < $0 }
        }
        while block < blocks.count, page.count < limit {
            page += blocks[block][start...].prefix(limit - page.count)
            (block, start) = (block + 1, 0)
        }
        return page
    }

    /// Returns the first index whose element satisfies a condition that all later elements satisfy too.
    private static func firstIndex<Element>(in elements: [Element], where isBeyond: (Element) -> Bool) -> Int {
        var low = elements.startIndex
        var high = elements.endIndex
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
