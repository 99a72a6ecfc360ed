import Base
import Foundation
import Glibc

/// A program that runs until the test ends it, and whose lines are waited for.
package final class Lines: Sendable {
    private let process = Process()
    private let lines: AsyncStream<String>
    private let seen = Locked<[String]>([])

    package init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        try process.run()
        let handle = output.fileHandleForReading
        _ = try NamedThread("test-lines") {
            var rest = Data()
            while case let data = handle.availableData, !data.isEmpty {
                rest.append(data)
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
            continuation.finish()
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// The next line for which the condition holds; nil: the program has ended. One waiter at a time.
    package func line(where condition: (String) -> Bool) async -> String? {
        for await line in lines {
            seen.withLock { $0.append(line) }
            if condition(line) { return line }
        }
        return nil
    }

    /// All lines that were waited for.
    package var text: String { seen.withLock { $0.joined(separator: "\n") } }
}
