/// What an arena adds to the digest of a session.
extension GestureArena {
    /// Adds the touches that are down, the gestures in progress and the armed timers to a digest.
    ///
    /// Complexity: O(recognizers).
    package func add(to digest: inout StateDigest) {
        digest.add(lastTime)
        digest.add(tracker.nextArrival)
        let touches = tracker.touches.span
        let statuses = statuses.span
        let gestures = lastGestures.span
        for index in touches.indices {
            digest.add(touches[index].id)
            digest.add(touches[index].tapCount)
            digest.add(touches[index].location)
        }
        for position in statuses.indices {
            let (state, followed) = (statuses[position].state, statuses[position].followed)
            if state != .possible || followed != 0 {
                digest.add(position << 3 | state.order)
                digest.add(followed)
                if state.isActive, position < gestures.count, let gesture = gestures[position] {
                    gesture.add(to: &digest)
                }
            }
            if let timer = statuses[position].timer {
                digest.add(position)
                digest.add(timer.deadline)
            }
        }
    }
}

extension Gesture {
    /// Adds the state, time and location to a digest.
    @inline(__always)
    package func add(to digest: inout StateDigest) {
        digest.add(state.order)
        digest.add(time)
        digest.add(location)
    }
}

extension GestureState {
    /// The position of the case in the declaration; digests depend on it.
    fileprivate var order: Int {
        switch self {
        case .possible: 0
        case .began: 1
        case .changed: 2
        case .ended: 3
        case .cancelled: 4
        case .failed: 5
        }
    }
}
