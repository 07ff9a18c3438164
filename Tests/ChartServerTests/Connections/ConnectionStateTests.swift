import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Testing

@testable import ChartServer

/// What becomes of the parts of a connection's requests, as transcripts: what comes in, and what is to be done.
@Suite struct ConnectionStateTests {
    /// A connection whose requests to `/here…` the event loop may begin.
    private struct Connection {
        private var state = ConnectionState()

        /// Takes words such as `/here` for a head, `+ab` for a piece of a body and `.` for an end.
        ///
        /// - Returns: What is to be done, one word an effect.
        mutating func take(_ words: String) -> String {
            for word in words.split(separator: " ") {
                switch word {
                case ".": receive(.part(.end(nil)))
                case "closed": receive(.event(ChannelEvent.inputClosed))
                case "100?": receive(.event(ContinueExpected()))
                case "broken": receive(.error(Broken()))
                case "read": state.askForMore()
                case "pause": state.receiveReadComplete()
                case "answered": state.noteAnswer()
                case "handed-on": state.handOn()
                case "hummingbird": state.noteAnswerOfHummingbird()
                case "gone": state.close()
                case _ where word.hasPrefix("+"): receive(.part(.body(ByteBuffer(string: String(word.dropFirst())))))
                case _: receive(.part(.head(Self.head(String(word)))))
                }
            }
            return effects()
        }

        private struct Broken: Error {}

        private mutating func receive(_ arrival: ConnectionState.Arrival) {
            state.receive(arrival) { head in
                head.path?.hasPrefix("/here") == true ? IncomingRequest(head, bodyLength: 4) : nil
            }
        }

        private static func head(_ path: String) -> HTTPRequest {
            let fields: HTTPFields = path.hasSuffix("-last") ? [.connection: "close"] : [:]
            return HTTPRequest(method: .post, scheme: "http", authority: "a", path: path, headerFields: fields)
        }

        private mutating func effects() -> String {
            var words: [String] = []
            while let effect = state.takeEffect() {
                switch effect {
                case .begin(let request, let body):
                    words.append("begin\(request.head.path ?? "")+\(String(buffer: body))")
                case .pass(.head(let head)): words.append(head.path ?? "")
                case .pass(.body(let body)): words.append("+" + String(buffer: body))
                case .pass(.end): words.append(".")
                case .passEvent: words.append("closed")
                case .passError: words.append("broken")
                case .passReadComplete: words.append("pause")
                case .read: words.append("read")
                case .writeContinue: words.append("100")
                }
            }
            return words.joined(separator: " ")
        }
    }

    /// Steps of a transcript: what comes in, then what is to be done.
    typealias Transcript = [(String, String)]

    @Test(
        arguments: [
            // A whole request is begun once its end is there, and its answer frees the connection for the next.
            [("/here +ab +cd", ""), (". pause", "begin/here+abcd"), ("answered", ""), ("/here .", "begin/here+")],
            // What arrives behind it waits, then goes to Hummingbird, until Hummingbird has answered.
            [
                ("/here .", "begin/here+"), ("/here +x . pause read", ""), ("answered", "/here +x . pause read"),
                ("/here .", "/here ."), ("hummingbird hummingbird", ""), ("/here .", "begin/here+"),
            ],
            // A request that a task goes on with is Hummingbird's, with its body and all behind it.
            [
                ("/here +ab . /there .", "begin/here+ab"), ("handed-on", "/here +ab . /there . pause"),
                ("hummingbird", ""), ("/here .", "/here ."),
            ],
            // A request without a route here is Hummingbird's from its head on.
            [("/there +a", "/there +a"), (". pause", ". pause"), ("read", "read")],
            // A body that is longer than its head says, and one that breaks off.
            [("/here +abc +de", "/here +abc +de"), (".", ".")],
            [("/here +ab closed", "/here +ab closed"), ("/here .", "/here .")],
            [("/here +ab broken", "/here +ab broken")],
            // The last request of a connection leaves all behind it to Hummingbird, which closes.
            [("/there-last .", "/there-last ."), ("hummingbird /here .", "/here .")],
            // A client that waits for 100 gets it, but not behind other requests.
            [("/there 100?", "/there 100"), ("+a .", "+a .")],
            [("/there . /there 100?", "/there . /there")],
            // Nothing is done for a connection that is gone.
            [("/here . /there", "begin/here+"), ("gone", ""), ("answered handed-on", "")],
        ] as [Transcript])
    func `what comes in and what is to be done`(_ steps: Transcript) {
        var connection = Connection()
        for (arrivals, effects) in steps { #expect(connection.take(arrivals) == effects, "\(arrivals)") }
    }
}
