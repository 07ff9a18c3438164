/// Which line of history the content of a store belongs to.
///
/// After a failover that lost the last commits, or a restore to an earlier time, the store goes on from an earlier
/// state, and the same revision of a session may have another content than before.
package struct StoreHistory: Sendable, Hashable {
    /// The database, whichever of its servers has it.
    package var system: Int64
    /// A number that each such step raises.
    package var timeline: Int64

    /// Names a history.
    package init(system: Int64, timeline: Int64) {
        self.system = system
        self.timeline = timeline
    }
}
