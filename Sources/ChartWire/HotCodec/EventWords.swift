/// The words of a batch, as the fast pass reads them; the slow reader knows them by their raw values.
extension EventFields.Kind {
    init(read word: ShortWord) throws(BatchCursor.GivenUp) {
        switch word {
        case "touch": self = .touch
        case "wheel": self = .wheel
        case "hover": self = .hover
        case "gesture": self = .gesture
        case "tick": self = .tick
        default: throw BatchCursor.GivenUp()
        }
    }
}

extension EventFields.Phase {
    init(read word: ShortWord) throws(BatchCursor.GivenUp) {
        switch word {
        case "moved": self = .moved
        case "began": self = .began
        case "ended": self = .ended
        case "cancelled": self = .cancelled
        case "entered": self = .entered
        case "exited": self = .exited
        default: throw BatchCursor.GivenUp()
        }
    }
}

extension TouchBody.Kind {
    init(read word: ShortWord) throws(BatchCursor.GivenUp) {
        switch word {
        case "touch": self = .touch
        case "mouse": self = .mouse
        case "pen": self = .pen
        default: throw BatchCursor.GivenUp()
        }
    }
}

extension WheelBody.DeltaMode {
    init(read word: ShortWord) throws(BatchCursor.GivenUp) {
        switch word {
        case "pixel": self = .pixel
        case "line": self = .line
        case "page": self = .page
        default: throw BatchCursor.GivenUp()
        }
    }
}

extension GestureBody.Kind {
    init(read word: ShortWord) throws(BatchCursor.GivenUp) {
        switch word {
        case "pan": self = .pan
        case "pinch": self = .pinch
        case "tap": self = .tap
        case "longPress": self = .longPress
        case "swipe": self = .swipe
        case "rotation": self = .rotation
        default: throw BatchCursor.GivenUp()
        }
    }
}

extension GestureBody.State {
    init(read word: ShortWord) throws(BatchCursor.GivenUp) {
        switch word {
        case "began": self = .began
        case "changed": self = .changed
        case "ended": self = .ended
        case "recognized": self = .recognized
        case "cancelled": self = .cancelled
        default: throw BatchCursor.GivenUp()
        }
    }
}

extension GestureBody.Direction {
    init(read word: ShortWord) throws(BatchCursor.GivenUp) {
        switch word {
        case "left": self = .left
        case "right": self = .right
        case "up": self = .up
        case "down": self = .down
        default: throw BatchCursor.GivenUp()
        }
    }
}
