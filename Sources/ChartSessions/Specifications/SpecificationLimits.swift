import ChartEngine
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
    /// The most derived values that the server holds, and so the most rows of a series that derives some.
    var derived: Int
    /// The most bytes of an answer.
    var answerBytes: Int

    /// Creates limits.
    package init(links: Int, linkMembers: Int, slices: Int, derived: Int, answerBytes: Int) {
        self.links = links
        self.linkMembers = linkMembers
        self.slices = slices
        self.derived = derived
        self.answerBytes = answerBytes
    }

    /// Refuses too many links.
    func check(_ links: [LinkSpecification], at pointer: JSONPointer) throws(Problem) {
        guard links.count <= self.links else {
            throw Problem(.tooManyLinks, "A session has at most \(self.links) links.", at: pointer)
        }
        var members = 0
        for (index, link) in links.enumerated() {
            members += link.axes?.count ?? 0
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

    /// What of a session the limits bound.
    struct Load: Sendable, Hashable {
        /// The work of one event, in readings.
        var work = 0
        /// The bytes that `meta` adds to an answer with all overlays.
        var metaBytes = 0
        /// The number of ids that are steps in a path.
        var steps = 0
    }

    /// Measures a session.
    func load(of session: Session) -> Load {
        var load = Load(work: session.eventWork)
        for entry in session.surfaces {
            let surface = entry.surface
            for modifier in surface.modifiers {
                // It stands beside the modifier, and in each overlay of it: mostly one, and one for each slice.
                load.metaBytes += (modifier.options.meta?.utf8.count ?? 0) * (2 + modifier.sliceCount)
            }
            let ids = [entry.id] + surface.axisIDs + surface.modifiers.map(\.id) + surface.annotations.items.map(\.id)
            load.steps += ids.count { $0 == "." || $0 == ".." }
        }
        return load
    }

    /// Refuses a session in which one event takes too much work, that could never be answered whole, or in which an id is
    /// a step in a path.
    ///
    /// - Parameter session: The session.
    /// - Throws: `limits.work`, `limits.answer`, `specification.invalid`.
    package func check(_ session: Session) throws(Problem) { try check(session, after: Load()) }

    /// Refuses a session as ``check(_:)`` does; what it had before a change is always allowed.
    func check(_ session: Session, after before: Load) throws(Problem) {
        let load = load(of: session)
        guard load.steps <= before.steps else {
            throw Problem(
                .specificationInvalid, "An id is not \".\" or \"..\": a client leaves such a step out of a path.",
                pointer: "")
        }
        guard load.metaBytes <= max(answerBytes / 3 * 2, before.metaBytes) else {
            throw Problem(
                .answerTooLong,
                """
                The `meta` of the modifiers would have \(load.metaBytes) bytes in an answer with all overlays, and may have \
                two thirds of `limits.answerBytes`. Keep large values in the client, by a short key in `meta`.
                """, pointer: "")
        }
        guard load.work <= max(Self.eventWork, before.work) else {
            throw Problem(
                .tooMuchWork,
                """
                One event would take \(load.work) readings of series, and may take \(Self.eventWork). Reduce the slices, the \
                modifiers that read or hit series, the series, the surfaces of an event group, the overviews, the linked axes, \
                or the ticks.
                """, pointer: "")
        }
    }
}
