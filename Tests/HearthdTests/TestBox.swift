import Base
import ControlProtocol
import Foundation
import TestSupport
import Testing

/// One `hearthd --headless` with its own state, socket and recordings, driven by `hearthctl`.
final class TestBox: Sendable {
    let directory: TestDirectory
    private let program: RunningProgram
    private let recording: FrameRecording

    /// - Parameters:
    ///   - channels: lines of a channel list, or nil to use `lineup`
    ///   - directory: the directory of an earlier box, to go on from its state
    ///   - environment: what the daemon's has besides this process's own
    init(
        _ channels: [TestChannel]? = nil, lineup: String? = nil, configuration: String = "",
        directory: TestDirectory? = nil, state: String? = nil, environment: [String: String] = [:]
    ) async throws {
        let directory = try directory ?? TestDirectory()
        self.directory = directory
        recording = FrameRecording(directory.file("frames"))
        let list = directory.file("channels.m3u")
        if let channels { try Data(TestChannel.list(channels).utf8).write(to: list) }
        let file = directory.file("hearth.toml")
        let settings = "[display]\nheadless_size = \"640x360\"\n[flip]\ntimeout_ms = 4000\n" + configuration
        try Data(settings.utf8).write(to: file)
        program = try RunningProgram(
            "hearthd",
            [
                "--headless", "--config", file.path, "--state-dir", state ?? directory.file("state").path,
                "--socket", directory.file("socket").path, "--lineup", lineup ?? list.path,
                "--record", directory.file("frames").path, "--record-sound", directory.file("sound.wav").path,
            ], output: directory.file("output"), errors: directory.file("log"), environment: environment)
        try #require(
            await holds { try await self.control("status", "--json").status == 0 },
            "hearthd did not answer: \(log)")
    }

    @discardableResult
    func control(_ arguments: String..., input: String = "") async throws -> ProgramRun {
        try await Program.run("hearthctl", arguments + ["--socket", directory.file("socket").path], input: input)
    }

    func status() async throws -> Status {
        let answer = try await control("status", "--json")
        try #require(
            answer.status == 0,
            "hearthctl status: \(answer.status) \(answer.errors); hearthd runs: \(program.isRunning); log: \(log.suffix(4000))"
        )
        return try Wire.decode(Status.self, from: answer.output)
    }

    /// Waits for a status that meets the condition.
    @discardableResult
    func reaches(
        _ what: String, within limit: Duration = .seconds(45), _ condition: (Status) -> Bool,
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> Status {
        var last: Status?
        let found = try await eventually(within: limit) { () -> Status? in
            let status = try await self.status()
            last = status
            return condition(status) ? status : nil
        }
        return try #require(
            found, "never \(what); last \(String(describing: last)); log: \(log)", sourceLocation: location)
    }

    /// Waits until the channel plays.
    @discardableResult
    func plays(_ number: Int, _ location: SourceLocation = #_sourceLocation) async throws -> Status {
        try await reaches(
            "plays channel \(number)", { $0.state == .playing && $0.channel?.number == number }, location)
    }

    /// Has a key pressed and let go of by another program, and sees that it leads to a channel, which then plays. On a busy
    /// machine the key is held for so long that it leads on from there, as it should.
    func goes(
        to number: Int, _ location: SourceLocation = #_sourceLocation, by press: () async throws -> Void
    ) async throws {
        func count() -> Int {
            log.split(separator: "tuning channel=\(number) ", omittingEmptySubsequences: false).count
        }
        let before = count()
        try await press()
        #expect(await holds { count() > before }, "no way to channel \(number): \(log)", sourceLocation: location)
        try await control("tune", "\(number)")
        try await plays(number, location)
    }

    func press(_ keys: String...) async throws {
        let socket = ["--socket", directory.file("socket").path]
        let answer = try await Program.run("hearthctl", ["press"] + keys.map { "KEY_\($0)" } + socket)
        #expect(answer.status == 0, "\(answer.errors)")
    }

    func flips() async throws -> [FlipInfo] {
        try Wire.decode(FlipList.self, from: try await control("flips", "--json").output).flips
    }

    var log: String { (try? String(contentsOf: directory.file("log"), encoding: .utf8)) ?? "" }
    var frames: [RecordedFrame] { recording.frames }
    var isRunning: Bool { program.isRunning }
    var processID: Int32 { program.processID }

    func terminate() async throws -> (status: Int32, after: Duration) { try await program.terminate() }
    func kill() { program.kill() }

    /// Kills it the moment it answers a request to change something; returns the answer's first line.
    func killed(asItAnswers route: Route, _ body: String) async throws -> String? {
        let (path, program) = (directory.file("socket").path, program)
        return try await blocking(on: "test-request") {
            let connection = try LocalConnection(to: path)
            try connection.send(
                "POST \(route.path) HTTP/1.1\r\nHost: hearth\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            defer { program.kill() }
            return try connection.line()
        }
    }
}

/// An entry of a channel list, numbered from 1 by its place.
struct TestChannel {
    var name: String
    var url: String
    var attributes = ""

    static func list(_ channels: [TestChannel]) -> String {
        var lines = ["#EXTM3U"]
        for (index, channel) in channels.enumerated() {
            lines.append(
                "#EXTINF:-1 tvg-id=\"c\(index + 1)\" tvg-chno=\"\(index + 1)\" \(channel.attributes),\(channel.name)")
            lines.append(channel.url)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
