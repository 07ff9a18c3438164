import StoreTestSupport

extension SimulationPlan {
    /// The reason why the plan breaks a law; `nil` if it breaks none.
    var violation: String? {
        do {
            try Simulation(self).run()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Makes a plan that breaks a law smaller for as long as a smaller one breaks one, too.
    ///
    /// A smaller plan makes another history, so it is tried with several seeds.
    func shrunk() -> SimulationPlan {
        var smallest = self
        while let smaller = smallest.smaller.lazy.flatMap(\.withOtherSeeds).first(where: { $0.violation != nil }) {
            smallest = smaller
        }
        return smallest
    }

    /// The plan, and the same one with other seeds for its choices.
    private var withOtherSeeds: [SimulationPlan] {
        (0..<8 as Range<UInt64>).map { number in
            var plan = self
            // A multiple of 840 leaves what follows from the remainders of the seed.
            plan.seed += number * 840
            return plan
        }
    }

    /// What a failed test says: the plan, the smallest plan, and its history.
    var report: String {
        let smallest = shrunk()
        let simulation = Simulation(smallest, keepsTrace: true)
        var violation = "no law is broken, so the simulation does not replay exactly"
        do { try simulation.run() } catch { violation = "\(error)" }
        return """
            \(self.violation ?? "no law is broken") in the simulation of \(self)
            The smallest plan is \(smallest):
            \(simulation.trace.joined(separator: "\n"))
            \(violation)
            """
    }
}
