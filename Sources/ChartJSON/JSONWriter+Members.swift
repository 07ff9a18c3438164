extension JSONWriter {
    /// Writes a member that holds text.
    public mutating func member(_ name: StaticString, _ text: String) {
        key(name)
        value(text)
    }

    /// Writes a member that holds text, or `null` for nil.
    public mutating func member(_ name: StaticString, orNull text: String?) {
        key(name)
        if let text { value(text) } else { null() }
    }

    /// Writes a member that holds a finite number.
    public mutating func member(_ name: StaticString, _ number: Double) {
        key(name)
        value(number)
    }

    /// Writes a member that holds a number, or `null` for nil or a number that is not finite.
    public mutating func member(_ name: StaticString, orNull number: Double?) {
        key(name)
        self.number(orNull: number ?? .nan)
    }

    /// Writes a member that holds a whole number.
    public mutating func member(_ name: StaticString, _ number: Int) {
        key(name)
        value(number)
    }

    /// Writes a member that holds bytes as hexadecimal digits.
    public mutating func member(_ name: StaticString, hexadecimal octets: [UInt8]) {
        key(name)
        value(hexadecimal: octets)
    }

    /// Writes a member that is true or false.
    public mutating func member(_ name: StaticString, _ flag: Bool) {
        key(name)
        value(flag)
    }

    /// Writes a member that holds a list; `write` writes each element.
    @inlinable
    public mutating func member<Element>(
        _ name: StaticString, list elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements where !isOverLimit { write(element, &self) }
        endArray()
    }

    /// Writes a member that holds an object; `write` writes its members.
    @inlinable
    public mutating func member(_ name: StaticString, object write: (inout JSONWriter) -> Void) {
        key(name)
        object(write)
    }

    /// Writes a member of any name that holds a finite number.
    @_disfavoredOverload
    public mutating func member(_ name: String, _ number: Double) {
        key(name)
        value(number)
    }

    /// Writes a member of any name that holds a number, or `null` for nil or a number that is not finite.
    @_disfavoredOverload
    public mutating func member(_ name: String, orNull number: Double?) {
        key(name)
        self.number(orNull: number ?? .nan)
    }

    /// Writes a member of any name that holds a list; `write` writes each element.
    @_disfavoredOverload
    @inlinable
    public mutating func member<Element>(
        _ name: String, list elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements where !isOverLimit { write(element, &self) }
        endArray()
    }

    /// Writes an object; `write` writes its members.
    @inlinable
    public mutating func object(_ write: (inout JSONWriter) -> Void) {
        beginObject()
        write(&self)
        endObject()
    }
}
