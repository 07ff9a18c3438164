extension Problem {
    /// The problem as a body of type `application/problem+json`.
    public var body: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 + detail.utf8.count)
        write(into: &writer)
        return writer.bytes
    }

    /// Writes the problem as a JSON object, without absent members.
    ///
    /// First come the members of RFC 9457, then `code`, `pointer`, `offset` and the further members.
    public func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("type")
        writer.value("/problems/" + code.rawValue)
        writer.key("title")
        writer.value(code.title)
        writer.key("status")
        writer.value(code.status)
        writer.key("detail")
        writer.value(detail)
        writer.key("code")
        writer.value(code.rawValue)
        if let pointer {
            writer.key("pointer")
            writer.value(pointer)
        }
        if let offset {
            writer.key("offset")
            writer.value(offset)
        }
        for member in members {
            writer.key(member.name)
            switch member.value {
            case .number(let number): writer.value(number)
            case .text(let text): writer.value(text)
            }
        }
        writer.endObject()
    }
}
