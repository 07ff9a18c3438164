public import ServiceLifecycle

/// Takes over what other processes change in the shared catalog of datasets.
public struct DatasetFollower: Service {
    private let catalog: DatasetCatalog

    /// Creates a follower.
    public init(catalog: DatasetCatalog) {
        self.catalog = catalog
    }

    /// Follows the changes until the server shuts down.
    public func run() async throws {
        await cancelWhenGracefulShutdown { await catalog.follow() }
    }
}
