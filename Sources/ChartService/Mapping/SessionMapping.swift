import ChartEngine
import ChartSeries
import ChartSessions
package import ChartWire

extension SessionBody {
    /// The longest idle timeout that any server allows, in milliseconds: 365 days.
    static let maximumIdleTimeout = 31_536_000_000.0

    /// Refuses an idle timeout above the limit for clients.
    ///
    /// - Parameter limit: The longest, in milliseconds.
    /// - Throws: `limits.idle-timeout`.
    package func checkIdleTimeout(atMost limit: Int) throws(Problem) {
        guard let idleTimeout, idleTimeout > Double(limit), idleTimeout <= Self.maximumIdleTimeout else { return }
        throw Problem(
            .idleTimeoutTooLong, "A session asks for an idle timeout of at most \(limit) milliseconds.",
            pointer: "/idleTimeout")
    }

    /// The datasets that the surfaces name.
    package var datasets: [String] { surfaces.compactMap(\.dataset) }

    /// The place of the nth dataset that the surfaces name.
    package func pointer(ofDataset position: Int) -> JSONPointer {
        let index = surfaces.indices.filter { surfaces[$0].dataset != nil }[position]
        return JSONPointer.root.appending("surfaces").appending(index).appending("dataset")
    }

    /// Creates the session that the body specifies.
    ///
    /// - Parameters:
    ///   - id: The session's name.
    ///   - tables: The tables of ``datasets``, in that order.
    ///   - context: What the mapping needs beside the body; the calendar is the session's.
    ///   - idleTimeout: The timeout of a session that names none, in milliseconds.
    ///   - maximumSurfaces: The most surfaces.
    /// - Returns: The session at revision 0.
    /// - Throws: A problem that names the place.
    func session(
        id: String, tables: [Table], context: SpecificationContext, idleTimeout: Double, maximumSurfaces: Int
    ) throws(Problem) -> Session {
        let pointer = JSONPointer.root.appending("surfaces")
        guard surfaces.count <= maximumSurfaces else {
            throw Problem(.tooManySurfaces, "A session has at most \(maximumSurfaces) surfaces.", at: pointer)
        }
        try Identifier.checkUnique(surfaces.map(\.effectiveID), at: pointer)
        var tables = tables[...]
        var made: [SessionSurface] = []
        for (index, body) in surfaces.enumerated() {
            let table = body.dataset == nil ? nil : tables.popFirst()
            made.append(
                SessionSurface(
                    surface: try body.surface(table: table, context: context, at: pointer.appending(index)),
                    dataset: body.dataset))
        }
        let session = Session(
            id: id, timeZone: context.calendar.identifier, idleTimeout: try timeout(idleTimeout),
            locale: try checkedLocale(), meta: try metaBytes(), surfaces: made,
            links: try LinkBody.links(links ?? [], of: made, limits: context.limits))
        if context.limits != nil { try LinkBody.checkAgreement(of: session) }
        for (index, body) in surfaces.enumerated() {
            try SurfaceReferences.check(body.effectiveID, of: session) {
                body.place(ofModifier: $0, at: pointer.appending(index))
            }
        }
        return session
    }

    /// The calendar of the session's time zone.
    func calendar() throws(Problem) -> CivilCalendar {
        guard let timeZone else { return .utc }
        guard let calendar = CivilCalendar(timeZone: timeZone) else {
            throw Problem(
                .propertyInvalid, "There is no time zone \"\(timeZone.prefix(64))\".", pointer: "/timeZone")
        }
        return calendar
    }

    private func timeout(_ standard: Double) throws(Problem) -> Double {
        guard let idleTimeout else { return standard }
        guard idleTimeout >= 1, idleTimeout <= Self.maximumIdleTimeout else {
            throw Problem(
                .propertyInvalid, "An idle timeout has 1 to \(Int(Self.maximumIdleTimeout)) milliseconds.",
                pointer: "/idleTimeout")
        }
        return idleTimeout
    }

    private func checkedLocale() throws(Problem) -> String {
        guard let locale else { return Session.standardLocale }
        try ReadableText.checkLocale(locale, at: JSONPointer.root.appending("locale"))
        return locale
    }

    private func metaBytes() throws(Problem) -> [UInt8] {
        guard let meta else { return [] }
        guard case .object = meta else { throw Problem(.propertyInvalid, "Expected an object.", pointer: "/meta") }
        var writer = JSONWriter()
        JSONCoding.write(meta, into: &writer)
        return writer.bytes
    }
}
