/// Reads the few elements of XML answers that count, without a parser of all XML.
enum XMLText {
    /// The text of the first element of a name, without attributes; `nil` where it is missing.
    static func element(_ name: String, of xml: String) -> String? {
        guard let start = xml.firstRange(of: "<\(name)>"),
            let end = xml[start.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        let text = xml[start.upperBound..<end.lowerBound]
        guard text.contains("&"), !text.contains("<") else { return String(text) }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#43;", "+"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
