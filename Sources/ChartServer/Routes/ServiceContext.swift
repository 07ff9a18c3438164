import ChartEngine
import ChartSessions
import ChartWire
import HTTPTypes

/// What the routes work with.
struct ServiceContext: Sendable {
    let catalog: DatasetCatalog
    let sessions: SessionRegistry
    let modifiers: ModifierRegistry
    let limits: Limits
    /// Whether a call without a token is refused.
    let requiresTokens: Bool
    /// After how many idle milliseconds a session that names no timeout expires.
    let idleTimeout: Double

    /// Opens the service with the datasets that are there at the start.
    init(settings: Settings, catalog: DatasetCatalog, modifiers: ModifierRegistry) {
        self.catalog = catalog
        sessions = SessionRegistry(
            catalog: catalog,
            limits: SessionRegistry.Limits(
                sessions: settings.limits.sessions, gestureTimeout: Double(settings.gestureTimeout)),
            clock: .system)
        self.modifiers = modifiers
        limits = settings.limits
        requiresTokens = settings.authMode == .token
        idleTimeout = Double(settings.idleTimeout)
    }

    /// What the mapping of specifications needs to know.
    func specification(calendar: CivilCalendar) -> SpecificationContext {
        SpecificationContext(
            registry: modifiers, maximumTouches: limits.touches, maximumModifiers: limits.modifiersPerSurface,
            maximumRows: limits.rowsPerWindow, calendar: calendar)
    }

    /// The cell of the session that a path names, when the caller may do what it wants.
    func cell(_ request: RouteRequest, as wanted: AccessRole) throws -> SessionCell {
        let cell: SessionCell
        do throws(SessionError) {
            cell = try sessions.cell(request.parameter("id"))
        } catch {
            throw Problem(error)
        }
        try authorize(request, for: cell, as: wanted)
        return cell
    }

    private func authorize(_ request: RouteRequest, for cell: SessionCell, as wanted: AccessRole) throws(Problem) {
        guard let field = request.headers[.authorization] else {
            guard !requiresTokens else {
                throw Problem(.tokenMissing, "The call needs the session's token: Authorization: Bearer ….")
            }
            return
        }
        let words = field.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer", let role = cell.role(of: String(words[1])) else {
            throw Problem(.tokenUnknown, "The token is not one of this session.")
        }
        guard role == .driver || wanted == .viewer else {
            throw Problem(.viewerCannotDrive, "A viewer's token can look but not change.")
        }
    }

    /// Looks at a session.
    func read<Result>(_ cell: SessionCell, _ body: (Session) throws -> Result) throws -> Result {
        do {
            return try sessions.read(cell, body)
        } catch let error as SessionError {
            throw Problem(error)
        }
    }

    /// Changes a session, whole or not at all; a dry run changes a copy and throws it away.
    func update<Result>(
        _ cell: SessionCell, isDryRun: Bool = false, _ body: (inout Session) throws -> Result
    ) throws -> Result {
        do {
            return try isDryRun ? sessions.tryOut(cell, body) : sessions.update(cell, body)
        } catch let error as SessionError {
            throw Problem(error)
        }
    }
}

extension RouteRequest {
    /// The entity tags that `If-Match` names; `nil` without it.
    ///
    /// A weak one keeps its mark and so matches nothing.
    var ifMatch: [String]? { headers[.ifMatch].map { Self.entityTags($0, isStrong: true) } }

    /// The entity tags that `If-None-Match` names; `nil` without it.
    var ifNoneMatch: [String]? { headers[.ifNoneMatch].map { Self.entityTags($0, isStrong: false) } }

    private static func entityTags(_ field: String, isStrong: Bool) -> [String] {
        field.split(separator: ",").map { part in
            let tag = part.drop { $0 == " " || $0 == "\t" }
            let opaque = tag.hasPrefix("W/") && !isStrong ? tag.dropFirst(2) : tag
            return String(opaque.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
    }

    /// Refuses to replace what exists when `If-None-Match: *` asks so.
    func refuseReplacing(_ exists: Bool) throws(Problem) {
        guard exists, ifNoneMatch?.contains("*") == true else { return }
        throw Problem(.preconditionFailed, "It exists, and If-None-Match: * asks that it does not.")
    }

    /// What the query asks to see of a surface.
    ///
    /// - Parameters:
    ///   - window: When rows are answered unless the query says otherwise.
    ///   - hasSpecification: Whether the answer carries the specification.
    /// - Returns: The view.
    /// - Throws: `query.invalid`.
    func view(window: SurfaceView.WindowPolicy, hasSpecification: Bool) throws(Problem) -> SurfaceView {
        SurfaceView(
            window: try query.choice("window", of: SurfaceView.WindowPolicy.self) ?? window,
            hasTicks: try query.flag("ticks") ?? true,
            layout: try query.choice("layout", of: RowLayout.self) ?? .rows, hasSpecification: hasSpecification)
    }

    /// The query parameters of every answer with surfaces.
    static let viewQuery = ["window", "ticks", "layout"]

    /// The body as JSON, decoded.
    func json<Body: Decodable>(_ type: Body.Type) async throws -> Body {
        try JSONCoding.decode(type, from: try JSONValue.parse(try await body()))
    }
}
