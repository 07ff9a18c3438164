import ChartEngine
import ChartWire

extension Nullable<String> {
    /// The checked text; `nil` for none.
    func text(atMost bytes: Int, at pointer: JSONPointer) throws(Problem) -> String? {
        guard let text = wrapped else { return nil }
        try ReadableText.check(text, atMost: bytes, at: pointer)
        return text
    }
}

extension AxisBody {
    /// The look of an axis after this body.
    func look(changing old: AxisLook?, type: AxisType, at pointer: JSONPointer) throws(Problem) -> AxisLook? {
        guard title != nil || unit != nil || format != nil else { return old }
        var (newTitle, newUnit, newFormat) = (old?.title, old?.unit, old?.format)
        if let title {
            newTitle = try title.text(atMost: ReadableText.longestTitle, at: pointer.appending("title"))
        }
        if let unit { newUnit = try unit.text(atMost: ReadableText.longestUnit, at: pointer.appending("unit")) }
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
        if let title {
            try ReadableText.check(title, atMost: ReadableText.longestTitle, at: pointer.appending("title"))
        }
        if let description {
            try ReadableText.check(
                description, atMost: ReadableText.longestDescription, at: pointer.appending("description"))
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
                atMost: ReadableText.longestTitle, at: JSONPointer.root.appending("title"))
        }
        if let description {
            caption.description = try description.text(
                atMost: ReadableText.longestDescription, at: JSONPointer.root.appending("description"))
        }
        return caption
    }
}
