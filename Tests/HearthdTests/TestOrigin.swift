import Foundation
import Testing

/// A `hearth-origin` with three small channels: 1 beeps at 500 Hz, 2 at 600, 3 at 700.
final class TestOrigin: Sendable {
    let port: Int
    private let program: RunningProgram
    private let directory: TestDirectory

    /// - Parameter port: the port to serve on; 0 for any
    init(port: Int = 0) async throws {
        directory = try TestDirectory()
        let output = directory.file("output")
        program = try RunningProgram(
            "hearth-origin", ["--profile", "test", "--channels", "3", "--port", "\(port)"],
            output: output, errors: directory.file("errors"))
        let program = program
        let address = try #require(
            await eventually(within: .seconds(90)) { () -> Int? in
                guard program.isRunning, let text = try? String(contentsOf: output, encoding: .utf8) else { return nil }
                return URL(string: text.trimmingCharacters(in: .whitespacesAndNewlines))?.port
            }, "the origin did not start")
        self.port = address
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
    func kill() { program.kill() }

    /// A port on which nothing listens.
    static func unusedPort() throws -> Int {
        let listener = try SilentListener()
        return listener.port
    }
}

/// A directory that is removed with its owner.
final class TestDirectory: Sendable {
    let url: URL

    init() throws {
        // A short path: a UNIX socket's path has 107 bytes at most.
        url = URL(fileURLWithPath: "/tmp").appendingPathComponent("hearth-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

/// Repeats a question until it has an answer. The limit ends a test that has failed; it is far
/// longer than a busy machine needs.
func eventually<Value: Sendable>(
    within limit: Duration = .seconds(45), _ question: () async throws -> Value?
) async rethrows -> Value? {
    let end = ContinuousClock.now + limit
    repeat {
        if let answer = try await question() { return answer }
        try? await Task.sleep(for: .milliseconds(20))
    } while ContinuousClock.now < end
    return nil
}

/// Repeats a question until the answer is true.
func holds(_ question: () async throws -> Bool) async rethrows -> Bool {
    try await eventually { try await question() ? true : nil } ?? false
}
