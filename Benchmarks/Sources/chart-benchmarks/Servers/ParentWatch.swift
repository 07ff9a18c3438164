import Foundation

/// Keeps a child from outliving the process that started it.
enum ParentWatch {
    /// Ends the process when nobody holds the other end of its standard input any more.
    static func exitWhenInputEnds() {
        Thread.detachNewThread {
            _ = try? FileHandle.standardInput.readToEnd()
            exit(0)
        }
    }
}
