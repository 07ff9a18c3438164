import ChartEngine

/// One way through the links of a session, on which every axis is settled once and every link is gone through once.
struct LinkWalk {
    /// A link, and the position that an axis has in it.
    typealias Place = (link: Int, position: Int)

    private var places: [AxisReference: [Place]] = [:]
    private var settled: Set<AxisReference>
    private var isTaken: [Bool]

    /// Starts on links.
    ///
    /// - Parameters:
    ///   - links: The links.
    ///   - settled: The axes that stay as they are.
    /// - Complexity: O(members of all links).
    init(_ links: [AxisLink], settled: [AxisReference]) {
        self.settled = Set(settled)
        isTaken = Array(repeating: false, count: links.count)
        for (number, link) in links.enumerated() {
            for (position, member) in link.members.enumerated() {
                places[member, default: []].append((link: number, position: position))
            }
        }
    }

    /// Settles an axis.
    ///
    /// - Returns: Whether it was not settled before.
    mutating func settle(_ axis: AxisReference) -> Bool { settled.insert(axis).inserted }

    /// The links of an axis, in their order.
    func links(of axis: AxisReference) -> [Place] { places[axis] ?? [] }

    /// The links of some axes.
    func links(ofAny axes: [AxisReference]) -> Set<Int> { Set(axes.flatMap { links(of: $0).map(\.link) }) }

    /// The links of an axis that were not taken before, in their order; all members of one that was are settled.
    mutating func takeLinks(of axis: AxisReference) -> [Place] {
        let open = links(of: axis).filter { !isTaken[$0.link] }
        for place in open { isTaken[place.link] = true }
        return open
    }
}
