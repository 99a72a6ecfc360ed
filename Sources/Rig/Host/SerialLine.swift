import Base
import Glibc

/// The connection from a terminal to a board's serial line.
package enum SerialLine {
    /// Copies both ways until the line or the input ends, or the person types Ctrl-].
    ///
    /// - Parameter path: the host's end of the line, `/dev/pts/3`
    package static func connect(to path: String) throws {
        let line = try OwnedDescriptor(open: path, flags: O_RDWR | O_NOCTTY)
        var before = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &before) == 0
        if isTerminal {
            var raw = before
            cfmakeraw(&raw)
            tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        }
        defer { if isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &before) } }

        var sources = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: line.raw, events: Int16(POLLIN), revents: 0),
        ]
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            try checked("poll") { poll(&sources, 2, -1) }
            if sources[1].revents != 0 {
                let count = read(line.raw, &buffer, buffer.count)
                guard count > 0 else { return }
                try writeAll(buffer[..<count], to: STDOUT_FILENO)
            }
            if sources[0].revents != 0 {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                guard count > 0 else {
                    // The line still answers what was typed last.
                    sources[0].fd = -1
                    try writeAll([4], to: line.raw)
                    try drain(line.raw)
                    return
                }
                // Ctrl-] ends the connection, as in telnet.
                if isTerminal, buffer[..<count].contains(0x1d) { return }
                // A terminal in raw mode sends a carriage return for Enter; lines from a pipe end in a
                // line feed.
                let typed = isTerminal ? Array(buffer[..<count]) : buffer[..<count].map { $0 == 10 ? 13 : $0 }
                try writeAll(typed[...], to: line.raw)
            }
        }
    }

    /// Copies what the line still sends, until nothing comes for half a second.
    private static func drain(_ line: Int32) throws {
        var source = pollfd(fd: line, events: Int16(POLLIN), revents: 0)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while try checked("poll", { poll(&source, 1, 500) }) > 0 {
            let count = read(line, &buffer, buffer.count)
            guard count > 0 else { return }
            try writeAll(buffer[..<count], to: STDOUT_FILENO)
        }
    }

    private static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws {
        var left = bytes
        while !left.isEmpty {
            let count = try left.withUnsafeBytes { raw in
                try checked("write") { write(descriptor, raw.baseAddress, raw.count) }
            }
            left = left.dropFirst(count)
        }
    }
}
