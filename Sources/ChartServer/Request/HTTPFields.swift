import ChartText
import HTTPTypes

/// The names of the headers, and how they are looked up.
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

extension HTTPFields {
    /// The value of a field, as the subscript returns it, but without its intermediate sequences.
    func value(of name: HTTPField.Name) -> String? {
        var found: String?
        for field in self where field.name == name {
            guard found == nil else { return self[name] }
            found = field.value
        }
        return found
    }
}

/// The headers of a request; every answer looks several of their fields up.
struct RequestHeaders: Sendable {
    /// The headers.
    let fields: HTTPFields

    /// The value of a field; several fields of one name are joined.
    subscript(name: HTTPField.Name) -> String? { fields.value(of: name) }
}

extension HTTPFields {
    /// Tells the language of an answer, and that it depends on what the client accepts.
    mutating func tell(_ locale: ChartLocale) {
        append(HTTPField(name: .contentLanguage, value: locale.tag))
        append(HTTPField(name: .vary, value: "Accept-Language"))
    }
}
