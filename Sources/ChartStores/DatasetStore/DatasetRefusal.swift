package import ChartSeries

/// Why a dataset cannot be used or changed.
package struct DatasetRefusal: Error, Sendable, Equatable {
    /// What is in the way.
    package enum Reason: Sendable, Equatable {
        /// No dataset has this name.
        case unknown
        /// A live session uses it.
        case inUse
        /// A live session shows it, and the new rows lack these of its columns, x among them.
        case lacksColumns([String])
        /// The caller's condition is not met.
        case unexpected
        /// The rows do not fit.
        case table(TableError)
        /// Its files cannot be read or written.
        case store(DatasetStoreError)
        /// The rows that a log names are not in this process.
        case absent(DatasetLookup)
        /// The rows that a log names are nowhere, since they were replaced, merged or removed.
        case gone(DatasetLookup)
        /// The store of the sessions cannot tell whether one of them uses it.
        case sessions(SessionStoreError)
    }

    /// The name of the dataset.
    package let dataset: String
    /// What is in the way.
    package let reason: Reason

    /// Creates a refusal.
    package init(_ reason: Reason, of dataset: String) {
        self.reason = reason
        self.dataset = dataset
    }
}
