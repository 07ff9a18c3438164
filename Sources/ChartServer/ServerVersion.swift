/// The version of the server and of its OpenAPI document.
package enum ServerVersion {
    /// The version, as `--version` prints it.
    package static let current = "0.1.0"
}
