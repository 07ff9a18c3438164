import ChartService
import ChartSessions
import ChartWire
import HTTPTypes

/// The routes that show and change surfaces and their axes.
struct SurfaceRoutes: Sendable {
    let service: ServiceDependencies

    static let pattern = "/v1/sessions/{id}/surfaces/{sid}"

    var routes: [Route] {
        [
            .changing(.createSurface, .post, "/v1/sessions/{id}/surfaces", in: service),
            Route(
                method: .get, pattern: Self.pattern, operationID: "getSurface", access: .session(.viewer),
                query: QueryParameters.viewNames,
                isTraced: true, handler: get),
            .changing(.patchSurface, .patch, Self.pattern, in: service),
            .changing(.deleteSurface, .delete, Self.pattern, in: service),
            .changing(.patchAxis, .patch, Self.pattern + "/axes/{aid}", in: service),
            .changing(.postCommand, .post, Self.pattern + "/commands", in: service),
        ]
    }

    private func get(_ request: RouteRequest) throws -> Reply {
        let view = try service.view(of: request, window: .full, hasSpecification: true)
        return try service.withSession(request) { [service] cell in
            let surface = try service.sessions.read(cell) { session in
                session.surfaces[try session.index(ofSurface: request.parameter("sid"))]
            }
            if let tags = request.ifNoneMatch, tags.contains(surface.entityTag) || tags.contains("*") {
                return .now(.notModified(eTag: surface.entityTag))
            }
            return service.write(.surface(surface, view)) {
                .json($0, headers: [.eTag: surface.entityTag, .cacheControl: "no-cache"])
            }
        }
    }
}
