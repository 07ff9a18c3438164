/// What this program was built from.
///
/// The build plugin of this target writes the file with the values anew when they have changed. Nothing else is in this
/// target, so a commit compiles this one alone.
package enum BuildRecord {
    /// A version with the commit and its date, such as `0.2.0 (48fdc89f, 2026-11-26)`.
    ///
    /// A `+` behind the commit tells that the tree had changes. Without git the text is the version alone.
    ///
    /// - Parameter number: The number of the version.
    /// - Returns: The text.
    package static func version(_ number: String) -> String {
        commit.isEmpty ? number : "\(number) (\(commit), \(date))"
    }
}
