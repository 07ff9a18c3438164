import ArgumentParser
import ChartWire
import Foundation
import Gestures

/// Plays a touch script on a chart of a running server.
struct PlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Plays a touch script on a chart of a running server and prints the answers.",
        discussion: """
            A script is a line such as 1v(300,200)+2v(500,200) 1>(200,200)+2>(600,200) 1^(200,200) 2^(600,200): two touches \
            go down, move, and lift. v > ^ x may be written ↓ → ↑ ✕. Each answer is one line of JSON.
            With --session the command plays the script on that session, as a client of its own. With --spec it creates a \
            session and ends it afterwards.
            """)

    @Argument(help: "A script, the name of a file with one, or - for standard input.")
    var script: String

    @Option(help: "The session to play on.")
    var session: String?

    @Option(help: "The surface to play on; main, or the first one of a new session.")
    var surface: String?

    @Option(help: "A file of JSON with a session or a surface to make for this script alone.")
    var spec: String?

    @Option(help: "Where the server is.")
    var url = "http://127.0.0.1:8080"

    @Option(help: "The session's driver token.")
    var token: String?

    @Option(help: "The client's name, with --sequence; each run is a client of its own without it.")
    var client: String?

    @Option(help: "The number of the first batch, from 1; with --client.")
    var sequence: Int?

    @Option(help: "The most events of a batch; a longer script is split.")
    var batchSize = 1_024

    @Flag(help: "Ask for the trace: what each recognizer did and who handled what.")
    var explain = false

    @Flag(help: "Ask what would happen, and change nothing.")
    var dryRun = false

    func validate() throws {
        guard (session == nil) != (spec == nil) else { throw ValidationError("Give either --session or --spec.") }
        guard (client == nil) == (sequence == nil) else {
            throw ValidationError("--client and --sequence are given both or neither.")
        }
        guard spec == nil || token == nil else { throw ValidationError("A new session of --spec has its own --token.") }
        guard sequence ?? 1 >= 1 else { throw ValidationError("Sequence numbers start at 1.") }
        guard batchSize >= 1 else { throw ValidationError("A batch has at least one event.") }
        guard ServiceClient.isAddress(url) else { throw ValidationError("\(url) is no http or https address.") }
    }

    func run() async throws {
        let events = try readScript().events
        let given = client.flatMap { client in sequence.map { (client: client, sequence: $0) } }
        let number = given ?? (session == nil ? nil : (client: Self.newClient(), sequence: 1))
        let player = ScriptPlayer(
            client: ServiceClient(base: url, token: token),
            options: ScriptPlayer.Options(
                number: number, isExplained: explain, isDryRun: dryRun, batchSize: batchSize))
        do throws(ScriptPlayer.Failure) {
            if let session {
                try await player.play(events, session: session, surface: surface ?? "main") { print($0) }
            } else {
                try await player.play(events, specification: try readSpecification(), surface: surface) { print($0) }
            }
        } catch {
            throw Self.stop(error)
        }
    }

    /// A name for this run alone, so that the script's times need not follow those of other clients of the session.
    private static func newClient() -> String { "play-" + UUID().uuidString.prefix(8).lowercased() }

    private func readScript() throws -> TouchScript {
        let (text, name) = try readText()
        do throws(TouchScriptError) {
            return try TouchScript(parsing: text)
        } catch {
            throw ExitStatus.data.stop("\(name), \(error)")
        }
    }

    /// The text of the script, and its name in messages.
    private func readText() throws -> (text: String, name: String) {
        if script == "-" {
            let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
            return (String(decoding: bytes, as: UTF8.self), "standard input")
        }
        if let bytes = FileManager.default.contents(atPath: script) {
            return (String(decoding: bytes, as: UTF8.self), script)
        }
        guard script.contains(where: { "(@# \n".contains($0) }) else {
            throw ExitStatus.noInput.stop("\(script) cannot be read, and is no script")
        }
        return (script, "script")
    }

    private func readSpecification() throws(ScriptPlayer.Failure) -> JSONObject {
        guard let spec, let bytes = FileManager.default.contents(atPath: spec) else {
            throw .unreadable("\(self.spec ?? "") cannot be read")
        }
        do throws(Problem) {
            guard case .object(let object) = try JSONValue.parse(Array(bytes)) else {
                throw Problem(.propertyInvalid, "Expected an object.")
            }
            return object
        } catch {
            throw .script("\(spec): \(error.detail)")
        }
    }

    static func stop(_ failure: ScriptPlayer.Failure) -> ExitCode {
        switch failure {
        case .unreadable(let message): ExitStatus.noInput.stop(message)
        case .script(let message): ExitStatus.data.stop(message)
        case .answer(let message): ExitStatus.protocolBroken.stop(message)
        case .service(let failure): ExitStatus.stop(failure)
        }
    }
}
