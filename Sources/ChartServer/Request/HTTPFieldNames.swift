internal import HTTPTypes

extension HTTPField.Name {
    /// `X-Request-ID`, echoed in every answer.
    static let requestID = fieldName("X-Request-ID")
    /// `Referrer-Policy`.
    static let referrerPolicy = fieldName("Referrer-Policy")
    /// `Permissions-Policy`.
    static let permissionsPolicy = fieldName("Permissions-Policy")
    /// `Cross-Origin-Opener-Policy`.
    static let crossOriginOpenerPolicy = fieldName("Cross-Origin-Opener-Policy")

    private static func fieldName(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no field name") }
        return name
    }
}
