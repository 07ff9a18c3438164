import CMappedFault
import Synchronization

/// What is known of the files of a table's rows: whether they hold what was written to them, and whether they are in memory.
///
/// All versions of a dataset share one instance, from import to replacement. If a mapped file is truncated, reads
/// return zeros and set the damage mark. So check `isDamaged` after an answer is made, and drop the answer if it is
/// set. The check costs one load from memory.
@safe
public final class TableSoundness: @unchecked Sendable {
    // Unchecked because of the pointer; the mark behind it is only accessed atomically.
    private let mark: UnsafeMutablePointer<mapped_fault_mark>
    private let away = Atomic(false)

    /// Creates an instance without damage.
    public init() {
        guard let mark = unsafe mapped_fault_mark_create() else { fatalError("there is no memory for one byte") }
        unsafe self.mark = mark
    }

    deinit { unsafe mapped_fault_mark_destroy(mark) }

    /// Whether damage was noted: a read found something other than what was written.
    @inline(__always)
    public var isDamaged: Bool { unsafe mapped_fault_mark_is_set(mark) }

    /// Notes that a read found something other than what was written.
    public func noteDamage() { unsafe mapped_fault_mark_set(mark) }

    /// Whether a read may wait for the disk, as of the last look; see ``Table/lookForAwayRows()``.
    @inline(__always)
    public var isAway: Bool { away.load(ordering: .relaxed) }

    /// Notes whether a read may wait for the disk.
    func note(isAway: Bool) { away.store(isAway, ordering: .relaxed) }

    /// Makes failing reads of a mapped file return zeros and note damage, instead of ending the process.
    ///
    /// - Parameters:
    ///   - memory: Whole pages of a mapped file.
    ///   - isWritable: Whether the memory may be written.
    /// - Returns: The watch, which the caller must end before it unmaps the memory; `nil` at the limit of watches.
    public func watch(_ memory: UnsafeRawBufferPointer, isWritable: Bool) -> FaultWatch? {
        let number = unsafe mapped_fault_watch(memory.baseAddress, memory.count, isWritable, mark)
        return number < 0 ? nil : FaultWatch(number: number, soundness: self)
    }
}

/// A watch over mapped memory; see ``TableSoundness/watch(_:isWritable:)``.
public struct FaultWatch: Sendable {
    fileprivate let number: Int32
    /// Keeps the mark alive while a fault may set it.
    private let soundness: TableSoundness

    fileprivate init(number: Int32, soundness: TableSoundness) {
        self.number = number
        self.soundness = soundness
    }

    /// Limits the number of mappings at once; existing mappings stay.
    public static func limit(to most: Int) { mapped_fault_limit(Int32(clamping: most)) }

    /// The number of mappings that are watched.
    public static var count: Int { Int(mapped_fault_watches()) }

    /// Whether more than half of the largest number of mappings exist.
    public static var isCrowded: Bool { mapped_fault_watches() > mapped_fault_most() / 2 }

    /// Notes that a read of the memory waits for the disk.
    public func noteAway() { soundness.note(isAway: true) }

    /// Ends the watch; call it before the memory is unmapped.
    public func end() { mapped_fault_unwatch(number) }
}
