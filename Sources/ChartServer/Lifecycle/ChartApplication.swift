import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The server as one service: Hummingbird's application, and the drain that shuts down before it.
package struct ChartApplication: ApplicationProtocol {
    /// The HTTP server with its routes, and the services that run beside the requests.
    let base: Application<UnreachedResponder>
    /// Answers the requests.
    let driver: RequestDriver
    /// Where clients connect.
    let port: ListeningSocket

    var responder: UnreachedResponder { base.responder }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration { base.configuration }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] { base.processesRunBeforeServerStart }

    func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
    }

    /// Runs until the shutdown, which ends the services from the last to the first.
    func run() async throws {
        var configuration = ServiceGroupConfiguration(services: [base], logger: logger)
        configuration.maximumCancellationDuration = .seconds(2)
        let server = ServiceGroup(configuration: configuration)
        try await ServiceGroup(
            configuration: .init(
                services: [
                    DrainedServer(group: server),
                    DrainService(drain: driver.admission.drain, port: port, server: server),
                ],
                logger: logger)
        ).run()
    }
}

/// The server, which the drain may end before its own turn.
private struct DrainedServer: Service {
    /// How long what the drain has not waited for may take until it is cancelled.
    private static let rest = Duration.seconds(3)

    let group: ServiceGroup

    func run() async throws {
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                // The drain is over then.
                try await gracefulShutdown()
                try await Task.sleep(for: Self.rest)
            }
            try await tasks.next()
            tasks.cancelAll()
        }
        // A service that ends before its turn would be an error. A cancelled one has nothing to wait for.
        try? await gracefulShutdown()
    }
}

/// The drain, which closes the port of the server.
private struct DrainService: Service {
    let drain: Drain
    let port: ListeningSocket
    let server: ServiceGroup

    func run() async throws {
        try await drain.run(turningAway: port.turnAway) { await server.triggerGracefulShutdown() }
    }
}

/// What Hummingbird would ask for answers, and does not: ``RequestHandler`` passes it no request.
struct UnreachedResponder: HTTPResponder {
    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        throw HTTPError(.internalServerError)
    }
}
