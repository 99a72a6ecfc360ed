import Glibc

/// A value behind a lock that inherits priority, with threads that can wait for its changes. For our own threads only:
/// tasks never block.
///
/// Who waits is woken once the lock is free: woken before, it would only wait again, for the lock.
package final class Monitor<Value>: @unchecked Sendable {
    // Unchecked: `Synchronization` has no condition variable; `value` is only touched under `mutex`.
    let mutex = InheritingMutex()
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        changed.deallocate()
    }

    /// Reads the value, or changes what nobody waits for.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&value)
    }

    /// Changes the value and wakes all who wait.
    package func update<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { pthread_cond_broadcast(changed) }
        return try withLock(body)
    }

    /// Changes the value, and wakes all who wait if `mark` gives another value afterwards: what they wait for must
    /// show in it.
    package func update<Result, Mark: Equatable>(
        ifChanged mark: (Value) -> Mark, _ body: (inout Value) -> Result
    ) -> Result {
        let (result, isOther) = withLock { value in
            let before = mark(value)
            let result = body(&value)
            return (result, mark(value) != before)
        }
        if isOther { pthread_cond_broadcast(changed) }
        return result
    }

    /// Blocks until `body` returns a value. It is called at once and after every `update`; the
    /// changes that it makes wake others.
    package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        defer { pthread_cond_broadcast(changed) }
        mutex.lock()
        defer { mutex.unlock() }
        while true {
            if let result = body(&value) { return result }
            mutex.wait(for: changed)
        }
    }

    /// Blocks until `body` returns a value, as `wait` does; the changes that it makes wake others if `mark` gives
    /// another value afterwards.
    package func wait<Result, Mark: Equatable>(
        ifChanged mark: (Value) -> Mark, _ body: (inout Value) -> Result?
    ) -> Result {
        mutex.lock()
        while true {
            let before = mark(value)
            if let result = body(&value) {
                let isOther = mark(value) != before
                mutex.unlock()
                if isOther { pthread_cond_broadcast(changed) }
                return result
            }
            mutex.wait(for: changed)
        }
    }
}
