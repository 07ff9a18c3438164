import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The routes that hand out all rows of a range, as they are in the data.
struct RowRoutes: Sendable {
    let service: ServiceDependencies

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: DatasetRoutes.pattern + "/rows", operationID: "getRows",
                access: .dataset(.readDatasets), query: RowExport.query
            ) { request in
                .longWork { _ in .now(try await answer(try await ofDataset(request))) }
            },
            Route(
                method: .get, pattern: SurfaceRoutes.pattern + "/rows", operationID: "getSurfaceRows",
                access: .session(.viewer), query: RowExport.query + ViewedRanges.query
            ) { request in
                .longWork { _ in .now(try await answer(try await ofSurface(request))) }
            },
        ]
    }

    private func ofDataset(_ request: RouteRequest) async throws -> RowExport {
        let table = try await service.readTable(of: request)
        return try RowExport(
            request.query, of: table, named: request.parameter("name"), rows: 0..<table.rowCount,
            columns: Array(table.columns.indices), calendar: .utc)
    }

    private func ofSurface(_ request: RouteRequest) async throws -> RowExport {
        let ranges = ViewedRanges(request.query)
        let surface = try await service.access.loadSession(request) { cell in
            try service.sessions.read(cell) { session in try ranges.surface(request.parameter("sid"), of: session) }
        }
        return try RowExport(request.query, of: surface)
    }

    /// Sends the text piece by piece, each when the client has taken most of the earlier ones.
    ///
    /// The first piece is made before the answer begins, so that damaged rows are still refused with a problem. Later
    /// the connection closes in the middle of the text, which a client notices.
    private func answer(_ export: RowExport) async throws -> Answer {
        var rest = export
        let first = try rest.next() ?? []
        let following = rest
        let body = ResponseBody { writer in
            var rest = following
            var piece = first
            while true {
                try await writer.write(ByteBuffer(bytes: piece))
                let copy = rest
                let made = try await LongWork.run { () throws(Problem) in
                    var rest = copy
                    let piece = try rest.next()
                    return (piece: piece, rest: rest)
                }
                guard let next = made.piece else { break }
                (piece, rest) = (next, made.rest)
            }
            try await writer.finish(nil)
        }
        return Answer(streaming: body, headers: [.contentType: export.contentType, .cacheControl: "no-store"])
    }
}
