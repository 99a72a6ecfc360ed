import Base
import Foundation
import Glibc
import TestSupport

/// The project's own programs, as built beside this test.
enum Program {
    static func url(_ name: String) throws -> URL {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name)
    }

    /// Runs a program to its end. It is waited for on a thread outside the cooperative pool.
    static func run(_ name: String, _ arguments: [String], input: String = "") async throws -> ProgramRun {
        try await ProgramRun.finished(try url(name).path, arguments, input: Data(input.utf8))
    }
}

/// A program that runs until the test ends it.
final class RunningProgram: Sendable {
    private let process = Process()

    /// - Parameter environment: what it has besides this process's own
    init(_ name: String, _ arguments: [String], output: URL, errors: URL, environment: [String: String] = [:]) throws {
        process.executableURL = try Program.url(name)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        for file in [output, errors] where !FileManager.default.fileExists(atPath: file.path) {
            _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        }
        process.standardOutput = try FileHandle(forWritingTo: output)
        let handle = try FileHandle(forWritingTo: errors)
        try handle.seekToEnd()
        process.standardError = handle
        try process.run()
    }

    deinit { kill() }

    var isRunning: Bool { process.isRunning }
    var processID: Int32 { process.processIdentifier }

    func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Asks the program to end.
    ///
    /// - Returns: its exit code, and how long it took
    func terminate() async throws -> (status: Int32, after: Duration) {
        let start = ContinuousClock.now
        return try await blocking(on: "test-program") { [self] in
            process.terminate()
            process.waitUntilExit()
            return (
                process.terminationReason == .exit ? process.terminationStatus : -1, ContinuousClock.now - start
            )
        }
    }
}
