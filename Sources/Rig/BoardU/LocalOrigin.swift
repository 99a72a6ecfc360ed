import Base
import Foundation
import Glibc

/// An origin beside the box, on any free port; ends with this value.
package final class LocalOrigin {
    /// `http://127.0.0.1:40123`
    package let address: String
    private let child: ChildProcess

    package init(programs: String, folder: String, arguments: [String] = []) throws {
        let output = "\(folder)/hearth-origin.log"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        child = try ChildProcess(["\(programs)/hearth-origin", "--port", "0"] + arguments, output: output)
        // Channels that are not in the cache are encoded first.
        let found = waitUntil(timeout: .seconds(120)) {
            ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n")
                .first { $0.hasPrefix("http") && $0.hasSuffix("/lineup.m3u") }
        }
        guard let found else { throw SystemCallError(call: "hearth-origin (see \(output))", errno: ETIMEDOUT) }
        address = String(found.dropLast("/lineup.m3u".count))
    }

    package var process: Int32 { child.identifier }

    package func stop() { child.stop() }
}
