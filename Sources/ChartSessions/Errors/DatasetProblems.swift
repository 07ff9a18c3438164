import ChartDatasets
package import ChartSeries
package import ChartStores
package import ChartWire

/// The problems of refused datasets.
extension DatasetRefusal: ProblemSource {
    /// What a client is told.
    package var problem: Problem { Problem(self) }
}

extension Problem {
    /// The problem for a refusal of the catalog.
    package init(_ refusal: DatasetRefusal) {
        let name = refusal.dataset
        switch refusal.reason {
        case .unknown: self.init(.datasetUnknown, "There is no dataset \"\(name)\".")
        case .unexpected:
            self.init(
                .preconditionFailed, "The dataset \"\(name)\" is not in the state that the request's condition names.")
        case .inUse: self.init(.datasetInUse, "A live session shows the dataset \"\(name)\".")
        case .lacksColumns(let names):
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            self.init(
                .datasetInUse,
                "A live session shows the dataset \"\(name)\", and the new rows lack its columns \(list).")
        case .table(let error): self.init(error)
        case .store(let error): self.init(error, dataset: name)
        case .absent(let lookup):
            self.init(
                .logDatasetDiffers,
                "There are no \(lookup.rows) rows of \"\(name)\" in version \(lookup.version).",
                at: JSONPointer.root.appending("datasets").appending(name))
        case .gone(let lookup):
            self.init(
                .logDatasetDiffers,
                "Rows of \"\(name)\" in version \(lookup.version) were replaced, merged or removed.",
                at: JSONPointer.root.appending("datasets").appending(name))
        case .sessions(let error): self.init(SessionError.store(error))
        }
    }
}

extension Table {
    /// Checks that the rows are not known to be damaged.
    package func checkRows(of name: String) throws(Problem) {
        if soundness?.isDamaged == true { throw Problem(.foundDamaged, dataset: name) }
    }
}
