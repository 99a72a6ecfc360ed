import Base
import Foundation
import Glibc

/// The project's own programs, as built beside this test.
enum Program {
    struct Answer: Sendable {
        var status: Int32
        var output: Data
        var errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    static func url(_ name: String) throws -> URL {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name)
    }

    /// Runs a program to its end. It is waited for on a thread outside the cooperative pool.
    static func run(_ name: String, _ arguments: [String], input: String = "") async throws -> Answer {
        let program = try url(name)
        return try await blocking(on: "test-program") { try runNow(program, arguments, input) }
    }

    private static func runNow(_ program: URL, _ arguments: [String], _ input: String) throws -> Answer {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let (output, errors, given) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = given
        try process.run()
        try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try given.fileHandleForWriting.close()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Answer(
            status: process.terminationStatus, output: answer, errors: String(decoding: complaints, as: UTF8.self))
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
