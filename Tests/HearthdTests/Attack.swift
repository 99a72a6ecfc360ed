import Base
import ControlProtocol
import Foundation
import Glibc
import OriginPattern
import TestSupport
import Testing

/// Guesses at the passcode of a real daemon: by the socket, the page and keys, while it is killed, its clock jumps and its
/// disk is full.
final class Attack {
    static let right = "2468"
    /// How often it is guessed: a few times, or as often as `scripts/attack` wants.
    static let guesses = setting("HEARTH_ATTACK").flatMap { Int($0) } ?? 60
    static let seed = setting("HEARTH_SEED").flatMap { UInt64($0) } ?? 15
    /// A small disk that may be filled; nil: it is never full.
    static let disk = setting("HEARTH_ATTACK_DISK")
    /// A library that moves the clock on the wall by as many seconds as `clock` says; nil: it never jumps.
    static let clockLibrary = setting("HEARTH_ATTACK_CLOCK")

    private static func setting(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private(set) var ledger = AttackLedger()
    private var random = SplitMix(seed: Attack.seed)
    private let channels: [TestChannel]
    private let directory: TestDirectory
    private let state: String
    private var box: TestBox
    private var doors: AttackDoors

    /// Starts a box whose second channel is locked, with the passcode that it has already.
    init(_ channels: [TestChannel], directory: TestDirectory, state: String) async throws {
        (self.channels, self.directory, self.state) = (channels, directory, state)
        box = try await Self.start(channels, directory, state)
        doors = AttackDoors(of: box)
    }

    static func start(_ channels: [TestChannel], _ directory: TestDirectory, _ state: String) async throws -> TestBox {
        var environment: [String: String] = [:]
        if let library = clockLibrary {
            environment = ["LD_PRELOAD": library, "HEARTH_CLOCK": directory.file("clock").path]
        }
        return try await TestBox(
            channels, configuration: "[page]\nport = 0\n[warming]\nneighbours = 1\n", directory: directory,
            state: state,
            environment: environment)
    }

    func run() async throws {
        try look(after: "the start")
        try await guessOnFullDisk()
        for number in 1...Self.guesses {
            switch Int.random(in: 0..<1000, using: &random) {
            // Each makes a wait begin anew: with more of them none would ever be over.
            case ..<6: try await kill()
            case ..<35: try jump()
            case ..<50: try toggleDisk()
            case ..<70: try await wander()
            default: break
            }
            try await guess()
            guard ledger.violations.isEmpty else { break }
            if number % 1000 == 0, number < Self.guesses { print(ledger.text) }
        }
        try emptyDisk()
        try lookAtRecords()
        try look(after: "the end")
        box.kill()
    }

    // MARK: Guesses

    private func code() -> String {
        while true {
            let digits = String(Int.random(in: 0...9999, using: &random))
            let code = String(repeating: "0", count: 4 - digits.count) + digits
            if code != Self.right { return code }
        }
    }

    private func guess() async throws {
        // While none is taken the right one is as good as any other.
        let isEarly = ledger.isThrottled && Int.random(in: 0..<4, using: &random) == 0
        let code = isEarly ? Self.right : code()
        if isEarly { ledger.early += 1 }
        let door: String
        switch Int.random(in: 0..<10, using: &random) {
        case ..<3:
            door = "the socket"
            judge(await ask(.passcodeCheck, "{\"passcode\":\"\(code)\"}"), code, door)
        // Root may do without the old one.
        case 3 where geteuid() != 0:
            door = "the socket, to change it"
            judge(await ask(.passcode, "{\"passcode\":\"1111\",\"old\":\"\(code)\"}"), code, door)
        case 4 where geteuid() != 0:
            door = "the socket, to clear it"
            judge(await ask(.passcodeClear, "{\"old\":\"\(code)\"}"), code, door)
        case 5:
            door = "the page, as an administrator"
            let status = await askPage(.passcodeCheck, "{\"passcode\":\"\(code)\"}")
            if status != 403 { ledger.fail("the page was answered \(status ?? 0) to passcode/check") }
        case ..<8:
            door = "keys"
            try await type(code) { [doors] in doors.ask(.press, $0) }
        default:
            door = "the page's keys"
            try await type(code) { [doors] in doors.askPage(.press, $0) }
        }
        ledger.guesses[door, default: 0] += 1
        try look(after: door)
    }

    /// Guesses before any wait, when a wrong code can't be counted: not even the right one is taken.
    private func guessOnFullDisk() async throws {
        guard Self.disk != nil else { return }
        try toggleDisk()
        for code in [Self.right] + (0..<9).map({ _ in code() }) {
            let status = await ask(.passcodeCheck, "{\"passcode\":\"\(code)\"}")
            if status != 500 { ledger.fail("on a full disk \(code) was answered \(status ?? 0)") }
            ledger.unchecked += 1
            ledger.guesses["the socket, on a full disk", default: 0] += 1
            try look(after: "a full disk")
        }
        try emptyDisk()
    }

    private func judge(_ status: Int?, _ code: String, _ door: String) {
        switch status {
        case 403, 409: break
        case 500: ledger.unchecked += 1
        default: ledger.fail("\(door) answered \(status.map(String.init) ?? "nothing") to \(code)")
        }
    }

    /// Types a code at the prompt of the locked channel.
    private func type(_ code: String, _ press: @escaping @Sendable (String) -> Int?) async throws {
        if try await status().state != .locked {
            _ = await ask(.tune, "{\"channel\":\"2\"}")
            let asks = try await holds { [doors] in try doors.status().state == .locked }
            if !asks { ledger.fail("the locked channel does not ask") }
        }
        for digit in code {
            let body = "{\"key\":\"KEY_\(digit)\"}"
            let status = try await blocking(on: "test-attacker") { press(body) }
            if status != 200 { ledger.fail("a key was answered \(status ?? 0)") }
        }
        // What is being checked is over when another would be taken, or none for a while.
        try await finished()
        let status = try await status()
        if status.state == .playing, status.channel?.number == 2 { ledger.fail("\(code) opened the channel") }
    }

    private func status() async throws -> Status {
        try await blocking(on: "test-attacker") { [doors] in try doors.status() }
    }

    private func ask(_ route: Route, _ body: String) async -> Int? {
        try? await blocking(on: "test-attacker") { [doors] in doors.ask(route, body) }
    }

    private func askPage(_ route: Route, _ body: String) async -> Int? {
        try? await blocking(on: "test-attacker") { [doors] in doors.askPage(route, body) }
    }

    /// Waits until a code that was surely taken is counted. Where it is not sure the next look sees it.
    private func finished() async throws {
        let filler = Self.disk.map { $0 + "/filler" }
        guard ledger.isFree, filler.map({ !FileManager.default.fileExists(atPath: $0) }) ?? true else { return }
        let (state, wrong) = (state, ledger.wrong)
        _ = try await holds { try Attack.wrongCodes(in: state) != wrong }
    }

    // MARK: What happens meanwhile

    private func kill() async throws {
        ledger.kills += 1
        try lookAtRecords()
        // In the middle of a guess.
        let code = code()
        let now = doors
        async let answer = try? blocking(on: "test-guesser") {
            now.ask(.passcodeCheck, "{\"passcode\":\"\(code)\"}")
        }
        let pause = Int.random(in: 0...4, using: &random)
        for _ in 0..<pause { _ = await ask(.meter, "") }
        box.kill()
        if await answer == 200 { ledger.fail("\(code) was right") }
        ledger.guesses["the socket, killed meanwhile", default: 0] += 1
        try look(after: "a kill")
        let killed = ContinuousClock.now
        box = try await Self.start(channels, directory, state)
        doors = AttackDoors(of: box)
        ledger.restarted(after: killed)
        try look(after: "a start")
    }

    private func jump() throws {
        guard Self.clockLibrary != nil else { return }
        ledger.jumps += 1
        let seconds = [-315_360_000, -86_400, -3600, 0, 3600, 86_400, 315_360_000].randomElement(using: &random) ?? 0
        try Data("\(seconds)\n".utf8).write(to: directory.file("clock"))
    }

    private func toggleDisk() throws {
        guard let disk = Self.disk else { return }
        let filler = disk + "/filler"
        if FileManager.default.fileExists(atPath: filler) { return try emptyDisk() }
        ledger.fullDisks += 1
        let file = OwnedDescriptor(taking: try checked("open \(filler)") { open(filler, O_WRONLY | O_CREAT, 0o600) })
        let page = [UInt8](repeating: 0, count: 4096)
        while write(file.raw, page, page.count) > 0 {}
    }

    private func emptyDisk() throws {
        if let disk = Self.disk, unlink(disk + "/filler") != 0, errno != ENOENT {
            throw SystemCallError(call: "unlink", errno: errno)
        }
    }

    /// What else somebody might try.
    private func wander() async throws {
        let tries: [(Route, String)] = [
            (.play, "{\"url\":\"\(channels[1].url)\"}"), (.play, "{\"url\":\"\(channels[1].url)?again\"}"),
            (.press, "{\"key\":\"KEY_POWER\"}"), (.stop, ""), (.press, "{\"key\":\"KEY_PLAYPAUSE\"}"),
            (.tune, "{\"channel\":\"1\"}"), (.press, "{\"key\":\"KEY_BACK\"}"),
        ]
        guard let (route, body) = tries.randomElement(using: &random) else { return }
        _ = await ask(route, body)
        // Nobody is asked in standby.
        if try await status().state == .idle { _ = await ask(.tune, "{\"channel\":\"1\"}") }
    }

    // MARK: What is looked at

    private func look(after what: String) throws {
        let began = ContinuousClock.now
        ledger.saw(try Self.wrongCodes(in: state), after: what, began: began)
    }

    private func lookAtRecords() throws {
        if box.frames.contains(where: { $0.pattern?.channel == 2 }) { ledger.fail("a picture of the locked channel") }
        if try RecordedSound(directory.file("sound.wav")).hasTone(600) { ledger.fail("sound of the locked channel") }
    }

    /// The counter as it is on the disk.
    static func wrongCodes(in state: String) throws -> Int {
        struct Content: Decodable { var wrongCodes: Int }
        return try JSONDecoder().decode(
            Content.self, from: Data(contentsOf: URL(filePath: state).appending(path: "passcode"))
        ).wrongCodes
    }
}
