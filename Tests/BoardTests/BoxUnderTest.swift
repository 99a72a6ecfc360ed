import Base
import ControlProtocol
import Devices
import Foundation
import MediaCore
import OriginPattern
import Rig
import Testing

/// The shipped programs on the board, with a remote for a hand.
final class BoxUnderTest {
    struct Settings {
        /// An M3U's text; nil: the origin's own list.
        var lineup: String?
        var mode = "1280x720"
        var takesCEC = false
        var passcode: String?
    }

    let remote: UinputRemote
    let daemon: ChildProcess
    private let socket: String
    private static let folder = "/tmp/hearth-board-tests"

    init(_ settings: Settings = Settings(), _ name: String = #function) async throws {
        let address = try Origin.shared.get().address
        let folder = "\(Self.folder)/\(name.prefix { $0.isLetter || $0.isNumber })"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        socket = "\(folder)/control.sock"
        var lineup = "\(address)/lineup.m3u"
        if let text = settings.lineup {
            lineup = "\(folder)/lineup.m3u"
            try text.write(toFile: lineup, atomically: true, encoding: .utf8)
        }
        try """
        lineup = "\(lineup)"
        state_dir = "\(folder)/state"
        socket = "\(socket)"
        [display]
        mode = "\(settings.mode)"
        [audio]
        device = "plughw:Loopback,0,0"
        [parental]
        age = 12
        [input]
        cec = \(settings.takesCEC)
        """.write(toFile: "\(folder)/hearth.toml", atomically: true, encoding: .utf8)
        remote = try UinputRemote("Rig remote")
        let log = Board.share.map { "\($0)/\(name.prefix { $0 != "(" }).log" } ?? "\(folder)/hearthd.log"
        daemon = try ChildProcess(
            [Programs.path("hearthd"), "--config", "\(folder)/hearth.toml", "--log-level", "debug"], output: log)
        try await until("the daemon answers and has the remote") {
            (try? status())?.remotes.contains { $0.name == "Rig remote" } ?? false
        }
        if let passcode = settings.passcode {
            let said = try Board.run(
                "echo \(passcode) | \(Programs.path("hearthctl")) passcode set --socket \(socket)")
            #expect(said == "The passcode is set.\n")
        }
    }

    /// Ends the daemon as systemd would.
    func stop() {
        #expect(daemon.stop() == 0)
        remote.vanish()
    }

    // MARK: What it says

    func status() throws -> Status {
        try Wire.decode(Status.self, from: Array(try control("status --json").utf8))
    }

    func flips() throws -> [FlipRecord] {
        try Wire.decode(FlipList.self, from: Array(try control("flips --json").utf8)).flips
    }

    @discardableResult
    func control(_ arguments: String) throws -> String {
        try Board.run("\(Programs.path("hearthctl")) \(arguments) --socket \(socket)")
    }

    // MARK: What is seen

    /// Everything that is on the screen now; kept in the share under `name`.
    func shot(_ name: String? = nil, width: Int? = nil) throws -> Image {
        let file = name.flatMap { name in Board.share.map { "\($0)/\(name).png" } } ?? "/tmp/hearth-shot.png"
        let said = try control("shot \(file)" + (width.map { " --width \($0)" } ?? ""))
        let bytes = try? Data(contentsOf: URL(fileURLWithPath: file))
        return try #require(Image(hearthPNG: Array(bytes ?? Data())), "no picture: \(said)")
    }

    /// Waits until the picture itself names the channel.
    func untilSeen(_ channel: Int, timeout: Duration = .seconds(10)) async throws {
        try await until("channel \(channel) is seen", timeout: timeout) {
            try shot(width: 320).pattern.map { Int($0.channel) } == channel
        }
    }

    /// Waits in the board's time; fails with what it waited for.
    func until(
        _ what: String, timeout: Duration = .seconds(10), _ condition: () throws -> Bool
    ) async throws {
        let clock = MonotonicClock()
        let deadline = clock.now + timeout
        while try !condition() {
            guard clock.now < deadline else {
                let said = (try? control("status")) ?? "nothing"
                throw WaitedInVain(what: what, status: said)
            }
            try await pause(.milliseconds(100))
        }
    }

    struct WaitedInVain: Error {
        let what: String
        let status: String
    }
}

/// Lets the board run on.
func pause(_ duration: Duration) async throws {
    try await MonotonicClock().sleep(for: duration)
}

/// Where the built programs are.
enum Programs {
    static func path(_ name: String) -> String {
        "\(ProcessInfo.processInfo.environment["HEARTH_PROGRAMS"] ?? ".build/debug")/\(name)"
    }
}

/// The origin, started once for all tests; it ends with the board.
final class Origin: Sendable {
    static let shared = Result { try Origin() }
    let address: String

    private init() throws {
        let output = "/tmp/hearth-board-origin"
        try Board.run("\(Programs.path("hearth-origin")) --port 0 >\(output) 2>&1 </dev/null &")
        for _ in 0..<600 {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("http") && $0.hasSuffix("/lineup.m3u") }) {
                address = String(line.dropLast("/lineup.m3u".count))
                return
            }
            usleep(100_000)
        }
        throw SystemCallError(call: "hearth-origin", errno: ETIMEDOUT)
    }
}
