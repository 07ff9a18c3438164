import HTTPTypes

extension HTTPField.Name {
    /// `X-Request-ID`, echoed in every answer.
    static let requestID = fieldName("X-Request-ID")
    /// `Forwarded`, in which a proxy tells the address of its client.
    static let forwarded = fieldName("Forwarded")
    /// `X-Forwarded-For`, in which most proxies tell it.
    static let xForwardedFor = fieldName("X-Forwarded-For")
    /// `X-Forwarded-Proto`, in which a proxy tells the scheme that its client has used.
    static let forwardedScheme = fieldName("X-Forwarded-Proto")
    /// `traceparent`, which names the trace of a request.
    static let traceParent = fieldName("traceparent")
    /// `Referrer-Policy`.
    static let referrerPolicy = fieldName("Referrer-Policy")
    /// `Last-Event-ID`, with which a browser resumes a stream.
    static let lastEventID = fieldName("Last-Event-ID")
    /// `X-Accel-Buffering`, which tells a proxy not to buffer a stream.
    static let accelBuffering = fieldName("X-Accel-Buffering")
    /// `Permissions-Policy`.
    static let permissionsPolicy = fieldName("Permissions-Policy")
    /// `Cross-Origin-Opener-Policy`.
    static let crossOriginOpenerPolicy = fieldName("Cross-Origin-Opener-Policy")

    private static func fieldName(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no field name") }
        return name
    }
}
