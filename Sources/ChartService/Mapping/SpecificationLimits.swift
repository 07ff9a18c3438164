import ChartEngine
package import ChartSessions
package import ChartWire

/// The limits that a specification must keep to be accepted; they bound the cost of each event of its session.
///
/// Existing sessions are exempt: they go on as they were accepted.
package struct SpecificationLimits: Sendable, Hashable {
    /// The most readings of one event; see `Session.eventWork`.
    static let eventWork = 16_384
    /// The most readings of all events of one batch: 64 of the most expensive events.
    static let batchWork = 64 * eventWork

    /// The most links of a session.
    var links: Int
    /// The most axes of all links of a session together.
    var linkMembers: Int
    /// The most fixed lines of a surface, over all its modifiers.
    var slices: Int

    /// Creates limits.
    package init(links: Int, linkMembers: Int, slices: Int) {
        self.links = links
        self.linkMembers = linkMembers
        self.slices = slices
    }

    /// Refuses too many links.
    func check(_ links: [LinkBody], at pointer: JSONPointer) throws(Problem) {
        guard links.count <= self.links else {
            throw Problem(.tooManyLinks, "A session has at most \(self.links) links.", at: pointer)
        }
        var members = 0
        for (index, link) in links.enumerated() {
            members += link.axes.count
            guard members <= linkMembers else {
                throw Problem(
                    .tooManyLinkMembers, "All links of a session have at most \(linkMembers) axes together.",
                    at: pointer.appending(index).appending("axes"))
            }
        }
    }

    /// Refuses too many fixed lines.
    ///
    /// - Parameters:
    ///   - modifiers: The modifiers that a surface gets.
    ///   - others: The number of fixed lines of its other modifiers.
    ///   - before: The number of fixed lines before the change, which is always allowed.
    ///   - pointer: The place of the modifiers.
    /// - Throws: `limits.slices`.
    func checkSlices(
        of modifiers: [AttachedModifier], beside others: Int = 0, after before: Int = 0, at pointer: JSONPointer
    ) throws(Problem) {
        guard modifiers.reduce(others, { $0 + $1.sliceCount }) <= max(slices, before) else {
            throw Problem(
                .tooManySlices, "A surface has at most \(slices) slices, over all its modifiers.", at: pointer)
        }
    }

    /// Refuses a session in which one event takes too much work.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - before: The work of an event before the change, which is always allowed.
    /// - Throws: `limits.work`.
    package func checkWork(of session: Session, after before: Int = 0) throws(Problem) {
        let work = session.eventWork
        guard work > max(Self.eventWork, before) else { return }
        throw Problem(
            .tooMuchWork,
            """
            One event would take \(work) readings of series, and may take \(Self.eventWork). Reduce the slices, the modifiers \
            that read or hit series, the series, the surfaces of an event group, the overviews, the linked axes, or the ticks.
            """, pointer: "")
    }
}
