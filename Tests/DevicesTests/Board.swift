import Foundation

/// The virtual board (`scripts/board/run`), where the tests of real devices run.
enum Board {
    static let isHere = ProcessInfo.processInfo.environment["HEARTH_BOARD"] == "1"
    static let hasCEC = isHere && FileManager.default.fileExists(atPath: "/dev/cec-tv")

    /// Runs a program to its end and returns what it printed.
    @discardableResult
    static func run(_ path: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
