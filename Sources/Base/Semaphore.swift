import Glibc

/// A counting semaphore: posting neither locks nor allocates, so a real-time thread may wake another.
package final class Semaphore: @unchecked Sendable {
    // Unchecked: `sem_t` is made for many threads; its address does not change.
    private let raw = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init(value: UInt32 = 0) {
        sem_init(raw, 0, value)
    }

    deinit {
        sem_destroy(raw)
        raw.deallocate()
    }

    package func post() {
        sem_post(raw)
    }

    package func wait() {
        while sem_wait(raw) == -1, errno == EINTR {}
    }
}
