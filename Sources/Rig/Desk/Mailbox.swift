import Base
import Foundation
import Glibc

/// Passes requests and answers as files in a folder that host and board both see: it needs no network
/// and no rights.
package struct Mailbox: Sendable {
    private let folder: String

    package init(folder: String) { self.folder = folder }

    private var readiness: String { "\(folder)/ready" }

    // MARK: The board's end

    /// Answers requests until asked to stop.
    package func serve(_ answer: (DeskRequest) -> DeskAnswer) throws {
        try Data().write(to: URL(fileURLWithPath: readiness))
        defer { try? FileManager.default.removeItem(atPath: readiness) }
        while true {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.filter({ $0.hasSuffix(".ask") }).sorted() {
                let path = "\(folder)/\(name)"
                guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
                try? FileManager.default.removeItem(atPath: path)
                guard let request = try? JSONDecoder().decode(DeskRequest.self, from: data) else { continue }
                let said = try JSONEncoder().encode(answer(request))
                try put(said, "\(path.dropLast(4)).answer")
                if case .stop = request { return }
            }
            pause(.milliseconds(20))
        }
    }

    // MARK: The host's end

    package var isServed: Bool { FileManager.default.fileExists(atPath: readiness) }

    /// Sends a request and blocks until it is answered.
    package func ask(_ request: DeskRequest, timeout: Duration = .seconds(60)) throws -> DeskAnswer {
        let name = "\(folder)/\(UUID().uuidString)"
        try put(JSONEncoder().encode(request), "\(name).ask")
        let answer = waitUntil(timeout: timeout, interval: .milliseconds(20)) {
            try? Data(contentsOf: URL(fileURLWithPath: "\(name).answer"))
        }
        try? FileManager.default.removeItem(atPath: "\(name).ask")
        guard let answer else { throw SystemCallError(call: "no answer from the board in \(folder)", errno: ETIMEDOUT) }
        try? FileManager.default.removeItem(atPath: "\(name).answer")
        return try JSONDecoder().decode(DeskAnswer.self, from: answer)
    }

    /// Writes a file under another name first, so that nobody reads half of it.
    private func put(_ data: Data, _ path: String) throws {
        try data.write(to: URL(fileURLWithPath: path + ".part"))
        try checked("rename \(path)") { rename(path + ".part", path) }
    }
}
