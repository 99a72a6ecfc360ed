import Base
import CLinux
import Glibc

/// An epoll set: waits until descriptors are ready to read or write.
final class SocketPoller: Sendable {
    struct Readiness {
        var descriptor: Int32
        var isReadable: Bool
        var isWritable: Bool
        var isFailed: Bool
    }

    private let epoll: OwnedDescriptor

    init() throws(SystemCallError) {
        epoll = OwnedDescriptor(taking: try checked("epoll_create1") { epoll_create1(HEARTH_EPOLL_CLOEXEC) })
    }

    /// Watches a descriptor, level-triggered. One that was closed and whose number is in use again
    /// counts as new.
    func watch(_ descriptor: Int32, reading: Bool, writing: Bool) {
        var event = epoll_event()
        event.events = (reading ? HEARTH_EPOLLIN : 0) | (writing ? HEARTH_EPOLLOUT : 0)
        event.data.fd = descriptor
        if epoll_ctl(epoll.raw, EPOLL_CTL_MOD, descriptor, &event) == -1, errno == ENOENT {
            _ = epoll_ctl(epoll.raw, EPOLL_CTL_ADD, descriptor, &event)
        }
    }

    func forget(_ descriptor: Int32) {
        var event = epoll_event()
        _ = epoll_ctl(epoll.raw, EPOLL_CTL_DEL, descriptor, &event)
    }

    /// Waits up to `milliseconds` (nil: for ever). Empty after the time or a signal.
    func wait(milliseconds: Int32?) -> [Readiness] {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
            let count = epoll_wait(epoll.raw, events.baseAddress, Int32(events.count), milliseconds ?? -1)
            return (0..<Int(max(count, 0))).map { index in
                let flags = events[index].events
                return Readiness(
                    descriptor: events[index].data.fd, isReadable: flags & HEARTH_EPOLLIN != 0,
                    isWritable: flags & HEARTH_EPOLLOUT != 0,
                    isFailed: flags & (HEARTH_EPOLLERR | HEARTH_EPOLLHUP) != 0)
            }
        }
    }
}
