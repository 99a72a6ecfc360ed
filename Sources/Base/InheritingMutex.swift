import Glibc

/// A mutex whose holder runs with the priority of the most urgent thread that waits for it: what threads under
/// `SCHED_FIFO` share with others never makes them wait for a third.
struct InheritingMutex: ~Copyable {
    private let raw = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        Self.withAttributes { _ = pthread_mutex_init(raw, $0) }
    }

    deinit {
        pthread_mutex_destroy(raw)
        raw.deallocate()
    }

    /// The settings that every mutex of this kind is made with.
    static func withAttributes<Result>(_ body: (UnsafePointer<pthread_mutexattr_t>) -> Result) -> Result {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        defer { pthread_mutexattr_destroy(&attributes) }
        pthread_mutexattr_setprotocol(&attributes, CInt(PTHREAD_PRIO_INHERIT))
        return body(&attributes)
    }

    func lock() {
        LockTakings.note()
        pthread_mutex_lock(raw)
    }

    func unlock() { pthread_mutex_unlock(raw) }

    /// Unlocks while it waits for the condition, and locks again.
    func wait(for condition: UnsafeMutablePointer<pthread_cond_t>) { pthread_cond_wait(condition, raw) }

    /// The thread that holds it, as the kernel is told of it; nil while nobody does. Only a mutex that inherits
    /// priority names its holder so: the kernel must know whom to raise.
    var holder: pid_t? {
        let word = UInt32(bitPattern: raw.pointee.__data.__lock) & 0x3fff_ffff
        return word == 0 ? nil : pid_t(word)
    }
}

// Unchecked: a pthread mutex is for any thread.
extension InheritingMutex: @unchecked Sendable {}
