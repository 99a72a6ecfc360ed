import Foundation
import Glibc

/// The machine that a figure was measured on.
package struct MachineFacts: Codable, Sendable, Hashable {
    /// The board: `u`, `q`, or a bench file's name.
    package var board: String
    package var isSimulated: Bool
    /// The kernel of the rig's host, `Linux 6.12.117 x86_64`; the board's is among the versions.
    package var kernel: String
    package var processor: String
    package var processors: Int
    package var memoryMebibytes: Int
    package var date: Date
    /// The versions of the box's parts, by the parts' names.
    package var versions: [String: String]

    package init(
        board: String, isSimulated: Bool, kernel: String, processor: String, processors: Int, memoryMebibytes: Int,
        date: Date, versions: [String: String] = [:]
    ) {
        self.board = board
        self.isSimulated = isSimulated
        self.kernel = kernel
        self.processor = processor
        self.processors = processors
        self.memoryMebibytes = memoryMebibytes
        self.date = date
        self.versions = versions
    }

    /// The facts of the machine this runs on.
    package static func here(board: String, isSimulated: Bool, versions: [String: String] = [:]) -> MachineFacts {
        var names = utsname()
        uname(&names)
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) }
        let process = ProcessInfo.processInfo
        return MachineFacts(
            board: board, isSimulated: isSimulated,
            kernel: "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))",
            processor: model ?? text(names.machine), processors: process.activeProcessorCount,
            memoryMebibytes: Int(process.physicalMemory >> 20), date: Date(), versions: versions)
    }
}
