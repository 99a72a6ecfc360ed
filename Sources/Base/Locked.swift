#if HEARTH_TSAN
    /// A value behind a lock. ThreadSanitizer does not see the futex inside
    /// `Synchronization.Mutex` and reports races that are none, so its builds use a pthread mutex.
    package final class Locked<Value>: @unchecked Sendable {
        // Unchecked: `value` is only touched under `mutex`.
        private let mutex = InheritingMutex()
        private var value: Value

        package init(_ value: sending Value) {
            self.value = value
        }

        package func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            mutex.lock()
            defer { mutex.unlock() }
            return try body(&value)
        }
    }
#else
    import Synchronization

    /// A value behind a lock: a priority-inheriting futex, fit for threads under `SCHED_FIFO`.
    package final class Locked<Value>: Sendable {
        private let mutex: Mutex<Value>

        package init(_ value: sending Value) {
            mutex = Mutex(value)
        }

        package func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            LockTakings.note()
            return try mutex.withLock(body)
        }
    }
#endif
