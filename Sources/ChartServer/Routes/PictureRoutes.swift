import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The routes that answer with pictures of surfaces and datasets, and with the colours of scenes.
struct PictureRoutes: Sendable {
    let service: ServiceDependencies

    /// A picture loads and runs nothing, also where a browser shows it as a page.
    private static let policy = "default-src 'none'; sandbox"
    private static let contentType = "image/svg+xml; charset=utf-8"

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: SurfaceRoutes.pattern + "/image.svg", operationID: "getSurfacePicture",
                access: .session(.viewer), query: PictureRequest.query + ViewedRanges.query, handler: surface),
            Route(
                method: .get, pattern: DatasetRoutes.pattern + "/image.svg", operationID: "getDatasetPicture",
                access: .dataset(.readDatasets), query: DatasetPicture.query, handler: dataset),
            Route(method: .get, pattern: "/v1/palette", operationID: "getPalette", access: .credential) { _ in
                .now(.json(PaletteWriter.answer))
            },
        ]
    }

    private func surface(_ request: RouteRequest) throws -> Reply {
        let picture = try PictureRequest(request.query)
        let ranges = ViewedRanges(request.query)
        let bytes = service.limits.answerBytes
        return try service.access.useSession(request) { cell in
            let (entry, locale) = try service.sessions.read(cell) { session in
                (try ranges.surface(request.parameter("sid"), of: session), session.chartLocale)
            }
            return reply(to: request) {
                let svg = try picture.svg(of: entry.surface, in: locale, answerBytes: bytes)
                if let name = entry.damagedDataset { throw Problem(SessionError.dataset(name, .foundDamaged)) }
                return svg
            }
        }
    }

    private func dataset(_ request: RouteRequest) throws -> Reply {
        let bytes = service.limits.answerBytes
        return try service.useRows(of: request) { table in
            let picture = try DatasetPicture(request.query, of: table, named: request.parameter("name"))
            return reply(to: request) { try picture.svg(answerBytes: bytes) }
        }
    }

    private func reply(to request: RouteRequest, _ draw: @escaping @Sendable () throws -> [UInt8]) -> Reply {
        let known = request.ifNoneMatch ?? []
        return service.writer.makeReply(of: service.limits.answerBytes, effort: .long, to: request) {
            Self.answer(try draw(), known: known)
        }
    }

    private static func answer(_ svg: [UInt8], known: [String]) -> Answer {
        let tag = EntityTag.of(svg)
        if known.contains(tag) || known.contains("*") { return .notModified(eTag: tag) }
        return Answer(
            bytes: svg, contentType: contentType,
            headers: [.eTag: tag, .cacheControl: "no-cache", .contentSecurityPolicy: policy])
    }
}
