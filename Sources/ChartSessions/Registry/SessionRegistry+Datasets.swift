import ChartDatasets
package import ChartSeries
package import ChartStores

extension SessionRegistry {
    /// A dataset of a specification that is missing, that the owner may not see, or that cannot be shown.
    package struct UnknownDataset: Error, Sendable, Equatable {
        /// Its position in the list of datasets.
        package let index: Int
        /// Its name.
        package let name: String
        /// Why it cannot be shown; `nil` for a missing one, and for one that does not exist for the owner.
        package let reason: DatasetStoreError?

        /// The same as an error of a session; `nil` for a missing dataset.
        package var refusal: SessionError? { reason.map { .dataset(name, $0) } }
    }

    /// Marks datasets as used by a live session, all or none.
    ///
    /// A dataset that the owner may not see has the error of a missing one, also where it is damaged.
    ///
    /// - Parameters:
    ///   - datasets: Their names.
    ///   - owner: The owner of the session; `nil` where the server knows no principals.
    /// - Returns: Their tables; equal names get the same table, even while it grows.
    /// - Throws: ``UnknownDataset``.
    package func retain(_ datasets: [String], for owner: SessionOwner?) throws(UnknownDataset) -> [Table] {
        let mayRead = datasets.isEmpty || owner.map(ownerMayStillRead) ?? true
        var tables: [Table] = []
        for (index, name) in datasets.enumerated() {
            let isVisible = mayRead && owner.map { $0.datasets.matches(name) } ?? true
            guard isVisible, let table = catalog.retain(name) else {
                for name in datasets.prefix(index) { catalog.release(name) }
                throw UnknownDataset(index: index, name: name, reason: isVisible ? fault(of: name) : nil)
            }
            tables.append(datasets[..<index].firstIndex(of: name).map { tables[$0] } ?? table)
        }
        return tables
    }

    /// Makes sure that this process has the last rows of datasets; see `DatasetCatalog.confirm(_:)`.
    ///
    /// - Throws: ``SessionError/dataset(_:_:)``.
    package func confirm(_ datasets: [String]) async throws(SessionError) {
        guard catalog.isShared else { return }
        for name in Set(datasets).sorted() {
            do throws(DatasetRefusal) {
                try await catalog.confirm(name)
            } catch {
                guard case .store(let reason) = error.reason else { continue }
                throw .dataset(name, reason)
            }
        }
    }

    private func fault(of name: String) -> DatasetStoreError? {
        if case .failure(let error)? = catalog.content(of: name) { error } else { nil }
    }
}
