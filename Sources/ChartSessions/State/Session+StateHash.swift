import ChartEngine
import Gestures

extension Session {
    /// A digest for replays, the same on every machine and in every run.
    ///
    /// It covers the revision, the depth of the history, and of each surface: size, version and number of rows; the
    /// axes' ranges, data ranges, growth, limits and motions, which determine their zoom states; visible series; the
    /// selection; the modifiers' ids, types and common options; touches, gestures in progress and armed timers. It
    /// omits the modifiers' memory and parameters, which are slow to read and show in later digests. It omits overlays,
    /// which follow from the other values.
    ///
    /// - Complexity: O(axes + series + recognizers + touches).
    package var stateHash: UInt64 {
        var digest = StateDigest()
        digest.add(revision)
        digest.add(history.done.count << 8 | history.undone.count)
        digest.add(surfaces.count << 8 | links.count)
        for index in surfaces.indices {
            digest.add(surfaces[index].revision)
            digest.add(surfaces[index].movesByLinkedData)
            surfaces[index].surface.add(to: &digest)
        }
        return digest.digest
    }
}
