import ArgumentParser
import Foundation
import Hummingbird
import Logging
import NIOCore

/// The ceiling: a bare route that reads a batch's body and returns a constant answer.
struct ServeCeilingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve-ceiling", shouldDisplay: false)

    @Option(help: "The file with the answer.")
    var answerFile: String

    func run() async throws {
        ParentWatch.exitWhenInputEnds()
        let answer = ByteBuffer(bytes: try Data(contentsOf: URL(fileURLWithPath: answerFile)))
        let router = Router()
        router.post("/v1/sessions/:id/surfaces/:sid/events") { request, _ -> Response in
            _ = try await request.body.collect(upTo: 1_048_576)
            return Response(
                status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: answer))
        }
        var logger = Logger(label: "ceiling")
        logger.logLevel = .error
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                let line = "\(ChildServer.readyLine)\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            },
            logger: logger)
        try await application.run()
    }
}
