import Base
import ControlProtocol
import Devices
import Foundation
import Glibc
import MediaCore

/// The programs under test, from the directory of this program.
struct Programs: Sendable {
    let directory: String
    /// The directory of sockets, recordings and logs; never removed, so that a bad run can be
    /// examined.
    let scratch: String
    /// The directory of framebuffers; removed when this program ends normally.
    let memory: String
    /// The words before the command of a program that is a client: how it comes to be at the other end of a line.
    var prefix: [String] = []

    init() throws {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        directory = own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let scratch = "/tmp/hearth-bench.\(getpid())"
        guard mkdir(scratch, 0o700) == 0 else { throw BenchError("mkdir \(scratch)") }
        self.scratch = scratch
        memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm/hearth-bench.\(getpid())" : scratch + "/memory"
        guard mkdir(memory, 0o700) == 0 else { throw BenchError("mkdir \(memory)") }
    }

    func removeMemory() {
        try? FileManager.default.removeItem(atPath: memory)
    }

    /// Whether there is a program of that name on the path.
    static func has(_ name: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            access("\($0)/\(name)", X_OK) == 0
        }
    }

    /// A running origin and its base address.
    func origin(_ options: [String] = []) throws -> (program: ChildProgram, base: String) {
        // Pictures that cost as much as television's, the same for every channel.
        let profile = options.contains("--profile") ? [] : ["--profile", "standard"]
        let program = try ChildProgram(
            ["\(directory)/hearth-origin", "--port", "0"] + profile + options, output: "\(scratch)/origin.log")
        // On its first run on a machine the origin encodes its channels, which takes minutes.
        for _ in 0..<6000 where program.isRunning {
            usleep(100_000)
            let line = program.output.split(separator: "\n").first { $0.hasPrefix("http://") }
            if let line { return (program, String(line.dropLast("/lineup.m3u".count))) }
        }
        throw BenchError("hearth-origin does not start: see \(scratch)/origin.log")
    }

    func daemon(_ name: String, lineup: String?, _ options: [String] = []) throws -> Daemon {
        try Daemon(self, name, lineup: lineup, options)
    }
}

/// A headless hearthd.
final class Daemon {
    let program: ChildProgram
    let socket: String
    let recordingPath: String

    fileprivate init(_ programs: Programs, _ name: String, lineup: String?, _ options: [String]) throws {
        let place = "\(programs.scratch)/\(name)"
        mkdir(place, 0o700)
        socket = "\(place)/socket"
        recordingPath = "\(place)/record.jsonl"
        program = try ChildProgram(
            programs.prefix + ["\(programs.directory)/hearthd", "--headless", "--state-dir", place, "--socket", socket]
                + (lineup.map { ["--lineup", $0] } ?? []) + options, output: "\(place)/log")
        for _ in 0..<100 {
            usleep(100_000)
            if (try? status()) != nil { return }
        }
        throw BenchError("hearthd does not start: see \(place)/log")
    }

    func status() throws -> Status {
        try Wire.decode(Status.self, from: try SocketClient.request(socket, .status))
    }

    func flips() throws -> [FlipInfo] {
        try Wire.decode(FlipList.self, from: try SocketClient.request(socket, .flips)).flips
    }

    /// Presses a key. Returns the time just before the key left this process.
    @discardableResult
    func press(_ key: String) throws -> HostTime {
        let body = try Wire.encode(PressRequest(key: key))
        let time = MonotonicClock().now
        _ = try SocketClient.request(socket, .press, body: body)
        return time
    }

    /// Tunes a channel by its number. Returns the time just before the order left this process.
    func tune(_ channel: String) throws -> HostTime {
        let body = try Wire.encode(TuneRequest(channel: channel))
        let time = MonotonicClock().now
        _ = try SocketClient.request(socket, .tune, body: body)
        return time
    }

    func command(_ text: String) throws {
        _ = try SocketClient.request(socket, .command, body: try Wire.encode(CommandRequest(command: text)))
    }

    @discardableResult
    func play(_ url: String) throws -> HostTime {
        let body = try Wire.encode(PlayRequest(url: url))
        let time = MonotonicClock().now
        _ = try SocketClient.request(socket, .play, body: body)
        return time
    }

    func waitUntilPlaying(seconds: Int = 15) throws {
        for _ in 0..<seconds * 20 {
            if try status().state == .playing { return }
            usleep(50_000)
        }
        throw BenchError("hearthd does not play: \(program.outputPath)")
    }
}
