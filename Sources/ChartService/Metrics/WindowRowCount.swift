import Synchronization

/// Counts the rows that are written into windows, for the whole process: the writers of answers know no service.
package enum WindowRowCount {
    private static let count = Atomic<Int>(0)

    /// How many there have been.
    package static var value: Int { count.load(ordering: .relaxed) }

    /// Counts the rows of a window.
    static func add(_ rows: Int) {
        count.wrappingAdd(rows, ordering: .relaxed)
    }
}
