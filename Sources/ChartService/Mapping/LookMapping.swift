import ChartEngine
import ChartWire

/// The limits of what people read at a chart, and its checks.
enum LookMapping {
    /// The longest title, in bytes.
    static let longestTitle = 256
    /// The longest description, in bytes.
    static let longestDescription = 4_096
    /// The longest unit, in bytes.
    static let longestUnit = 32
    /// The longest tag of a language, in bytes.
    static let longestLocale = 35
    /// The most lengths of a dash pattern, and the longest of them in points.
    static let mostDashes = 8
    static let longestDash = 100.0

    /// Checks the length of a text, and that it has no control characters but line ends.
    static func check(_ text: String, atMost bytes: Int, at pointer: JSONPointer) throws(Problem) {
        guard (1...bytes).contains(text.utf8.count) else {
            throw Problem(.propertyInvalid, "Expected 1 to \(bytes) bytes of text.", at: pointer)
        }
        let isReadable = text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar.properties.generalCategory != .control
        }
        guard isReadable else {
            throw Problem(.propertyInvalid, "Expected text without control characters.", at: pointer)
        }
    }

    /// Checks that a tag has the form of BCP 47; a language that the server does not know is written in English.
    static func checkLocale(_ tag: String, at pointer: JSONPointer) throws(Problem) {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isSound =
            tag.utf8.count <= longestLocale
            && parts.enumerated().allSatisfy { index, part in
                (index == 0 ? 2...8 : 1...8).contains(part.utf8.count)
                    && part.unicodeScalars.allSatisfy { scalar in
                        scalar.isASCII && (scalar.properties.isAlphabetic || index > 0 && ("0"..."9").contains(scalar))
                    }
            }
        guard isSound else {
            throw Problem(.propertyInvalid, "Expected a language tag such as \"de-CH\".", at: pointer)
        }
    }

    /// Checks the lengths of a dash pattern.
    static func check(dash: [Double], at pointer: JSONPointer) throws(Problem) {
        let lengths = 0.0...longestDash
        guard (1...mostDashes).contains(dash.count), dash.allSatisfy(lengths.contains), dash.contains(where: { $0 > 0 })
        else {
            throw Problem(
                .propertyInvalid,
                "Expected 1 to \(mostDashes) lengths of 0 to \(Int(longestDash)) points, one above 0.",
                at: pointer)
        }
    }
}

extension Nullable<String> {
    /// The checked text; `nil` for none.
    func text(atMost bytes: Int, at pointer: JSONPointer) throws(Problem) -> String? {
        guard let text = wrapped else { return nil }
        try LookMapping.check(text, atMost: bytes, at: pointer)
        return text
    }
}

extension AxisBody {
    /// The look of an axis after this body.
    func look(changing old: AxisLook?, type: AxisType, at pointer: JSONPointer) throws(Problem) -> AxisLook? {
        guard title != nil || unit != nil || format != nil else { return old }
        var (newTitle, newUnit, newFormat) = (old?.title, old?.unit, old?.format)
        if let title {
            newTitle = try title.text(atMost: LookMapping.longestTitle, at: pointer.appending("title"))
        }
        if let unit { newUnit = try unit.text(atMost: LookMapping.longestUnit, at: pointer.appending("unit")) }
        if let format { newFormat = try format.wrapped?.format(type: type, at: pointer.appending("format")) }
        return AxisLook(title: newTitle, unit: newUnit, format: newFormat).unlessEmpty
    }
}

extension NumberFormatBody {
    fileprivate func format(type: AxisType, at pointer: JSONPointer) throws(Problem) -> NumberFormat {
        guard type == .number || type == .log else {
            throw Problem(.propertyInvalid, "Only number and log axes have a format.", at: pointer)
        }
        let notation = try notation.map { notation throws(Problem) in
            try Problem.word(notation, of: NumberFormat.Notation.self, at: pointer.appending("notation"))
        }
        let decimals = decimals?.wrapped
        if let decimals, !(0...NumberFormat.mostDecimals).contains(decimals) {
            throw Problem(
                .propertyInvalid, "Expected 0 to \(NumberFormat.mostDecimals) decimals.",
                at: pointer.appending("decimals"))
        }
        return NumberFormat(notation: notation ?? .plain, decimals: decimals)
    }
}

extension SurfaceBody {
    /// The caption that the body specifies.
    func caption(at pointer: JSONPointer) throws(Problem) -> ChartCaption {
        if let title { try LookMapping.check(title, atMost: LookMapping.longestTitle, at: pointer.appending("title")) }
        if let description {
            try LookMapping.check(
                description, atMost: LookMapping.longestDescription, at: pointer.appending("description"))
        }
        return ChartCaption(title: title, description: description)
    }
}

extension SurfacePatchBody {
    /// The caption after this body; `nil` if it changes none.
    func caption(changing old: ChartCaption) throws(Problem) -> ChartCaption? {
        guard title != nil || description != nil else { return nil }
        var caption = old
        if let title {
            caption.title = try title.text(
                atMost: LookMapping.longestTitle, at: JSONPointer.root.appending("title"))
        }
        if let description {
            caption.description = try description.text(
                atMost: LookMapping.longestDescription, at: JSONPointer.root.appending("description"))
        }
        return caption
    }
}
