import Dispatch

/// Runs tasks on threads of its own.
final class OwnThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "an append", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
