import ChartEngine
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The routes that show and change what people have left on a surface.
struct AnnotationRoutes: Sendable {
    let service: ServiceDependencies

    private static let list = SurfaceRoutes.pattern + "/annotations"
    private static let pattern = list + "/{aid}"

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: Self.list, operationID: "getAnnotations", access: .session(.viewer),
                query: AnnotationWriter.ListForm.query, handler: list),
            Route(
                method: .get, pattern: Self.pattern, operationID: "getAnnotation", access: .session(.viewer),
                handler: get),
            .changing(.putAnnotation, .put, Self.pattern, in: service),
            .changing(.patchAnnotation, .patch, Self.pattern, in: service),
            .changing(.deleteAnnotation, .delete, Self.pattern, in: service),
        ]
    }

    private func list(_ request: RouteRequest) throws -> Reply {
        let form = try AnnotationWriter.ListForm(request.query)
        return try read(request) { surface in
            let (bytes, contentType) = form.write(of: surface.surface.chart)
            return Answer(bytes: bytes, contentType: contentType, headers: [.cacheControl: "no-store"])
        }
    }

    private func get(_ request: RouteRequest) throws -> Reply {
        let id = request.parameter("aid")
        return try read(request) { surface in
            guard let annotation = surface.surface.annotations[id] else { throw Problem.unknownAnnotation(id) }
            if let tags = request.ifNoneMatch, tags.contains(annotation.entityTag) || tags.contains("*") {
                return .notModified(eTag: annotation.entityTag)
            }
            return .json(
                AnnotationWriter.annotation(annotation, of: surface.surface.chart),
                headers: [.eTag: annotation.entityTag, .cacheControl: "no-cache"])
        }
    }

    private func read(
        _ request: RouteRequest, _ answer: @escaping @Sendable (SessionSurface) throws -> Answer
    ) throws -> Reply {
        try service.access.useSession(request) { [service] cell in
            let surface = try service.sessions.read(cell) { session in
                guard let surface = session.surface(request.parameter("sid")) else {
                    throw SessionError.surfaceUnknown(request.parameter("sid"))
                }
                return surface
            }
            return .now(try answer(surface))
        }
    }
}
