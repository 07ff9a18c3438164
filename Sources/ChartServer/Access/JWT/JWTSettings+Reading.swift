extension JWTSettings {
    /// Reads the settings.
    ///
    /// - Parameter values: The configuration.
    /// - Returns: The settings; nil where no key is given.
    /// - Throws: `ConfigurationError` for a bad value, and for keys that are not given together.
    static func read(from values: SettingValues) throws(ConfigurationError) -> JWTSettings? {
        let issuer = values[\.jwtIssuer]
        let audience = values[\.jwtAudience]
        let keys = values[\.jwtKeys]
        let trustRoots = values[\.jwtCertificates]
        if let issuer, let audience, let keys {
            if trustRoots != nil, case .file = keys {
                throw ConfigurationError("auth.jwt.certificates is for an https URL in auth.jwt.keys, which is a path")
            }
            return JWTSettings(
                issuer: issuer, audience: audience, keys: keys, trustRoots: trustRoots,
                refetchInterval: Int64(values[\.jwtRefetchAfter]))
        }
        let given = [
            ("auth.jwt.issuer", issuer != nil), ("auth.jwt.audience", audience != nil), ("auth.jwt.keys", keys != nil),
        ]
        guard let missing = given.first(where: { !$0.1 })?.0, trustRoots != nil || given.contains(where: \.1) else {
            return nil
        }
        throw ConfigurationError(
            "\(missing) is missing: auth.jwt.issuer, auth.jwt.audience and auth.jwt.keys are given together or not at all"
        )
    }
}
