import Synchronization

/// Counts the rows written into windows, for the whole process, because the writers have no service to count in.
package enum WindowRowCount {
    private static let count = Atomic<Int>(0)

    /// The number of rows so far.
    package static var value: Int { count.load(ordering: .relaxed) }

    /// Adds the rows of a window.
    static func add(_ rows: Int) {
        count.wrappingAdd(rows, ordering: .relaxed)
    }
}
