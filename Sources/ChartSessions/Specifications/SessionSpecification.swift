import ChartEngine
import ChartSeries
package import ChartWire

/// What a client says of a session: all of a new one, or what changes.
package struct SessionSpecification: Sendable {
    /// The longest idle timeout that any server allows, in milliseconds: 365 days.
    private static let longestIdleTimeout = 31_536_000_000.0

    /// The bodies of the surfaces, in order.
    private(set) var surfaces: [JSONObject] = []
    /// The datasets that the surfaces name, those of each surface once, in order.
    package var datasets: [String] { named.map(\.name) }
    private var named: [SurfaceSpecification.NamedDataset] = []
    /// The links; `nil` where nothing is said of them.
    private(set) var links: [LinkSpecification]?
    /// The calendar of its time zone.
    private(set) var calendar = CivilCalendar.utc
    /// The language of its texts; `nil` where nothing is said of it.
    private(set) var locale: String?
    /// The number of idle milliseconds after which it expires; `nil` where nothing is said of it.
    private(set) var idleTimeout: Double?
    /// Data of the client.
    private(set) var meta: JSONObject?

    /// Creates what a client says that says nothing.
    package init() {}
}

extension SessionSpecification: Described {
    /// Whether the session is a new one.
    package struct Place: Sendable {
        /// Whether it is.
        package var isNew: Bool

        /// A new session.
        package static let new = Place(isNew: true)
        /// A session that is there.
        static let present = Place(isNew: false)
    }

    /// What a client can say.
    package static let properties: [Property<SessionSpecification>] = [
        fixed(
            "surfaces", Schema(listOf: "SurfaceSpecification").required, "Its surfaces, in order.",
            read: { json, session, pointer throws(Problem) in
                session.surfaces = try JSONCoding.decode([JSONObject].self, from: json, at: pointer)
                for (index, body) in session.surfaces.enumerated() {
                    session.named += try SurfaceSpecification.datasets(of: body, at: pointer.appending(index))
                }
            }, json: { $0.surfaces.isEmpty ? nil : .array($0.surfaces.map { .object($0) }) }),
        Property(
            "links", Schema(listOf: "Link", to: 10_000), "The axes whose ranges move together.",
            read: { json, session, _, pointer throws(Problem) in
                guard let bodies = try JSONCoding.decode([JSONObject]?.self, from: json, at: pointer) else { return }
                var links: [LinkSpecification] = []
                for (index, body) in bodies.enumerated() {
                    var link = LinkSpecification()
                    try link.take(body, in: (), at: pointer.appending(index))
                    links.append(link)
                }
                session.links = links
            }, json: { session, _ in session.links.map { .array($0.map { .object($0.members()) }) } }),
        fixed(
            "timeZone", Schema(.string), "The IANA name of its time zone; UTC unless given.",
            read: { json, session, pointer throws(Problem) in
                guard let name = try JSONCoding.decode(String?.self, from: json, at: pointer) else { return }
                guard let calendar = CivilCalendar(timeZone: name) else {
                    throw Problem(.propertyInvalid, "There is no time zone \"\(name.prefix(64))\".", at: pointer)
                }
                session.calendar = calendar
            }, json: { .string($0.calendar.identifier) }),
        Property(
            "locale", Schema(.string, as: "LanguageTag"), "The language of its texts; en-US unless given.",
            read: { json, session, _, pointer throws(Problem) in
                guard let tag = try JSONCoding.decode(String?.self, from: json, at: pointer) else { return }
                try ReadableText.checkLocale(tag, at: pointer)
                session.locale = tag
            }, json: { session, _ in session.locale.map { .string($0) } }),
        fixed(
            "idleTimeout", Schema(.number, from: 1, to: longestIdleTimeout),
            "After how many milliseconds without use it expires; `limits.idleTimeout` caps it.",
            read: { json, session, pointer throws(Problem) in
                guard let timeout = try JSONCoding.decode(Double?.self, from: json, at: pointer) else { return }
                if let fault = Schema(.number, from: 1, to: longestIdleTimeout).fault(timeout, " milliseconds") {
                    throw Problem(.propertyInvalid, fault, at: pointer)
                }
                session.idleTimeout = timeout
            }, json: { $0.idleTimeout.map { .number($0) } }),
        fixed(
            "meta", Schema(.object, as: "SessionMeta"), "Data of the client, which answers have as it is.",
            read: { json, session, pointer throws(Problem) in
                session.meta = try JSONCoding.decode(JSONObject?.self, from: json, at: pointer)
            }, json: { $0.meta.map { .object($0) } }),
    ]

    /// The names of the properties that a session has from its beginning and does not change by a PATCH.
    package static let fixedNames = ["surfaces", "timeZone", "idleTimeout", "meta"]

    private static func fixed(
        _ name: String, _ schema: Schema, _ meaning: String,
        read: @escaping @Sendable (JSONValue, inout SessionSpecification, JSONPointer) throws(Problem) -> Void,
        json: @escaping @Sendable (SessionSpecification) -> JSONValue?
    ) -> Property<SessionSpecification> {
        Property(
            name, schema, meaning,
            read: { json, session, place, pointer throws(Problem) in
                guard place.isNew else { throw Problem.unknown(pointer) }
                try read(json, &session, pointer)
            },
            // A session that is there has surfaces; only a new one must name them.
            json: { session, place in json(session) ?? (place?.isNew == false ? .null : nil) })
    }
}

extension SessionSpecification {
    /// Refuses an idle timeout above the limit for clients.
    ///
    /// - Parameter limit: The longest, in milliseconds.
    /// - Throws: `limits.idle-timeout`.
    package func checkIdleTimeout(atMost limit: Int) throws(Problem) {
        guard let idleTimeout, idleTimeout > Double(limit) else { return }
        throw Problem(
            .idleTimeoutTooLong, "A session asks for an idle timeout of at most \(limit) milliseconds.",
            pointer: "/idleTimeout")
    }

    /// The place of the nth dataset that the surfaces name.
    package func pointer(ofDataset position: Int) -> JSONPointer { named[position].pointer }

    /// Creates the session.
    ///
    /// - Parameters:
    ///   - id: The session's name.
    ///   - tables: The tables of ``datasets``, in that order.
    ///   - context: What the server allows and knows; the calendar is the session's.
    ///   - standardTimeout: The timeout of a session that names none, in milliseconds.
    ///   - mostSurfaces: The most surfaces.
    /// - Returns: The session at revision 0.
    /// - Throws: A problem that names the place.
    func session(
        id: String, tables: [Table], context: SpecificationContext, standardTimeout: Double, mostSurfaces: Int
    ) throws(Problem) -> Session {
        let pointer = JSONPointer.root.appending("surfaces")
        guard surfaces.count <= mostSurfaces else {
            throw Problem(.tooManySurfaces, "A session has at most \(mostSurfaces) surfaces.", at: pointer)
        }
        var tables = tables[...]
        var read: [SurfaceSpecification] = []
        var made: [SessionSurface] = []
        for (index, body) in surfaces.enumerated() {
            let pointer = pointer.appending(index)
            let names = try SurfaceSpecification.datasets(of: body, at: pointer).map(\.name)
            let place = SurfaceSpecification.Place(
                context: context, dataset: names.first,
                tables: Dictionary(uniqueKeysWithValues: zip(names, tables.prefix(names.count))))
            tables = tables.dropFirst(names.count)
            let specification = try SurfaceSpecification(
                SurfaceSpecification.namingDataset(body), in: place, at: pointer)
            read.append(specification)
            made.append(
                SessionSurface(surface: try specification.surface(in: place, at: pointer), dataset: place.dataset))
        }
        try Identifier.checkUnique(made.map(\.id), at: pointer)
        let session = Session(
            id: id, timeZone: calendar.identifier, idleTimeout: idleTimeout ?? standardTimeout,
            locale: locale ?? Session.standardLocale, meta: meta.map { Array(JSONValue.object($0).text.utf8) } ?? [],
            surfaces: made, links: try LinkSpecification.links(links ?? [], of: made, limits: context.limits))
        if context.limits != nil { try LinkSpecification.checkAgreement(of: session) }
        for (index, specification) in read.enumerated() {
            try SurfaceReferences.check(specification.id, of: session) {
                specification.place(ofModifier: $0, at: pointer.appending(index))
            }
        }
        return session
    }
}

/// What a client says of axes whose ranges move together.
struct LinkSpecification: Described {
    /// The axes, each as `surface/axis`.
    private(set) var axes: [String]?
    /// The relation of their ranges.
    private var kind: AxisLink.Kind?

    /// Nothing: a link is read before the surfaces are there.
    typealias Place = Void

    /// What a client can say.
    static let properties: [Property<LinkSpecification>] = [
        .required("axes", \.axes, Schema(.array, from: 2, to: 256), "The axes, each as surface/axis."),
        .required("kind", \.kind, Schema(words: AxisLink.Kind.self, as: "LinkKind"), "How their ranges go together."),
    ]
}

extension LinkSpecification {
    /// Creates the links of a session's member `links`.
    ///
    /// - Parameters:
    ///   - links: What a client says of them.
    ///   - surfaces: The surfaces of the session.
    ///   - limits: The limits of the links; `nil` for links that were accepted earlier.
    /// - Returns: The links, in their order.
    /// - Throws: A problem that names the place.
    static func links(
        _ links: [LinkSpecification], of surfaces: [SessionSurface], limits: SpecificationLimits?
    ) throws(Problem) -> [AxisLink] {
        let pointer = JSONPointer.root.appending("links")
        try limits?.check(links, at: pointer)
        var made: [AxisLink] = []
        for (index, one) in links.enumerated() {
            let link = try one.link(of: surfaces, at: pointer.appending(index))
            if limits != nil { try checkTypes(of: link, among: surfaces, at: pointer.appending(index)) }
            made.append(link)
        }
        return made
    }

    private static func checkTypes(
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
        guard let axes, let kind else { preconditionFailure("a link that was read has axes and a kind") }
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
