import Base
import Devices
import Foundation
import MediaCore

/// Runs commands in board Q as root, one after the other, through a virtio port: it works without a
/// network. Its other end is `scripts/board/q/shell`. For one thread at a time.
package final class GuestShell {
    private let socket: LineSocket
    private let clock = MonotonicClock()
    private var lastIdentifier = 0
    package private(set) var isReady = false

    /// Connects. The socket is there before the guest is: see `waitUntilReady`.
    package init(path: String) throws(SystemCallError) {
        socket = try LineSocket(connectingTo: path)
    }

    /// Returns whether the guest has booted so far that it takes commands; waits for `timeout` at most.
    package func waitUntilReady(timeout: Duration) throws -> Bool {
        let deadline = clock.now + timeout
        while !isReady, let line = try socket.read(until: deadline) { isReady = line == "ready" }
        return isReady
    }

    /// Runs a command; returns its output and errors, and its exit code: 124 when it was stopped after
    /// `timeout`.
    package func run(_ command: String, timeout: Duration = .seconds(60)) throws -> (output: String, code: Int32) {
        guard isReady else { throw GuestShellError.notReady }
        lastIdentifier += 1
        let seconds = max(1, timeout.components.seconds)
        try socket.write("\(lastIdentifier) \(seconds) \(Data(command.utf8).base64EncodedString())")
        // The guest's own clock ends the command; ours only detects a guest that has died.
        let deadline = clock.now + timeout + .seconds(30)
        while let line = try socket.read(until: deadline) {
            guard let answer = GuestAnswer(line: line), answer.identifier == lastIdentifier else { continue }
            return (answer.output, answer.code)
        }
        throw GuestShellError.noAnswer(command)
    }
}

/// A line of the guest's answers: `ID EXIT-CODE OUTPUT`, the output in base64.
struct GuestAnswer: Hashable {
    var identifier: Int
    var code: Int32
    var output: String

    init?(line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let identifier = Int(words[0]), let code = Int32(words[1]),
            let output = Data(base64Encoded: String(words[2]))
        else { return nil }
        self.identifier = identifier
        self.code = code
        self.output = String(decoding: output, as: UTF8.self)
    }
}

package enum GuestShellError: Error, Equatable, CustomStringConvertible {
    case notReady
    case noAnswer(String)
    case failed(command: String, code: Int32, output: String)

    package var description: String {
        switch self {
        case .notReady: "the board takes no commands yet: is it switched on?"
        case .noAnswer(let command): "the board did not answer to: \(command). See serial.log"
        case .failed(let command, let code, let output): "on the board, exit code \(code) of: \(command)\n\(output)"
        }
    }
}
