internal import HummingbirdCore
internal import HummingbirdHTTP2
internal import NIOCore
internal import NIOSSL

extension HTTPServerBuilder {
    /// The server of a configuration: HTTP/1.1 in the clear, or HTTP/1.1 and HTTP/2 over TLS where it has a certificate.
    ///
    /// - Throws: `ConfigurationError` for a certificate or a key that cannot be used.
    static func configured(by settings: Settings) throws(ConfigurationError) -> HTTPServerBuilder {
        let timeout = TimeAmount.milliseconds(Int64(settings.requestTimeout))
        let requests = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestTimeoutHandler(timeout: timeout)], idleTimeout: .seconds(75),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: Self.headBytes, maxHeaderListSize: Self.headBytes, maxHeaderFieldCount: 100))
        guard let tls = try settings.tlsConfiguration() else { return .http1(configuration: requests) }
        let configuration = HTTP2ChannelConfiguration(
            idleTimeout: .seconds(75), gracefulCloseTimeout: .seconds(2), streamConfiguration: requests)
        return HTTPServerBuilder { responder in
            HandshakeDeadline(
                base: try HTTP2UpgradeChannel(
                    tlsConfiguration: tls, configuration: configuration, responder: responder),
                timeout: timeout)
        }
    }

    /// The largest head of a request, in bytes.
    private static let headBytes = 32_768
}

extension Settings {
    /// The certificate and its key; nil for none.
    fileprivate func tlsConfiguration() throws(ConfigurationError) -> TLSConfiguration? {
        guard let certificate, let privateKey else {
            guard certificate == nil, privateKey == nil else {
                throw ConfigurationError("http.certificate and http.privateKey are given together or not at all")
            }
            return nil
        }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate)
            let key = try NIOSSLPrivateKey(file: privateKey, format: .pem)
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            tls.minimumTLSVersion = .tlsv12
            // Made here for what it finds wrong, such as a key of another certificate.
            _ = try NIOSSLContext(configuration: tls)
            return tls
        } catch {
            throw ConfigurationError(
                "http.certificate \(certificate) with http.privateKey \(privateKey) cannot be used: \(error)")
        }
    }
}
