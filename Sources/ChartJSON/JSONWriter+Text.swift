extension OutputSpan<UInt8> {
    /// Appends the name of a member, which must need no escapes.
    @inline(__always)
    mutating func append(key name: StaticString, afterComma isNext: Bool) {
        name.withUTF8Buffer { name in
            unsafe append(quoting: name, afterComma: isNext)
        }
        append(UInt8(ascii: ":"))
    }

    /// Appends text between quotation marks, without escapes.
    @inline(__always)
    mutating func append(quoting text: UnsafeBufferPointer<UInt8>, afterComma isNext: Bool) {
        if isNext { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        unsafe append(copying: text)
        append(UInt8(ascii: "\""))
    }

    /// Appends bytes, which must fit in the capacity.
    @inline(__always)
    private mutating func append(copying text: UnsafeBufferPointer<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            precondition(text.count <= buffer.count - count)
            guard let source = text.baseAddress, let start = buffer.baseAddress else { return }
            unsafe (start + count).initialize(from: source, count: text.count)
            count += text.count
        }
    }

    /// Appends the two hexadecimal digits of a byte.
    @inline(__always)
    mutating func append(hexadecimal octet: UInt8) {
        append(Hexadecimal.digit(octet >> 4))
        append(Hexadecimal.digit(octet & 15))
    }
}
