/// What a viewer has seen of a stream.
///
/// As text it is `5 prices@12 users@3`: the revision, then each dataset with the version of the rows that came since. The
/// revision alone means that the viewer has the rows that the session had at that revision.
package struct StreamBookmark: Sendable, Hashable {
    /// The last revision.
    package let revision: Int
    /// The versions of the rows that came after the revision, by dataset.
    package internal(set) var versions: [String: Int]

    /// Creates a bookmark.
    ///
    /// - Parameters:
    ///   - revision: The last revision.
    ///   - versions: The versions of the rows that came after it, by dataset.
    package init(revision: Int, versions: [String: Int] = [:]) {
        self.revision = revision
        self.versions = versions
    }

    /// Reads a bookmark.
    ///
    /// A text that does not begin with a revision is none. Parts that name no version of a dataset are passed over, so
    /// their rows come again.
    ///
    /// - Parameter text: Its text.
    package init?(text: String) {
        let parts = text.split(separator: " ")
        guard let revision = parts.first.flatMap({ Int($0) }) else { return nil }
        let versions = parts.dropFirst().compactMap { part -> (String, Int)? in
            let pair = part.split(separator: "@")
            guard pair.count == 2, let version = Int(pair[1]) else { return nil }
            return (String(pair[0]), version)
        }
        self.init(revision: revision, versions: Dictionary(versions, uniquingKeysWith: max))
    }

    /// Its text, with the datasets in the order of their names.
    package var text: String {
        let datasets = versions.sorted { $0.key < $1.key }
        return ([String(revision)] + datasets.map { "\($0.key)@\($0.value)" }).joined(separator: " ")
    }
}
