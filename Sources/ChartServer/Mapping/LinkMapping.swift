import ChartEngine
import ChartSessions
import ChartWire

extension SessionBody {
    /// Makes the links that the body specifies.
    ///
    /// - Parameters:
    ///   - surfaces: The surfaces of the session.
    ///   - limits: What the links are held to; `nil` for a session that was accepted before.
    /// - Returns: The links, in the order of the body.
    /// - Throws: A problem that names the place.
    func links(of surfaces: [SessionSurface], limits: SpecificationLimits?) throws(Problem) -> [AxisLink] {
        let bodies = links ?? []
        let pointer = JSONPointer.root.appending("links")
        try limits?.check(bodies, at: pointer)
        var links: [AxisLink] = []
        for (index, body) in bodies.enumerated() {
            links.append(try body.link(of: surfaces, at: pointer.appending(index)))
        }
        return links
    }
}

extension LinkBody {
    fileprivate func link(of surfaces: [SessionSurface], at pointer: JSONPointer) throws(Problem) -> AxisLink {
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
