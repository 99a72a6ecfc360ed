import Base
import Foundation

/// A program's whole run: how it ended, and what it wrote.
package struct ProgramRun: Sendable {
    /// Its exit code; −1 when a signal ended it.
    package let status: Int32
    /// What it wrote to its standard output.
    package let output: Data
    /// What it wrote to its standard error.
    package let errors: String

    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs a program to its end; blocks.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked for in PATH
    ///   - folder: its working folder; nil: this process's own
    ///   - input: what it reads from its standard input
    /// - Throws: what Foundation says when the program can't be started
    package init(_ program: String, _ arguments: [String], in folder: URL? = nil, input: Data = Data()) throws {
        let process = Process()
        process.executableURL = URL(filePath: program.contains("/") ? program : "/usr/bin/env")
        process.arguments = program.contains("/") ? arguments : [program] + arguments
        process.currentDirectoryURL = folder
        let (written, given) = (Pipe(), Pipe())
        // A file, so that neither of its outputs has to wait for the other's reader.
        let told = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: told.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: told) }
        process.standardOutput = written
        process.standardError = try FileHandle(forWritingTo: told)
        process.standardInput = input.isEmpty ? FileHandle.nullDevice : given
        try process.run()
        if !input.isEmpty {
            try given.fileHandleForWriting.write(contentsOf: input)
            try given.fileHandleForWriting.close()
        }
        output = written.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        status = process.terminationReason == .exit ? process.terminationStatus : -1
        errors = String(decoding: try Data(contentsOf: told), as: UTF8.self)
    }

    /// Runs a program to its end, on a thread of its own: the cooperative pool may be what serves it.
    package static func finished(_ program: String, _ arguments: [String], input: Data = Data()) async throws
        -> ProgramRun
    {
        try await blocking(on: "test-program") { try ProgramRun(program, arguments, input: input) }
    }
}
