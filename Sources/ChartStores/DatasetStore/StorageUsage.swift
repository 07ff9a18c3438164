import ChartSeries

/// The bytes of disk that datasets, drafts and logs take.
struct StorageUsage: Sendable {
    /// The files of a dataset.
    struct Dataset: Sendable {
        var bytes: Int
        var owner: String?
    }

    /// The bytes of the sessions' logs.
    var logs = 0
    /// The bytes of all datasets and drafts.
    private var rows = 0
    private var datasets: [String: Dataset] = [:]
    /// The bytes of the datasets and drafts of each owner, without those that have none.
    private var owned: [ExactName: Int] = [:]

    /// The bytes of all.
    var total: Int { rows + logs }

    /// The bytes of the datasets and drafts of an owner.
    func bytes(of owner: String) -> Int { owned[ExactName(owner)] ?? 0 }

    /// Adds the bytes of a draft, or removes them where they are negative.
    mutating func addDraft(_ bytes: Int, of owner: String?) { add(bytes, of: owner) }

    /// Replaces the bytes and the owner of a dataset; `nil` for a removed one.
    mutating func set(_ dataset: Dataset?, as name: String) {
        if let old = datasets[name] { add(-old.bytes, of: old.owner) }
        if let dataset { add(dataset.bytes, of: dataset.owner) }
        datasets[name] = dataset
    }

    private mutating func add(_ bytes: Int, of owner: String?) {
        rows += bytes
        guard let owner = owner.map({ ExactName($0) }) else { return }
        let sum = (owned[owner] ?? 0) + bytes
        owned[owner] = sum == 0 ? nil : sum
    }
}
