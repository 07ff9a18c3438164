import ChartWire
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Testing

@testable import ChartServer

/// What becomes of the parts of a connection's requests, as transcripts: what comes in, and what is to be done.
@Suite struct ConnectionStateTests {
    /// A connection whose requests to `/here…` begin once their body is there.
    private struct Connection {
        private var state = ConnectionState { head in
            IncomingRequest(head, collectedLength: head.path?.hasPrefix("/here") == true ? 4 : nil)
        }

        /// Takes words such as `/here` for a head, `+ab` for a piece of a body and `.` for an end.
        ///
        /// - Returns: What is to be done, one word an effect.
        mutating func take(_ words: String) -> String {
            for word in words.split(separator: " ") {
                switch word {
                case ".": state.receive(.part(.end(nil)))
                case "shut": state.receive(.event(ChannelEvent.inputClosed))
                case "100?": state.receive(.continueExpected)
                case "nonsense": state.receive(.refusal(Problem(.requestInvalid, "It is no message.")))
                case "broken": state.receive(.error(Broken()))
                case "read": state.askForMore()
                case "answered": state.noteAnswer(isLast: false)
                case "answered-last": state.noteAnswer(isLast: true)
                case "busy", "free": state.setWritable(word == "free")
                case "full", "hungry": state.setBodyFull(word == "full")
                case "mute": state.noteOutputClosed()
                case "gone": state.close()
                case _ where word.hasPrefix("+"):
                    state.receive(.part(.body(ByteBuffer(string: String(word.dropFirst())))))
                case _: state.receive(.part(.head(Self.head(String(word)))))
                }
            }
            return effects()
        }

        private struct Broken: Error {}

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
                case .open(let request): words.append("open\(request.head.path ?? "")")
                case .feed(let piece): words.append("+" + String(buffer: piece))
                case .endBody(let error): words.append(error == nil ? "." : "broken-off")
                case .refuse: words.append("refuse")
                case .finish: words.append("finish")
                case .pass: words.append("shut")
                case .passError: words.append("broken")
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
            // A whole request begins once its end is there, and its answer frees the connection for the next.
            [("/here +ab +cd", ""), (".", "begin/here+abcd"), ("answered", ""), ("/here .", "begin/here+")],
            // What arrives behind it waits for its answer, and nothing is read meanwhile.
            [("/here . read", "begin/here+ read"), ("/here +x . read read", ""), ("answered", "begin/here+x read")],
            // A request with a long body begins at once, and gets its pieces.
            [("/there +a", "open/there +a"), ("+b .", "+b ."), ("/here . answered", "begin/here+")],
            // While the reader of the pieces has enough, the connection reads nothing.
            [("/there +a full read", "open/there +a"), ("hungry", "read")],
            // A body that is longer than its head says begins with what is there.
            [("/here +abc +de", "open/here +abc +de"), (".", ".")],
            // An early answer: the rest of the body is dropped, and then the next request begins.
            [("/there +a answered", "open/there +a"), ("+b . /here .", "begin/here+")],
            [("/there full read answered", "open/there read")],
            // A body that breaks off: what broke it is told behind the answer.
            [("/there +a shut", "open/there +a broken-off"), ("answered", "finish shut"), ("/here .", "")],
            [("/there +a broken", "open/there +a broken-off"), ("answered", "finish broken")],
            [("/there +a nonsense", "open/there +a broken-off"), ("answered", "finish")],
            [("/there +a answered nonsense", "open/there +a finish")],
            [("/here +ab shut", "shut"), ("/here .", "")],
            [("/here +ab broken", "broken")],
            // The connection ends with the last request, and nothing counts behind it.
            [("/here-last . /here .", "begin/here-last+"), ("answered", "finish"), ("/here . shut", "shut")],
            [("/here . /here . shut answered-last", "begin/here+ finish shut")],
            // A refusal waits for its turn.
            [("nonsense /here .", "refuse finish")],
            [("/here . nonsense", "begin/here+"), ("answered", "refuse finish")],
            [("/here +a nonsense", "refuse finish")],
            // A client that waits for 100 gets it in its turn.
            [("/there 100?", "open/there 100"), ("+a .", "+a .")],
            [("/here . /there 100?", "begin/here+"), ("answered", "open/there 100")],
            [("/there answered 100?", "open/there")],
            // A client that takes no answers begins no requests.
            [("busy /here .", ""), ("free", "begin/here+")],
            // Nothing begins on a connection that nothing more can be written to.
            [("mute /here .", "finish"), ("shut", "shut")],
            [("/here . mute /here . answered", "begin/here+ finish")],
            // A connection that is gone only breaks off the body that its request waits for.
            [("/here . /there", "begin/here+"), ("gone", ""), ("answered", "")],
            [("/there +a gone", "broken-off"), ("+b .", "")],
        ] as [Transcript])
    func `what comes in and what is to be done`(_ steps: Transcript) {
        var connection = Connection()
        for (arrivals, effects) in steps { #expect(connection.take(arrivals) == effects, "\(arrivals)") }
    }
}
