import HTTPTypes

/// The headers that keep a browser from guessing content types and sending referrers.
enum SecurityHeaders {
    /// Adds the headers of every answer; none of them may be there already.
    static func add(to headers: inout HTTPFields) {
        headers.append(contentTypeOptions)
        headers.append(referrerPolicy)
    }

    // Created once, because creating a field checks its value.
    private static let contentTypeOptions = HTTPField(name: .xContentTypeOptions, value: "nosniff")
    private static let referrerPolicy = HTTPField(name: .referrerPolicy, value: "no-referrer")

    /// Adds the headers of pages: they load from this server alone, and no other page may embed them.
    static func addForPage(to headers: inout HTTPFields, policy: String) {
        headers[.contentSecurityPolicy] = policy
        headers[.permissionsPolicy] = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        headers[.crossOriginResourcePolicy] = "same-origin"
    }

    /// What the page may load and do; scripts and styles come from the files of this server alone.
    ///
    /// - Parameter frameAncestors: The origins of the pages that may show it in a frame, beside those of this server;
    ///   without any, no page may.
    /// - Returns: The value of `Content-Security-Policy`.
    static func contentSecurityPolicy(frameAncestors: [String] = []) -> String {
        let ancestors = frameAncestors.isEmpty ? "'none'" : (["'self'"] + frameAncestors).joined(separator: " ")
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors \(ancestors)",
        ].joined(separator: "; ")
    }

    /// The same for the documentation, whose pages have inline styles and one inline script: `var baseUrl = "/docs/"`.
    static let documentationPolicy = [
        "default-src 'none'", "script-src 'self' 'sha256-77EWPyjUT2bZILT2rauaG3kt/w83/XPAfBGN/zpoqgs='",
        "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "connect-src 'self'", "base-uri 'none'",
        "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
}
