import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore

/// The pipelines of the server's connections.
extension HTTPServerBuilder {
    /// The server of a configuration: HTTP/1.1 in the clear, or HTTP/1.1 and HTTP/2 over TLS where it has a certificate.
    ///
    /// - Parameters:
    ///   - settings: The configuration.
    ///   - certificate: Its certificate, if it has one.
    ///   - rules: What the messages of HTTP/1 have to be.
    ///   - driver: Answers the requests.
    ///   - connections: Takes the connections of TLS.
    ///   - logger: The logger of connections.
    /// - Returns: The server.
    static func configured(
        by settings: Settings, certificate: ServerCertificate?, rules: MessageRules, driver: RequestDriver,
        connections: SecureConnections, logger: Logger
    ) -> HTTPServerBuilder {
        let timeout = TimeAmount.milliseconds(Int64(settings.requestTimeout))
        let requests = HTTP1Channel.Configuration(
            additionalChannelHandlers: Self.handlers(
                timeout: timeout, rules: rules, compresses: settings.compresses, driver: driver, logger: logger),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: Self.headBytes, maxHeaderListSize: Self.headBytes, maxHeaderFieldCount: 100))
        guard let certificate else { return .http1(configuration: requests) }
        // The streams of a connection go on after GOAWAY, which is sent when the shutdown begins.
        let configuration = HTTP2ChannelConfiguration(
            idleTimeout: idleTimeout,
            gracefulCloseTimeout: .milliseconds(settings.drainDelay + settings.drainTimeout) + .seconds(2),
            streamConfiguration: requests)
        return HTTPServerBuilder { responder in
            HandshakeDeadline(
                base: try CertifiedChannel(certificate: certificate) { tls in
                    try HTTP2UpgradeChannel(tlsConfiguration: tls, configuration: configuration, responder: responder)
                },
                timeout: timeout, connections: connections)
        }
    }

    /// What stands between the parts of a connection's requests and Hummingbird, which gets none of them.
    ///
    /// Its own handler of connections without requests stands behind these, where it sees none, and is not told of a
    /// timeout; so one stands before them.
    private static func handlers(
        timeout: TimeAmount, rules: MessageRules, compresses: Bool, driver: RequestDriver, logger: Logger
    ) -> [any RemovableChannelHandler] {
        [MessageRulesInstaller(rules: rules)] + (compresses ? [AnswerCompression()] : []) + [
            RequestTimeoutHandler(timeout: timeout),
            HTTPConnectionStateHandler(idleTimeout: idleTimeout, logger: logger),
            RequestHandler(driver),
        ]
    }

    /// How long a connection may be without a request.
    private static let idleTimeout = Duration.seconds(75)

    /// The largest head of a request, in bytes.
    private static let headBytes = 32_768
}

extension Settings {
    /// The certificate with its key; nil for none.
    ///
    /// - Throws: `ConfigurationError` for a certificate or a key that cannot be used.
    func serverCertificate() throws(ConfigurationError) -> ServerCertificate? {
        guard let certificate = self.certificate, let privateKey = self.privateKey else {
            guard self.certificate == nil, self.privateKey == nil else {
                throw ConfigurationError("http.certificate and http.privateKey are given together or not at all")
            }
            return nil
        }
        do {
            return try ServerCertificate(
                files: CertificateFiles(certificate: certificate, privateKey: privateKey))
        } catch {
            throw ConfigurationError(
                "http.certificate \(certificate) with http.privateKey \(privateKey) cannot be used: \(error)")
        }
    }
}
