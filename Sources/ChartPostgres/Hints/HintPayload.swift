/// The text of a notification: the node in hexadecimal digits, then pairs such as `5f3c=17`.
enum HintPayload {
    /// What stands in place of a revision where a node begins to watch a session; the first revision is 1.
    static let watches = 0
    /// What the name of a dataset begins with, in place of a session; its number is the version.
    static let datasetMark = "/"

    /// Writes revisions into texts that are no longer than a limit.
    ///
    /// A name with a blank or an equals sign is left out.
    static func texts(of revisions: [String: Int], node: Int64, limit: Int) -> [String] {
        let start = String(node, radix: 16)
        var texts: [String] = []
        var text = start
        for (id, revision) in revisions.sorted(by: { $0.key < $1.key }) {
            guard !id.contains(where: { $0 == " " || $0 == "=" }) else { continue }
            let pair = " \(id)=\(revision)"
            guard start.utf8.count + pair.utf8.count <= limit else { continue }
            if text.utf8.count + pair.utf8.count > limit {
                texts.append(text)
                text = start
            }
            text += pair
        }
        if text != start { texts.append(text) }
        return texts
    }

    /// Reads a text; `nil` for one that no node has written.
    static func revisions(in text: String) -> (node: Int64, revisions: [String: Int])? {
        let parts = text.split(separator: " ")
        guard let first = parts.first, let node = Int64(first, radix: 16) else { return nil }
        var revisions: [String: Int] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let revision = Int(pair[1]) else { return nil }
            revisions[String(pair[0])] = revision
        }
        return (node, revisions)
    }
}
