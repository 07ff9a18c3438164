import ChartSessions

/// The limits of requests: the values of the keys of ``LimitTable``, under their names there.
@dynamicMemberLookup
package struct Limits: Sendable {
    private let values: SettingValues

    // Every request asks for these.
    /// The largest request body that is not a dataset, in bytes.
    let bodyBytes: Int
    /// The largest dataset in a request body, in bytes.
    let datasetBytes: Int
    /// The most bytes of an answer.
    let answerBytes: Int
    /// The most batches a second of a session, or nil for no limit.
    let batchesPerSecond: Int?

    /// Takes the limits out of all values.
    init(_ values: SettingValues) {
        let keys = SettingTable.all.limits
        self.values = values
        bodyBytes = values[keys.bodyBytes]
        datasetBytes = values[keys.datasetBytes]
        answerBytes = values[keys.answerBytes]
        batchesPerSecond = values[keys.batchesPerSecond]
    }

    /// The value of a key.
    package subscript<Value>(dynamicMember path: KeyPath<LimitTable, Setting<Value>>) -> Value {
        values[SettingTable.all.limits[keyPath: path]]
    }

    /// The limits of specifications.
    var specification: SpecificationLimits {
        SpecificationLimits(
            links: self.links, linkMembers: self.linkMembers, slices: self.slices, derived: self.derived,
            answerBytes: answerBytes)
    }

    /// The numbers of the limits that are on, by their keys.
    var figures: [(name: String, value: Int)] {
        SettingTable.settings(in: SettingTable.all.limits).compactMap { setting in
            setting.number(in: values).map { (setting.entry.name, $0) }
        }
    }
}
