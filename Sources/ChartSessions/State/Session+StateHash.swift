import ChartEngine
import Gestures

extension Session {
    /// A digest of what a replay of the session's log must come to, the same on every machine and in every run.
    ///
    /// It covers the revision, the depth of the history, and of each surface: its size, the version and the number of its
    /// rows; the axes' ranges, data ranges, growth, limits and motions, from which their zoom states follow; which series
    /// are visible; the selection; the modifiers' ids, types and common options; the touches that are down, the gestures in
    /// progress and the timers that are armed. What modifiers remember and their own parameters are not in it, for they
    /// cannot be read cheaply: they show in what follows. Nor are overlays, which follow from the rest.
    ///
    /// Complexity: O(axes + series + recognizers + touches).
    public var stateHash: UInt64 {
        var digest = StateDigest()
        digest.add(revision)
        digest.add(history.done.count << 8 | history.undone.count)
        digest.add(surfaces.count << 8 | links.count)
        for index in surfaces.indices {
            digest.add(surfaces[index].revision)
            digest.add(surfaces[index].movesByLinkedData)
            surfaces[index].withSurface { $0.surface.add(to: &digest) }
        }
        return digest.digest
    }
}
