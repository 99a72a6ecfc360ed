import Base
import Foundation
import Glibc

/// An origin beside the box, on any free port at first and on the same one from then on; ends with this
/// value.
package final class LocalOrigin {
    /// The origin's address, `http://127.0.0.1:40123`.
    package private(set) var address = ""
    private let programs: String
    private let arguments: [String]
    private let output: String
    private var child: ChildProcess?

    package init(programs: String, folder: String, arguments: [String] = []) throws {
        self.programs = programs
        self.arguments = arguments
        output = "\(folder)/hearth-origin.log"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try start()
    }

    /// The origin's process; nil while it is stopped.
    package var process: Int32? { child?.identifier }

    /// Starts the origin and returns when it answers; does nothing when it runs already.
    package func start() throws {
        guard child == nil else { return }
        let port = address.split(separator: ":").last.map(String.init) ?? "0"
        child = try ChildProcess(["\(programs)/hearth-origin", "--port", port] + arguments, output: output)
        // Channels that are not in the cache are encoded first.
        let found = waitUntil(timeout: .seconds(120)) {
            ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n")
                .first { $0.hasPrefix("http") && $0.hasSuffix("/lineup.m3u") }
        }
        guard let found else { throw SystemCallError(call: "hearth-origin (see \(output))", errno: ETIMEDOUT) }
        address = String(found.dropLast("/lineup.m3u".count))
    }

    /// Kills the origin without closing its clients' connections in order.
    package func stop() {
        if let child { kill(child.identifier, SIGKILL) }
        child?.stop()
        child = nil
    }
}
