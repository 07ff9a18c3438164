import ChartEngine

/// The positions of each axis in the links of a session, rebuilt with the links.
struct LinkIndex: Sendable {
    /// A link, and the position of an axis in it.
    typealias Place = (link: Int, position: Int)

    /// The positions of each axis, in the order of the links.
    private(set) var places: [AxisReference: [Place]] = [:]
    /// Creates the index of links.
    ///
    /// - Complexity: O(members of all links).
    init(_ links: [AxisLink]) {
        for (number, link) in links.enumerated() {
            for (position, member) in link.members.enumerated() {
                places[member, default: []].append((link: number, position: position))
            }
        }
    }
}
