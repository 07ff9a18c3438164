/// The version of the server and of its OpenAPI document.
package enum ServerVersion {
    /// The version, which `--version` prints with the commit.
    package static let current = "0.2.0"
}
