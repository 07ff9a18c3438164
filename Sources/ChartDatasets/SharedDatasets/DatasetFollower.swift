import ServiceLifecycle

/// Takes over what other processes change in the shared catalog of datasets.
package struct DatasetFollower: Service {
    private let catalog: SharedDatasetCatalog

    /// Creates a follower.
    package init(catalog: SharedDatasetCatalog) {
        self.catalog = catalog
    }

    /// Follows the changes until the server shuts down.
    package func run() async throws {
        await cancelWhenGracefulShutdown { await catalog.follow() }
    }
}
