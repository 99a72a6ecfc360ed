import Foundation
import Glibc
import Testing

@testable import Base

@Suite("Base")
struct BaseTests {
    @Test("A failed call names itself and the kernel's reason")
    func failure() {
        let error = #expect(throws: SystemCallError.self) {
            _ = try OwnedDescriptor(open: "/no/such/file", flags: O_RDONLY)
        }
        #expect(error == SystemCallError(call: "open /no/such/file", errno: ENOENT))
        #expect(error?.description == "open /no/such/file: No such file or directory (errno 2)")
    }

    @Test("A named thread runs its body once and can be joined")
    func thread() throws {
        let name = Locked("")
        let thread = try NamedThread("hearth-a-long-name") {
            let text = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
            name.withLock { $0 = text }
        }
        thread.join()
        #expect(name.withLock { $0 } == "hearth-a-long-n\n")
    }

    @Test("An event descriptor is readable from signal to drain")
    func event() throws {
        let event = try EventDescriptor()
        func readable() -> Bool {
            var poll = pollfd(fd: event.raw, events: Int16(POLLIN), revents: 0)
            return Glibc.poll(&poll, 1, 0) == 1
        }
        #expect(!readable())
        event.signal()
        event.signal()
        #expect(readable())
        event.drain()
        #expect(!readable())
    }

    /// The kernel's number of the calling thread.
    private static func threadID() throws -> pid_t? {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self").split(separator: "/").last
            .flatMap { pid_t($0) }
    }

    @Test("Who waits for a monitor is woken by changes that show, and by no others")
    func wakes() throws {
        struct Value {
            var mark = 0
            var other = 0
            var asked = 0
        }
        let monitor = Monitor(Value())
        let waiter = try NamedThread("waiter") {
            monitor.wait { value -> Void? in
                value.asked += 1
                return value.mark == 2 ? () : nil
            }
        }
        while monitor.withLock({ $0.asked }) == 0 { sched_yield() }
        for _ in 0..<100 { monitor.update(ifChanged: { $0.mark }, { $0.other += 1 }) }
        #expect(monitor.update(ifChanged: { $0.mark }) { $0.other } == 100)
        monitor.update(ifChanged: { $0.mark }, { $0.mark = 2 })
        waiter.join()
        // The system may wake a thread for no reason, seldom.
        #expect(monitor.withLock { $0.asked } < 10)
    }

    @Test("A monitor's lock inherits priority, by its settings and by what the kernel is told of its holder")
    func inheritance() throws {
        var its = CInt(-1)
        let result = InheritingMutex.withAttributes { pthread_mutexattr_getprotocol($0, &its) }
        #expect(result == 0 && its == CInt(PTHREAD_PRIO_INHERIT))

        let monitor = Monitor(0)
        #expect(monitor.mutex.holder == nil)
        let own = try Self.threadID()
        #expect(monitor.withLock { _ in monitor.mutex.holder } == own)
        #expect(monitor.update { _ in monitor.mutex.holder } == own)
        // After a wait that really slept, too.
        let waiter = try NamedThread("waiter") { [monitor] in
            let holder = monitor.wait { value in value == 1 ? monitor.mutex.holder : nil }
            monitor.update { $0 = holder == (try? Self.threadID()) ? 2 : 3 }
        }
        monitor.update { $0 = 1 }
        waiter.join()
        #expect(monitor.withLock { $0 } == 2)
        #expect(monitor.mutex.holder == nil)
    }

    @Test(
        "The locks that a thread takes are counted, its own alone and while it counts alone",
        .enabled(if: LockTakings.count {} != nil))
    func takings() {
        let (locked, monitor) = (Locked(0), Monitor(0))
        locked.withLock { $0 += 1 }
        let count = LockTakings.count {
            locked.withLock { $0 += 1 }
            monitor.update { $0 += 1 }
            monitor.wait { $0 == 1 ? () : nil }
            try? NamedThread("other") { monitor.withLock { $0 += 1 } }.join()
        }
        #expect(count == 3)
        #expect(LockTakings.count {} == 0)
    }
}
