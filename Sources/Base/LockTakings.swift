import Glibc

/// Counts the locks that a thread takes, for tests: what a vblank may cost is written down as a number. Only debug
/// builds count.
package enum LockTakings {
    /// Returns how often the calling thread takes a lock of this target in `body`; nil in a build that does not count.
    package static func count(in body: () -> Void) -> Int? {
        #if DEBUG
            var count = 0
            withUnsafeMutablePointer(to: &count) { count in
                pthread_setspecific(counter, count)
                body()
                pthread_setspecific(counter, nil)
            }
            return count
        #else
            body()
            return nil
        #endif
    }

    #if DEBUG
        /// The counter of the calling thread, while it counts.
        private static let counter: pthread_key_t = {
            var key = pthread_key_t()
            pthread_key_create(&key, nil)
            return key
        }()
    #endif

    @inline(__always)
    static func note() {
        #if DEBUG
            pthread_getspecific(counter)?.assumingMemoryBound(to: Int.self).pointee += 1
        #endif
    }
}
