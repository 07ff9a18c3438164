import ChartSessions
import ChartWire
import Gestures

/// Posts a touch script to a surface of a running server.
struct ScriptPlayer: Sendable {
    /// How a script is posted.
    struct Options: Sendable {
        /// The client's name and the number of the first batch.
        var number: (client: String, sequence: Int)?
        /// Whether to ask for the trace.
        var isExplained = false
        /// Whether to change nothing.
        var isDryRun = false
        /// The most events of a batch.
        var batchSize = 1_024
    }

    /// Why a script was not played.
    enum Failure: Error, Sendable, Hashable {
        /// The server refused a call or did not answer it.
        case service(ServiceClient.Failure)
        /// The server's answer is not what the API describes.
        case answer(String)
        /// A file cannot be read.
        case unreadable(String)
        /// The script or the specification cannot be played.
        case script(String)
    }

    var client: ServiceClient
    let options: Options

    /// Plays a script on a surface of an existing session.
    ///
    /// - Parameters:
    ///   - events: The script's events.
    ///   - session: The session's id.
    ///   - surface: The surface's id.
    ///   - show: Receives the answer to each batch, JSON text.
    /// - Throws: ``Failure``; the batches before the failed one stay applied.
    func play(
        _ events: [InputEvent], session: String, surface: String, show: (String) -> Void
    ) async throws(Failure) {
        guard !events.isEmpty else { throw .script("the script has no events") }
        guard !options.isDryRun || events.count <= options.batchSize else {
            throw .script("a dry run takes one batch of \(options.batchSize) events; the script has \(events.count)")
        }
        let flags = (options.isExplained ? ["explain=true"] : []) + (options.isDryRun ? ["dryRun=true"] : [])
        let query = flags.isEmpty ? "" : "?" + flags.joined(separator: "&")
        let path =
            "/v1/sessions/\(PercentEncoding.segment(session))/surfaces/\(PercentEncoding.segment(surface))/events"
        var number = options.number
        var start = 0
        while start < events.count {
            let end = min(start + options.batchSize, events.count)
            let body = InputEventWriter.batch(events[start..<end], number: number)
            show(String(decoding: try await call(client, .post, path + query, body), as: UTF8.self))
            number?.sequence += 1
            start = end
        }
    }

    /// Plays a script in a new session, and ends the session afterwards.
    ///
    /// - Parameters:
    ///   - events: The script's events.
    ///   - specification: The body of a new session, or the specification of its one surface.
    ///   - surface: The surface's id; the first one when left out.
    ///   - show: Receives the answer to each batch, JSON text.
    /// - Throws: ``Failure``.
    func play(
        _ events: [InputEvent], specification: JSONObject, surface: String?, show: (String) -> Void
    ) async throws(Failure) {
        let body: JSONObject = specification["surfaces"] == nil ? ["surfaces": [.object(specification)]] : specification
        var writer = JSONWriter()
        JSONCoding.write(.object(body), into: &writer)
        let bytes = writer.bytes
        let opened = try await call(client, .post, "/v1/sessions?window=none&ticks=false", bytes)
        guard let session = Opened(opened) else { throw .answer("the answer to a new session has no id") }
        var player = self
        player.client.token = session.driverToken
        let ending = player.client
        let path = "/v1/sessions/\(session.id)"
        do throws(Failure) {
            try await player.play(events, session: session.id, surface: surface ?? session.firstSurface, show: show)
        } catch {
            _ = try? await ending.call(.delete, path)
            throw error
        }
        _ = try await call(ending, .delete, path)
    }

    private func call(
        _ client: ServiceClient, _ method: ServiceClient.Method, _ path: String, _ body: [UInt8]? = nil
    ) async throws(Failure) -> [UInt8] {
        do throws(ServiceClient.Failure) {
            return try await client.call(method, path, body)
        } catch {
            throw .service(error)
        }
    }

    /// The parts of the answer to a new session that the player needs.
    private struct Opened {
        let id: String
        let driverToken: String
        let firstSurface: String

        init?(_ answer: [UInt8]) {
            guard case .object(let members)? = try? JSONValue.parse(answer), case .string(let id)? = members["id"],
                case .string(let token)? = members["driverToken"], case .array(let surfaces)? = members["surfaces"],
                case .object(let surface)? = surfaces.first, case .string(let name)? = surface["id"]
            else { return nil }
            self.id = id
            driverToken = token
            firstSurface = name
        }
    }
}
