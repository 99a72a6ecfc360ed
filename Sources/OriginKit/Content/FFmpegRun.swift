import Base
import Foundation

/// One run of the ffmpeg program, fed with raw pictures or nothing.
struct FFmpegRun {
    struct Failure: Error, CustomStringConvertible {
        let arguments: [String]
        let status: Int32
        /// The last lines that ffmpeg wrote.
        let output: String

        var description: String {
            "ffmpeg ended with status \(status): \(output)\n  ffmpeg \(arguments.joined(separator: " "))"
        }
    }

    let arguments: [String]

    /// Blocks until ffmpeg has ended. `pictures` gives its standard input piece by piece until nil.
    func run(pictures: () -> [UInt8]? = { nil }) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments
        let input = Pipe()
        process.standardInput = input
        // A file, not a pipe: a full pipe that nobody reads would stop ffmpeg.
        let log = FileManager.default.temporaryDirectory.appendingPathComponent(
            "hearth-origin-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: log) }
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        do {
            while let picture = pictures() { try input.fileHandleForWriting.write(contentsOf: Data(picture)) }
        } catch {
            // ffmpeg has closed its end: its status says why.
        }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let output = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            throw Failure(
                arguments: arguments, status: process.terminationStatus, output: String(output.suffix(1000)))
        }
    }
}
