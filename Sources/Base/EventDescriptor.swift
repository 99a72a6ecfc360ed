import CLinux
import Glibc

/// An eventfd: wakes a thread that polls it.
package struct EventDescriptor: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    package var raw: Int32 { descriptor.raw }

    package init() throws(SystemCallError) {
        descriptor = OwnedDescriptor(
            taking: try checked("eventfd") { eventfd(0, HEARTH_EFD_CLOEXEC | HEARTH_EFD_NONBLOCK) })
    }

    /// Makes the descriptor readable. From any thread; never blocks.
    package func signal() {
        _ = eventfd_write(descriptor.raw, 1)
    }

    /// Makes the descriptor unreadable until the next `signal()`.
    package func drain() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor.raw, &count)
    }
}
