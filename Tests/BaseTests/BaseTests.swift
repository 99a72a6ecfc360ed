import Base
import Foundation
import Glibc
import Testing

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
}
