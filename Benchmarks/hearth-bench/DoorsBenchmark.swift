import ControlProtocol
import Devices
import FlipMeasures
import Foundation
import Glibc
import MediaCore

/// Measures what doors cost while nobody uses them, processor and memory of an idle daemon without and with each, in turns;
/// and how much later a key is answered at the phones' door than at the socket.
struct DoorsBenchmark {
    let programs: Programs
    let seconds: Int

    private enum Door: String, CaseIterable {
        case none
        case mpris = "MPRIS"
        case phones
        case encrypted = "phones, encrypted"
        case casts

        var configuration: String {
            switch self {
            case .none: "[mpris]\nbus = \"off\"\n"
            case .mpris: "[mpris]\nbus = \"session\"\n"
            case .phones: "[phones]\nport = 0\nlisten = \"127.0.0.1\"\n"
            case .encrypted: "[phones]\nport = 0\nlisten = \"127.0.0.1\"\nhttps = true\n"
            case .casts: "[casts]\nreceive = \"prompt\"\nlisten = \"127.0.0.1\"\n"
            }
        }
    }

    private static let rounds = 3
    private static let settling = 5
    private static let keys = 500
    /// What a door may add.
    private static let most = (megabytes: 3.0, cores: 0.001)
    /// How much later than at the socket a key may be answered, in seconds: a vblank.
    private static let latest = 0.0167

    static func estimate(seconds: Int) -> Int { rounds * Door.allCases.count * (seconds + settling + 2) + 30 }

    func run(_ report: inout Report) throws {
        guard Programs.has("dbus-daemon") else {
            report.add("doors", "dbus-daemon is not installed", [])
            return
        }
        let bus = try ChildProgram(
            ["dbus-daemon", "--session", "--nofork", "--print-address", "--address=unix:path=\(programs.scratch)/bus"],
            output: "\(programs.scratch)/bus.log")
        defer { bus.stop() }
        for _ in 0..<50 where bus.output.isEmpty { usleep(100_000) }
        var costs: [Door: [(megabytes: Double, cores: Double)]] = [:]
        for round in 0..<Self.rounds {
            for door in Door.allCases { costs[door, default: []].append(try measure(door, round)) }
        }
        func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        let figures = costs.mapValues { (middle($0.map(\.megabytes)), middle($0.map(\.cores))) }
        let none = figures[.none] ?? (0, 0)
        for door in Door.allCases {
            let (megabytes, cores) = figures[door] ?? (0, 0)
            let (more, busier) = (megabytes - none.0, cores - none.1)
            report.add(
                "doors", "\(door.rawValue), idle",
                [("rss_mb", megabytes), ("cores", cores), ("added_mb", more), ("added_cores", busier)])
            if more > Self.most.megabytes {
                report.miss("doors: \(door.rawValue) adds \(more) MB, at most \(Self.most.megabytes)")
            }
            if busier > Self.most.cores {
                report.miss("doors: \(door.rawValue) adds \(busier) of a core while nobody uses it")
            }
        }
        try keys(&report)
    }

    private func daemon(_ door: Door, _ name: String) throws -> Daemon {
        let configuration = "\(programs.scratch)/\(name).toml"
        try door.configuration.write(toFile: configuration, atomically: false, encoding: .utf8)
        var programs = programs
        programs.prefix += ["env", "DBUS_SESSION_BUS_ADDRESS=unix:path=\(programs.scratch)/bus"]
        return try programs.daemon(name, lineup: nil, ["--config", configuration])
    }

    private func measure(_ door: Door, _ round: Int) throws -> (megabytes: Double, cores: Double) {
        let daemon = try daemon(door, "doors-\(Door.allCases.firstIndex(of: door) ?? 0)-\(round)")
        defer { daemon.program.stop() }
        sleep(UInt32(Self.settling))
        let before = (daemon.program.cpuSeconds, Date())
        sleep(UInt32(seconds))
        let cores = (daemon.program.cpuSeconds - before.0) / Date().timeIntervalSince(before.1)
        return (daemon.program.residentMegabytes, cores)
    }

    // MARK: Keys

    /// Presses keys without a meaning at both doors in turns, by one connection each, as a phone's page does.
    private func keys(_ report: inout Report) throws {
        let daemon = try daemon(.phones, "doors-keys")
        defer { daemon.program.stop() }
        let offer = try Wire.decode(
            PhoneOffer.self, from: Data(try SocketClient.request(daemon.socket, .phonesOffer, body: Array("{}".utf8))))
        guard let port = offer.address.split(separator: ":").last.flatMap({ Int($0.dropLast()) }) else {
            throw BenchError("no port in \(offer.address)")
        }
        let phone = try SocketClient(port: port)
        let host = "127.0.0.1:\(port)"
        let paired = try phone.exchange(Self.request(.phonePair, "{\"code\":\"\(offer.code)\"}", host: host))
        let token = try Wire.decode(PhoneToken.self, from: Data(paired)).token
        let socket = try SocketClient(path: daemon.socket)
        let clock = MonotonicClock()
        var times: [String: [Double]] = [:]
        for _ in 0..<Self.keys {
            for (name, client, token) in [("socket", socket, nil), ("phone", phone, token)] {
                let request = Self.request(.press, "{\"key\":\"KEY_BLUE\"}", host: host, token: token)
                let start = clock.now
                _ = try client.exchange(request)
                times[name, default: []].append((clock.now - start).inSeconds)
                // Slower than the door's budget: a hand is.
                usleep(25_000)
            }
        }
        var worst: [String: Double] = [:]
        for (name, values) in times.sorted(by: { $0.key < $1.key }) {
            let sorted = values.sorted()
            worst[name] = sorted[sorted.count * 95 / 100]
            report.add(
                "doors", "a key, answered at the \(name)",
                [
                    ("p50_ms", sorted[sorted.count / 2] * 1000), ("p95_ms", (worst[name] ?? 0) * 1000),
                    ("slowest_ms", (sorted.last ?? 0) * 1000),
                ])
        }
        let later = (worst["phone"] ?? 0) - (worst["socket"] ?? 0)
        if later > Self.latest { report.miss("doors: a phone's key is answered \(later * 1000) ms later (p95)") }
    }

    private static func request(_ route: Route, _ body: String, host: String, token: String? = nil) -> String {
        "\(route.method.rawValue) \(route.path) HTTP/1.1\r\nHost: \(host)\r\n"
            + (token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
}
