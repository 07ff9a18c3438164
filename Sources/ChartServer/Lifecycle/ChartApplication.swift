import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The server as one service: Hummingbird's application, and the drain that shuts down before it.
package struct ChartApplication: ApplicationProtocol {
    /// The HTTP server with its routes, and the services that run beside the requests.
    let base: Application<TaskResponder>
    /// The way in and out of requests.
    let drain: Drain

    var responder: TaskResponder { base.responder }
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
        try await ServiceGroup(configuration: .init(services: [base, drain], logger: logger)).run()
    }
}
