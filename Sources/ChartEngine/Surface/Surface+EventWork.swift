extension Surface {
    /// How much work one event may be on this surface, in readings: one is about what it takes to read the value of a
    /// series at a place and to tell it.
    ///
    /// It follows from what the surface is made of alone, so that a surface that is too dear can be refused when it is
    /// made. Every modifier counts one, and each reading that it makes; every axis and every series counts one.
    ///
    /// - Complexity: O(modifiers).
    public var eventWork: Int {
        let readings = modifiers.reduce(0) { $0 + 1 + $1.modifier.readings(ofSeries: chart.series.count) }
        return readings + chart.xAxes.count + chart.yAxes.count + chart.series.count
    }

    /// How many fixed lines its modifiers show.
    public var sliceCount: Int { modifiers.reduce(0) { $0 + $1.sliceCount } }
}

extension AttachedModifier {
    /// How many fixed lines the modifier shows.
    public var sliceCount: Int { (modifier as? VerticalSliceModifier)?.parameters.slices.count ?? 0 }
}
