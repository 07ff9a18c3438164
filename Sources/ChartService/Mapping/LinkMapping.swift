import ChartEngine
import ChartSessions
import ChartWire

extension LinkBody {
    /// Creates the links of a session's member `links`.
    ///
    /// - Parameters:
    ///   - bodies: The links.
    ///   - surfaces: The surfaces of the session.
    ///   - limits: The limits of the links; `nil` for links that were accepted earlier.
    /// - Returns: The links, in their order.
    /// - Throws: A problem that names the place.
    static func links(
        _ bodies: [LinkBody], of surfaces: [SessionSurface], limits: SpecificationLimits?
    ) throws(Problem) -> [AxisLink] {
        let pointer = JSONPointer.root.appending("links")
        try limits?.check(bodies, at: pointer)
        var links: [AxisLink] = []
        for (index, body) in bodies.enumerated() {
            let link = try body.link(of: surfaces, at: pointer.appending(index))
            if limits != nil { try checkKinds(of: link, among: surfaces, at: pointer.appending(index)) }
            links.append(link)
        }
        return links
    }

    private static func checkKinds(
        of link: AxisLink, among surfaces: [SessionSurface], at pointer: JSONPointer
    ) throws(Problem) {
        guard link.kind != .proportional else { return }
        let types = link.members.map { member in
            surfaces.first { $0.id == member.surface }?.surface.chart.axis(member.axis)?.options.type
        }
        guard let other = types.firstIndex(where: { $0 != types[0] }), let first = types[0], let type = types[other]
        else { return }
        throw Problem(
            .specificationInvalid,
            "The axes of a link have one type, unless it is proportional: the first one is a \(first) axis, this one a \(type) axis.",
            at: pointer.appending("axes").appending(other))
    }

    /// Checks that the axes of every link agree after the links were applied.
    static func checkAgreement(of session: Session) throws(Problem) {
        guard let number = session.contradictedLink else { return }
        throw Problem(
            .specificationInvalid,
            "The axes of the link can show no ranges that suit it: it contradicts another link, or their limits lie apart.",
            at: JSONPointer.root.appending("links").appending(number))
    }

    private func link(of surfaces: [SessionSurface], at pointer: JSONPointer) throws(Problem) -> AxisLink {
        let kind = try Problem.word(kind, of: AxisLink.Kind.self, at: pointer.appending("kind"))
        let place = pointer.appending("axes")
        guard axes.count >= 2 else { throw Problem(.specificationInvalid, "A link has at least 2 axes.", at: place) }
        var members: [AxisLink.Member] = []
        var named: Set<AxisLink.Member> = []
        for (index, path) in axes.enumerated() {
            let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard names.count == 2, Self.axis(names[1], ofSurface: names[0], among: surfaces) != nil else {
                throw Problem(
                    .specificationUnknownReference, "There is no axis \"\(path.prefix(140))\"; expected surface/axis.",
                    at: place.appending(index))
            }
            let member = AxisLink.Member(surface: names[0], axis: names[1])
            guard named.insert(member).inserted else {
                throw Problem(.specificationInvalid, "A link names an axis once.", at: place.appending(index))
            }
            members.append(member)
        }
        let link = AxisLink(members, kind: kind) { Self.axis($0.axis, ofSurface: $0.surface, among: surfaces) }
        guard let link else { preconditionFailure("the axes of a link were found before") }
        return link
    }

    private static func axis(_ id: String, ofSurface surface: String, among surfaces: [SessionSurface]) -> Axis? {
        surfaces.first { $0.id == surface }?.surface.chart.axis(id)
    }
}
