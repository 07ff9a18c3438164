import ChartJSON

/// A running checksum of doubles, which detects altered files.
///
/// Each of four lanes takes every fourth value, and is rotated and multiplied by an odd number, so that order counts.
/// It guards against accidents, not against attackers.
struct SegmentChecksum: Sendable, Equatable {
    /// The rows of a segment; the last segment of a column is open.
    static let rows = 1 << 16

    private var lanes = (UInt64(1), UInt64(2), UInt64(3), UInt64(4))
    /// The number of values.
    private(set) var count = 0

    /// Starts without values.
    init() {}

    /// Adds the next values.
    mutating func update(_ values: Span<Double>) {
        var index = 0
        while index < values.count {
            if count & 3 == 0 {
                while index + 4 <= values.count {
                    lanes.0 = Self.step(lanes.0, values[index])
                    lanes.1 = Self.step(lanes.1, values[index + 1])
                    lanes.2 = Self.step(lanes.2, values[index + 2])
                    lanes.3 = Self.step(lanes.3, values[index + 3])
                    index += 4
                    count += 4
                }
                guard index < values.count else { return }
            }
            switch count & 3 {
            case 0: lanes.0 = Self.step(lanes.0, values[index])
            case 1: lanes.1 = Self.step(lanes.1, values[index])
            case 2: lanes.2 = Self.step(lanes.2, values[index])
            case _: lanes.3 = Self.step(lanes.3, values[index])
            }
            index += 1
            count += 1
        }
    }

    /// The checksum as 16 hexadecimal digits.
    var text: String {
        var sum = UInt64(count)
        for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { sum = Self.mix(sum ^ lane) }
        return Hexadecimal.text(of: sum)
    }

    /// The checksum of bytes as 16 hexadecimal digits.
    static func text(of bytes: [UInt8]) -> String {
        var sum = SegmentChecksum()
        let values = bytes.map { Double(bitPattern: UInt64($0)) }
        sum.update(values.span)
        return sum.text
    }

    static func == (one: SegmentChecksum, other: SegmentChecksum) -> Bool {
        one.count == other.count && one.lanes == other.lanes
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ value: Double) -> UInt64 {
        let mixed = lane ^ value.bitPattern
        return ((mixed << 29) | (mixed >> 35)) &* 0x9E37_79B9_7F4A_7C15
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        let folded = (value ^ (value >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return folded ^ (folded >> 29)
    }
}
