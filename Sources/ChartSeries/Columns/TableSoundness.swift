import CMappedFault

/// Whether the files of a table's rows hold what was written to them, as far as that is known.
///
/// All versions of a dataset share one, from its import to its replacement. A mapped file that is cut while it is read gives
/// zeros. So an answer counts only when the rows are still sound after it was made. The question costs one load from memory.
@safe
public final class TableSoundness: @unchecked Sendable {
    // Unchecked because of the pointer: the mark behind it is only read and set in one step.
    private let mark: UnsafeMutablePointer<mapped_fault_mark>

    /// Starts sound.
    public init() {
        guard let mark = unsafe mapped_fault_mark_create() else { fatalError("there is no memory for one byte") }
        unsafe self.mark = mark
    }

    deinit { unsafe mapped_fault_mark_destroy(mark) }

    /// Whether something was found that was not written.
    @inline(__always)
    public var isDamaged: Bool { unsafe mapped_fault_mark_is_set(mark) }

    /// Notes that something was found that was not written.
    public func noteDamage() { unsafe mapped_fault_mark_set(mark) }

    /// How many reads of mapped files have failed in this process.
    public static var faultCount: UInt { UInt(mapped_fault_count()) }

    /// Has reads of a mapped file that the file cannot answer find zeros and note damage; without, they end the process.
    ///
    /// - Parameters:
    ///   - memory: The memory, whole pages of a mapped file.
    ///   - isWritable: Whether the memory may be written.
    /// - Returns: The watch, to be ended before the memory is unmapped; `nil` where no more memory can be watched.
    public func watch(_ memory: UnsafeRawBufferPointer, isWritable: Bool) -> FaultWatch? {
        let number = unsafe mapped_fault_watch(memory.baseAddress, memory.count, isWritable, mark)
        return number < 0 ? nil : FaultWatch(number: number, soundness: self)
    }
}

/// A watch over mapped memory; see ``TableSoundness/watch(_:isWritable:)``.
public struct FaultWatch: Sendable {
    fileprivate let number: Int32
    /// Kept as long as a fault may set its mark.
    private let soundness: TableSoundness

    fileprivate init(number: Int32, soundness: TableSoundness) {
        self.number = number
        self.soundness = soundness
    }

    /// Bounds how many mappings of files there are at once; those that there are stay.
    public static func limit(to most: Int) { mapped_fault_limit(Int32(clamping: most)) }

    /// How many mappings of files there are.
    public static var count: Int { Int(mapped_fault_watches()) }

    /// Whether more than half of the mappings that there may be are made.
    public static var isCrowded: Bool { mapped_fault_watches() > mapped_fault_most() / 2 }

    /// Ends the watch, before the memory is unmapped.
    public func end() { mapped_fault_unwatch(number) }
}
