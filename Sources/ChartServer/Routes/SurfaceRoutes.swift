import ChartSessions
import ChartStores
import ChartText
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
                query: QueryParameters.viewNames + ViewedRanges.query,
                handler: get),
            Route(
                method: .get, pattern: Self.pattern + "/description", operationID: "describeSurface",
                access: .session(.viewer), query: ["locale"] + ViewedRanges.query, handler: describe),
            Route(
                method: .get, pattern: Self.pattern + "/statistics", operationID: "getSurfaceStatistics",
                access: .session(.viewer), query: StatisticsReport.surfaceQuery + ViewedRanges.query, handler: sumUp),
            .changing(.patchSurface, .patch, Self.pattern, in: service),
            .changing(.deleteSurface, .delete, Self.pattern, in: service),
            .changing(.patchAxis, .patch, Self.pattern + "/axes/{aid}", in: service),
            .changing(.postCommand, .post, Self.pattern + "/commands", in: service),
        ]
    }

    private func get(_ request: RouteRequest) throws -> Reply {
        let view = try service.readView(of: request, window: .full, hasSpecification: true)
        let ranges = ViewedRanges(request.query)
        return try service.access.useSession(request) { [service] cell in
            let (surface, own) = try service.sessions.read(cell) { session in
                (try ranges.surface(request.parameter("sid"), of: session), session.chartLocale)
            }
            var view = view
            let locale = view.locale ?? own
            view.locale = locale
            let isPlain = ranges.isEmpty && view.sizes.isEmpty
            var headers: HTTPFields = [.cacheControl: isPlain ? "no-cache" : "no-store"]
            if isPlain {
                let tag = locale == own ? surface.entityTag : EntityTag.of(surface.entityTag, in: locale)
                if let tags = request.ifNoneMatch, tags.contains(tag) || tags.contains("*") {
                    return .now(.notModified(eTag: tag, in: locale))
                }
                headers[.eTag] = tag
            }
            headers.tell(locale)
            return service.writer.write(.surface(view.seenAlone(surface), view), to: request) { [headers] in
                .json($0, headers: headers)
            }
        }
    }

    private func sumUp(_ request: RouteRequest) throws -> Reply {
        let ranges = ViewedRanges(request.query)
        return try service.access.useSession(request) { [service] cell in
            let surface = try service.sessions.read(cell) { try ranges.surface(request.parameter("sid"), of: $0) }
            return service.reply(with: try StatisticsReport(request.query, of: surface), to: request)
        }
    }

    private func describe(_ request: RouteRequest) throws -> Reply {
        let asked = try request.query.locale() ?? request.acceptedLocale
        let ranges = ViewedRanges(request.query)
        return try service.access.useSession(request) { [service] cell in
            let (surface, own) = try service.sessions.read(cell) { session in
                (try ranges.surface(request.parameter("sid"), of: session), session.chartLocale)
            }
            var headers: HTTPFields = [.cacheControl: "no-cache"]
            headers.tell(asked ?? own)
            let description = AnswerDraft.description(surface, asked ?? own, answerBytes: service.limits.answerBytes)
            return service.writer.write(description, to: request) { [headers] in .json($0, headers: headers) }
        }
    }
}

/// The main call: a batch of events for a surface.
struct EventRoutes: Sendable {
    let service: ServiceDependencies

    var routes: [Route] {
        [.changing(.postEvents, .post, SurfaceRoutes.pattern + "/events", in: service)]
    }
}

/// The routes that list the types of modifiers, and add, change and remove modifiers.
struct ModifierRoutes: Sendable {
    let service: ServiceDependencies

    static let pattern = SurfaceRoutes.pattern + "/modifiers/{mid}"

    var routes: [Route] {
        let types = service.interpreter.modifiers.body
        return [
            Route(method: .get, pattern: "/v1/modifiers", operationID: "getModifierTypes", access: .credential) { _ in
                .now(.json(types))
            },
            .changing(.putModifier, .put, Self.pattern, in: service),
            .changing(.patchModifier, .patch, Self.pattern, in: service),
            .changing(.deleteModifier, .delete, Self.pattern, in: service),
        ]
    }
}
