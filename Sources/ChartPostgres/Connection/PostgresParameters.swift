/// The parameters of a statement in the binary form of the protocol.
struct PostgresParameters: Sendable {
    /// The object identifiers of element types, which arrays carry.
    private enum Element {
        static let truth: Int32 = 16
        static let bytes: Int32 = 17
        static let integer: Int32 = 20
        static let text: Int32 = 25
        static let number: Int32 = 701
    }

    /// The values one after the other, each followed by a zero byte.
    private(set) var bytes: [UInt8] = []
    /// The part of ``bytes`` of each value; `nil` for NULL.
    private(set) var ranges: [Range<Int>?] = []

    init() {}

    init(_ fill: (inout Self) -> Void) { fill(&self) }

    mutating func add(_ number: Int64?) { add(number) { $0.put($1) } }

    /// Adds a text; one with a zero character, which the database cannot have, becomes NULL.
    mutating func add(_ text: String?) { add(Self.storable(text)) { $0.bytes += Array($1.utf8) } }

    mutating func add(_ bytes: [UInt8]?) { add(bytes) { $0.bytes += $1 } }

    mutating func add(_ truth: Bool) { add(truth) { $0.bytes.append($1 ? 1 : 0) } }

    mutating func addArray(_ numbers: some Collection<Int64?>) {
        addArray(numbers, of: Element.integer) { $0.put($1) }
    }

    mutating func addArray(_ numbers: some Collection<Double?>) {
        addArray(numbers, of: Element.number) { $0.put(Int64(bitPattern: $1.bitPattern)) }
    }

    mutating func addArray(_ texts: some Collection<String?>) {
        addArray(texts.map(Self.storable), of: Element.text) { $0.bytes += Array($1.utf8) }
    }

    mutating func addArray(_ rows: some Collection<[UInt8]?>) {
        addArray(rows, of: Element.bytes) { $0.bytes += $1 }
    }

    mutating func addArray(_ truths: some Collection<Bool?>) {
        addArray(truths, of: Element.truth) { $0.bytes.append($1 ? 1 : 0) }
    }

    private static func storable(_ text: String?) -> String? {
        text.flatMap { $0.utf8.contains(0) ? nil : $0 }
    }

    private mutating func add<Value>(_ value: Value?, _ put: (inout Self, Value) -> Void) {
        let start = bytes.count
        if let value { put(&self, value) }
        ranges.append(value == nil ? nil : start..<bytes.count)
        bytes.append(0)
    }

    private mutating func addArray<Value>(
        _ elements: some Collection<Value?>, of type: Int32, _ put: (inout Self, Value) -> Void
    ) {
        add(elements) { parameters, elements in
            let head: [Int32] =
                elements.isEmpty
                ? [0, 0, type] : [1, elements.contains { $0 == nil } ? 1 : 0, type, Int32(elements.count), 1]
            for number in head { parameters.put(number) }
            for element in elements {
                let length = parameters.bytes.count
                parameters.put(Int32(-1))
                guard let element else { continue }
                put(&parameters, element)
                parameters.replace(Int32(parameters.bytes.count - length - 4), at: length)
            }
        }
    }

    private mutating func put(_ number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private mutating func replace(_ number: Int32, at start: Int) {
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index)) }
    }
}
