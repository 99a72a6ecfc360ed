import Glibc

/// A value behind a lock that inherits priority, with threads that can wait for its changes. For our own threads only:
/// tasks never block.
package final class Monitor<Value>: @unchecked Sendable {
    // Unchecked: `Synchronization` has no condition variable; `value` is only touched under `mutex`.
    @usableFromInline let mutex = InheritingMutex()
    @usableFromInline let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    @usableFromInline var value: Value

    package init(_ value: sending Value) {
        self.value = value
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        changed.deallocate()
    }

    /// Reads the value, or changes what nobody waits for.
    @inlinable package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&value)
    }

    /// Changes the value and wakes all who wait.
    @inlinable package func update<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        mutex.lock()
        defer {
            wake()
            mutex.unlock()
        }
        return try body(&value)
    }

    /// Changes the value, and wakes all who wait if `mark` gives another value afterwards: what they wait for must
    /// show in it.
    @inlinable package func update<Result, Mark: Equatable>(
        ifChanged mark: (Value) -> Mark, _ body: (inout Value) -> Result
    ) -> Result {
        mutex.lock()
        let before = mark(value)
        defer {
            if mark(value) != before { wake() }
            mutex.unlock()
        }
        return body(&value)
    }

    @usableFromInline func wake() { pthread_cond_broadcast(changed) }

    /// Blocks until `body` returns a value. It is called at once and after every `update`; the
    /// changes that it makes wake others.
    @inlinable package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        while true {
            if let result = body(&value) {
                wake()
                return result
            }
            mutex.wait(for: changed)
        }
    }
}
