import ChartEngine

/// One way through the links of a session, on which every axis is settled once and every link is gone through once.
struct LinkWalk {
    typealias Place = LinkIndex.Place

    private let index: LinkIndex
    private var settled: Set<AxisReference>
    private var isTaken: [Bool]
    /// The surfaces of which an axis has followed.
    var followed: Set<Int> = []

    /// Starts on links.
    ///
    /// - Parameters:
    ///   - index: Where each axis stands in the links.
    ///   - settled: The axes that stay as they are.
    /// - Complexity: O(links + settled axes).
    init(_ index: LinkIndex, settled: [AxisReference]) {
        self.index = index
        self.settled = Set(settled)
        isTaken = Array(repeating: false, count: index.linkCount)
    }

    /// Settles an axis.
    ///
    /// - Returns: Whether it was not settled before.
    mutating func settle(_ axis: AxisReference) -> Bool { settled.insert(axis).inserted }

    /// The links of an axis, in their order.
    func links(of axis: AxisReference) -> [Place] { index.places[axis] ?? [] }

    /// The links of some axes.
    func links(ofAny axes: [AxisReference]) -> Set<Int> { Set(axes.flatMap { links(of: $0).map(\.link) }) }

    /// The links of an axis that were not taken before, in their order; all members of one that was are settled.
    mutating func takeLinks(of axis: AxisReference) -> [Place] {
        let open = links(of: axis).filter { !isTaken[$0.link] }
        for place in open { isTaken[place.link] = true }
        return open
    }
}
