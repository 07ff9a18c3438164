import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The routes that give out further tokens of a session, list them and remove them.
struct TokenRoutes: Sendable {
    let service: ServiceDependencies

    private static let list = "/v1/sessions/{id}/tokens"

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: Self.list, operationID: "getTokens", access: .session(.owner), handler: list),
            Route(
                method: .post, pattern: Self.list, operationID: "createToken", access: .session(.owner),
                body: .json, audited: .tokenGrant, handler: create),
            Route(
                method: .delete, pattern: Self.list + "/{tid}", operationID: "deleteToken", access: .session(.owner),
                audited: .tokenRevoke, handler: delete),
        ]
    }

    private func list(_ request: RouteRequest) -> Reply {
        .work { _ in
            let tokens = try await service.access.loadSession(request) { _ in
                try await service.sessions.grantedTokens(of: request.parameter("id"))
            }
            return .now(.json(TokenWriter.write(tokens), headers: [.cacheControl: "no-store"]))
        }
    }

    private func create(_ request: RouteRequest) -> Reply {
        .afterBody { bytes in
            let grant = try TokenGrant(body: bytes)
            return .work { _ in
                let (token, secret) = try await service.access.loadSession(request) { _ in
                    try await service.sessions.grantToken(
                        grant.rights, author: grant.author, lifetime: grant.lifetime, to: request.parameter("id"))
                }
                // An answer with both a secret and bytes of the client must not be compressed.
                return .now(
                    .json(
                        TokenWriter.write(token, secret: secret.text), status: .created,
                        headers: [
                            .location: "/v1/sessions/\(request.parameter("id"))/tokens/\(token.id)",
                            .cacheControl: "no-store, no-transform",
                        ]))
            }
        }
    }

    private func delete(_ request: RouteRequest) -> Reply {
        .work { _ in
            let id = request.parameter("tid")
            let had = try await service.access.loadSession(request) { _ in
                try await service.sessions.revokeToken(id, of: request.parameter("id"))
            }
            guard had else { throw Problem(.grantUnknown, "The session has given out no token \"\(id)\".") }
            return .now(.noContent())
        }
    }
}
