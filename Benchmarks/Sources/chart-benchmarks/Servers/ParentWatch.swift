import Foundation

/// Ends a child process when its parent ends.
enum ParentWatch {
    /// Ends this process when its standard input is closed at the other end.
    static func exitWhenInputEnds() {
        Thread.detachNewThread {
            _ = try? FileHandle.standardInput.readToEnd()
            exit(0)
        }
    }
}
