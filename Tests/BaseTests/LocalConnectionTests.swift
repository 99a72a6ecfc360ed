import Glibc
import Synchronization
import Testing

@testable import Base

@Suite("Connections to servers of this machine")
struct LocalConnectionTests {
    /// A server that closes connections unheard, and answers those from a certain one on.
    private func asked(busyFor count: Int) throws -> (answer: String, error: Int32?, connections: Int) {
        let path = "/tmp/hearth-local-\(UInt32.random(in: 0 ... .max)).sock"
        let listener = OwnedDescriptor(
            taking: try checked("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) })
        try atSocket(path, "bind") { bind(listener.raw, $0, $1) }
        defer { unlink(path) }
        try checked("listen") { listen(listener.raw, 8) }
        let raw = listener.raw
        let connections = Mutex(0)
        let thread = try NamedThread("server") {
            while true {
                let connection = accept(raw, nil, nil)
                guard connection >= 0 else { return }
                var word = [UInt8](repeating: 0, count: 5)
                let number = connections.withLock { number in
                    number += 1
                    return number
                }
                if number > count, read(connection, &word, 5) == 5 {
                    _ = "ok\n".withCString { write(connection, $0, 3) }
                }
                close(connection)
            }
        }
        var answer = ""
        var failure: Int32?
        do {
            _ = try LocalConnection(to: path, asking: "word\n", answer: &answer, pauseMicroseconds: 0)
        } catch {
            failure = error.errno
        }
        shutdown(raw, Int32(SHUT_RDWR))
        thread.join()
        return (answer, failure, connections.withLock { $0 })
    }

    @Test("A server that serves somebody else is asked again, but not for ever")
    func busy() throws {
        var asked = try asked(busyFor: 2)
        #expect(asked.answer == "ok" && asked.error == nil && asked.connections == 3)
        asked = try self.asked(busyFor: .max)
        #expect(asked.answer == "" && asked.error == EBUSY && asked.connections == 20)
    }
}
