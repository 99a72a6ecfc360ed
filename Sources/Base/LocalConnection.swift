import CLinux
import Glibc

/// A blocking connection to a UNIX stream socket; a minute without any data is an error.
package struct LocalConnection: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    package init(to path: String) throws(SystemCallError) {
        let descriptor = OwnedDescriptor(
            taking: try checked("socket") {
                socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            })
        try atSocket(path, "connect") { connect(descriptor.raw, $0, $1) }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor.raw, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        self.descriptor = descriptor
    }

    /// Connects, says something and waits for the first line of the answer. A server that serves one at a time closes
    /// the connection unheard while it is busy: it is tried 20 times, then the error is `EBUSY`.
    package init(
        to path: String, asking text: String, answer: inout String, pauseMicroseconds: UInt32 = 100_000
    ) throws(SystemCallError) {
        for _ in 0..<20 {
            let connection = try LocalConnection(to: path)
            do {
                try connection.send(text)
                if let line = try connection.line() {
                    answer = line
                    self = connection
                    return
                }
            } catch {
                guard error.errno == ECONNRESET || error.errno == EPIPE else { throw error }
            }
            usleep(pauseMicroseconds)
        }
        throw SystemCallError(call: "ask \(path)", errno: EBUSY)
    }

    package func send(_ text: String) throws(SystemCallError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = try checked("send") {
                rest.withUnsafeBytes { Glibc.send(descriptor.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// The next line without its end; nil when the other side has closed. A line longer than 4096 bytes is cut.
    package func line() throws(SystemCallError) -> String? {
        var bytes: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            guard try checked("read", { read(descriptor.raw, &byte, 1) }) > 0 else {
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            if bytes.count < 4_096 { bytes.append(byte) }
        }
    }
}
