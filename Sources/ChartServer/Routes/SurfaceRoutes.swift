import ChartService
import ChartSessions
import ChartWire
import Hummingbird

/// The routes that show and change surfaces and their axes.
struct SurfaceRoutes: Sendable {
    let context: ServiceContext

    static let pattern = "/v1/sessions/{id}/surfaces/{sid}"

    var routes: [Route] {
        [
            .changing(.createSurface, .post, "/v1/sessions/{id}/surfaces", in: context),
            Route(
                method: .get, pattern: Self.pattern, operationID: "getSurface", query: QueryParameters.viewNames
            ) { request in
                try await TracedStep.request("getSurface", of: request.headers, tracer: context.tracer) {
                    try await get(request)
                }
            },
            .changing(.patchSurface, .patch, Self.pattern, in: context),
            .changing(.deleteSurface, .delete, Self.pattern, in: context),
            .changing(.patchAxis, .patch, Self.pattern + "/axes/{aid}", in: context),
            .changing(.postCommand, .post, Self.pattern + "/commands", in: context),
        ]
    }

    private func get(_ request: RouteRequest) async throws -> Response {
        let view = try context.view(of: request, window: .full, hasSpecification: true)
        let cell = try await context.cell(request, as: .viewer)
        let surface = try await context.withSession(of: request, cell) { cell in
            try context.sessions.read(cell) { session in
                session.surfaces[try session.index(ofSurface: request.parameter("sid"))]
            }
        }
        if let tags = request.ifNoneMatch, tags.contains(surface.entityTag) || tags.contains("*") {
            return .notModified(eTag: surface.entityTag)
        }
        return .json(
            try await context.write(.surface(surface, view), for: request),
            headers: [.eTag: surface.entityTag, .cacheControl: "no-cache"])
    }
}
