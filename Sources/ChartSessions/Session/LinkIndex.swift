import ChartEngine

/// Where each axis stands in the links of a session; made when the links change.
struct LinkIndex: Sendable {
    /// A link, and the position that an axis has in it.
    typealias Place = (link: Int, position: Int)

    /// The links of each axis, in their order.
    private(set) var places: [AxisReference: [Place]] = [:]
    /// Looks through links.
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
