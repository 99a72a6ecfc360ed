import Foundation
import Glibc

/// A D-Bus of a test's own: nobody else is on it.
package final class PrivateBus: Sendable {
    /// Where it is, for `DBUS_SESSION_BUS_ADDRESS`.
    package let address: String
    private let folder: URL
    private let process: Process

    /// Starts one; blocks until it listens.
    /// - Parameter folder: where its socket lies: the same one again, for a bus that comes back
    package init(in folder: URL? = nil) throws {
        let folder = folder ?? FileManager.default.temporaryDirectory.appending(path: "hearth-bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        let socket = folder.appending(path: "bus").path
        unlink(socket)
        address = "unix:path=\(socket)"
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", "--address=\(address)",
        ]
        let told = Pipe()
        process.standardOutput = told
        process.standardError = FileHandle.nullDevice
        try process.run()
        // A line comes when it listens; the end of the file, when it can't.
        guard !told.fileHandleForReading.availableData.isEmpty else { throw CocoaError(.executableLoad) }
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Ends it: who was on it is told so by the kernel.
    package func stop() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Ends it and starts one at the same address.
    package func again() throws -> PrivateBus {
        stop()
        return try PrivateBus(in: folder)
    }

    /// Runs systemd's `busctl` on it, which waits for an answer without end: its own limit of 25 s is a call that a busy
    /// machine's test pool may not get to.
    package func busctl(_ arguments: String...) async throws -> ProgramRun { try await busctl(arguments) }

    /// The same, of a list.
    package func busctl(_ arguments: [String]) async throws -> ProgramRun {
        try await ProgramRun.finished("busctl", ["--address=\(address)", "--timeout=infinity"] + arguments)
    }

    /// Calls a method of an object on it with GLib's `gdbus`, which waits an hour for the answer.
    /// - Parameter arguments: in GVariant's text
    package func gdbus(_ method: String, of name: String, at path: String, _ arguments: [String]) async throws
        -> ProgramRun
    {
        try await ProgramRun.finished(
            "gdbus",
            [
                "call", "--address", address, "--timeout", "3600", "--dest", name, "--object-path", path, "--method",
                method,
            ] + arguments)
    }

    package static var isThere: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon") }
}
