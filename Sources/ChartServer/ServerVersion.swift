/// The version of the server and of its OpenAPI document.
enum ServerVersion {
    /// The version, as `--version` prints it.
    static let current = "0.1.0"
}
