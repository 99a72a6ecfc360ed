import Base
import Foundation
import Glibc

/// The virtual board (`scripts/board/run`, or Q's `device-contracts`), where the tests of real devices run.
package enum Board {
    package static let isHere = ProcessInfo.processInfo.environment["HEARTH_BOARD"] == "1"
    /// Whether its clock is simulated: then nothing there is ever late.
    package static let isSimulated = ProcessInfo.processInfo.environment["HEARTH_BOARD_TIME"] == "simulated"
    /// Whether its processor is emulated (board Q): what things do there can be judged, not how soon.
    package static let isEmulated = ProcessInfo.processInfo.environment["HEARTH_BOARD_TIME"] == "emulated"
    /// The path of a host folder for pictures and logs.
    package static let share = ProcessInfo.processInfo.environment["HEARTH_SHARE"]
    package static let hasCEC = isHere && FileManager.default.fileExists(atPath: "/dev/cec-tv")

    /// Runs a shell command to its end and returns its output. It uses `popen`: in simulated time
    /// Foundation's `Process` misses the end of a child that is over before it looks.
    @discardableResult
    package static func run(_ command: String) throws -> String {
        guard let stream = popen(command + " 2>&1", "r") else {
            throw SystemCallError(call: "popen \(command)", errno: errno)
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
            output += buffer[..<count]
        }
        pclose(stream)
        return String(decoding: output, as: UTF8.self)
    }
}
