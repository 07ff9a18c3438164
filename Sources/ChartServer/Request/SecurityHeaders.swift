internal import HTTPTypes

/// The headers that keep a browser from guessing and leaking.
enum SecurityHeaders {
    /// Adds what every answer carries.
    static func add(to headers: inout HTTPFields) {
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
    }

    /// Adds what the demo page carries too: it may load from this server alone.
    static func addForPage(to headers: inout HTTPFields) {
        headers[.contentSecurityPolicy] = "default-src 'self'"
    }
}
