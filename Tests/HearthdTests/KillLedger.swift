import ControlProtocol
import Glibc
import TestSupport
import Testing

/// What a daemon has answered, and must still know after it was killed.
struct KillLedger {
    /// The subjects that do not touch each other.
    enum Name: CaseIterable { case sound, favourites, channel, passcode, edits, films }

    struct Request {
        var route: Route
        var query = ""
        var body: String
    }

    /// What a subject comes to.
    enum Value: Hashable {
        case sound(volume: Int, isMuted: Bool)
        /// The numbers of the channels, in the viewer's order.
        case favourites([Int])
        /// The names of the channels, which are changed by hand.
        case edits([String])
        /// The films that a file of another box's state has, and no others.
        case films([String])
        case channel(Int)
        /// - Parameter wrong: wrong codes in a row since it was set
        case passcode(String, wrong: Int)
    }

    /// One subject: what was answered last, and what was asked for after that.
    struct Subject {
        private(set) var known: Value
        private(set) var asked: Value?

        init(_ known: Value) { self.known = known }

        /// With three none is taken for a while; only root sets a new one then.
        private static let mostWrong = getuid() == 0 ? 3 : 1

        /// What may be so after a kill.
        var possible: Set<Value> { Set([known, asked].compactMap(\.self)) }

        /// The next thing to ask for.
        mutating func next(using random: inout SplitMix) -> Request {
            switch known {
            case .sound(let volume, let isMuted): return nextSound(volume, isMuted, &random)
            case .favourites(let favourites):
                return nextFavourite(favourites, &random)
            case .edits(var names):
                let place = Int.random(in: names.indices, using: &random)
                let isReset = Int.random(in: 0..<3, using: &random) == 0
                names[place] = "Hearth \(place + 1)" + (isReset ? "" : " \(Int.random(in: 0..<1000, using: &random))")
                asked = .edits(names)
                let change = isReset ? #""reset":["name"]"# : #""name":"\#(names[place])""#
                return Request(route: .channelsEdit, body: #"{"channel":"\#(place + 1)",\#(change)}"#)
            case .films:
                let films = (0..<Int.random(in: 0...5, using: &random)).map { "film \($0)" }
                asked = .films(films)
                let points = films.map {
                    #"{"id":"\#($0)","name":"","position_ms":90000,"duration_ms":9000000,"updated":1}"#
                }
                return Request(
                    route: .stateImport, query: "?replace=1",
                    body: #"{"format":"hearth-state","version":1,"resume_points":[\#(points.joined(separator: ","))]}"#)
            case .channel(let number):
                let channel = Int.random(in: 1...4, using: &random)
                let others: [Request] = [
                    Request(route: .stop, body: ""), Request(route: .diagnostics, body: "{}"),
                    Request(route: .play, body: "{\"url\":\"http://127.0.0.1:1/guest.m3u8\"}"),
                    Request(route: .press, body: "{\"key\":\"KEY_INFO\"}"),
                ]
                // What is of this run alone takes nothing with it.
                if Int.random(in: 0..<4, using: &random) == 0 {
                    asked = .channel(number)
                    return others[Int.random(in: others.indices, using: &random)]
                }
                asked = .channel(channel)
                return Bool.random(using: &random)
                    ? Request(route: .tune, body: "{\"channel\":\"\(channel)\"}")
                    : Request(route: .command, body: "{\"command\":\"tune \(channel)\"}")
            case .passcode(let code, let wrong):
                if wrong < Self.mostWrong, Bool.random(using: &random) {
                    asked = .passcode(code, wrong: wrong + 1)
                    return Request(route: .passcodeCheck, body: "{\"passcode\":\"00000\"}")
                }
                let new = String(Int.random(in: 1000...9999, using: &random))
                asked = .passcode(new, wrong: 0)
                return Request(route: .passcode, body: "{\"passcode\":\"\(new)\",\"old\":\"\(code)\"}")
            }
        }

        private mutating func nextFavourite(_ favourites: [Int], _ random: inout SplitMix) -> Request {
            let channel = Int.random(in: 1...4, using: &random)
            let others = favourites.filter { $0 != channel }
            if Bool.random(using: &random) {
                asked = .favourites(favourites.contains(channel) ? others : others + [channel])
                return Request(route: .favourite, body: "{\"channel\":\"\(channel)\"}")
            }
            let place = Int.random(in: 0...others.count, using: &random)
            asked = .favourites(others[..<place] + [channel] + others[place...])
            return Request(route: .favourite, body: "{\"channel\":\"\(channel)\",\"place\":\(place + 1)}")
        }

        private mutating func nextSound(_ volume: Int, _ isMuted: Bool, _ random: inout SplitMix) -> Request {
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                asked = .sound(volume: volume, isMuted: !isMuted)
                return Request(route: .mute, body: "{\"muted\":\(!isMuted)}")
            case 1:
                asked = .sound(volume: min(100, volume + 4), isMuted: false)
                return Request(route: .press, body: "{\"key\":\"KEY_VOLUMEUP\"}")
            case 2:
                asked = .sound(volume: max(0, volume - 3), isMuted: false)
                return Request(route: .volume, body: "{\"change\":-3}")
            case 3:
                let level = Int.random(in: 0...100, using: &random)
                asked = .sound(volume: level, isMuted: false)
                return Request(route: .command, body: "{\"command\":\"volume \(level)\"}")
            default:
                let level = Int.random(in: 0...100, using: &random)
                asked = .sound(volume: level, isMuted: false)
                return Request(route: .volume, body: "{\"level\":\(level)}")
            }
        }

        /// It was answered.
        mutating func answered(_ status: Int) {
            guard let asked else { return }
            switch asked {
            // A wrong code is answered with a refusal, once it is counted.
            case .passcode(_, wrong: 1...): #expect(status == 403)
            default: #expect(status == 200, "\(asked)")
            }
            known = asked
            self.asked = nil
        }
    }

    var subjects: [Name: Subject] = [:]

    /// Compares with what a daemon says that has just started, and begins anew with that.
    mutating func settle(with box: TestBox, _ when: String) async throws {
        let status = try await box.reaches("has a channel") { $0.channel != nil }
        let list = try Wire.decode(ChannelList.self, from: try await box.control("channels", "--json").output)
        let films = try Wire.decode(ResumeList.self, from: try await box.control("resume", "list", "--json").output)
        var found: [Name: Value] = [
            .sound: .sound(volume: status.sound.volume, isMuted: status.sound.muted),
            .favourites: .favourites(
                list.channels.filter(\.favourite).sorted { ($0.favouritePlace ?? 0) < ($1.favouritePlace ?? 0) }
                    .map(\.number)),
            // An address that was played stands behind those of the list.
            .edits: .edits(list.channels.prefix(4).map(\.name)),
            .films: .films(films.points.map(\.id).sorted()),
            .channel: .channel(status.channel?.number ?? 0),
        ]
        let code: Value
        if let subject = subjects[.passcode] {
            code = try await passcode(of: box, among: subject.possible, when)
        } else {
            code = .passcode("4711", wrong: 0)
        }
        // Root needs no old one, and has the wrong ones forgiven.
        guard case .passcode(let digits, _) = code else { return }
        #expect(try await box.control("passcode", "set", input: digits + "\n" + digits + "\n").status == 0)
        found[.passcode] = .passcode(digits, wrong: 0)
        for (name, value) in found {
            if let subject = subjects[name], name != .passcode {
                #expect(subject.possible.contains(value), "\(when): \(value) of \(subject.possible)")
            }
            subjects[name] = Subject(value)
        }
    }

    /// Which of the possible ones it is: right codes open, unless too many wrong ones were counted.
    private func passcode(of box: TestBox, among possible: Set<Value>, _ when: String) async throws -> Value {
        let wrong = possible.map { if case .passcode(_, let wrong) = $0 { wrong } else { 0 } }
        var seen: [Value] = []
        for value in possible {
            guard case .passcode(let code, _) = value else { continue }
            let answer = try await box.control("passcode", "check", input: code + "\n")
            if answer.status == 0 { seen.append(value) }
            if answer.errors.contains("too many") { return try await locked(value, possible, wrong, when) }
        }
        #expect(seen.contains { possible.contains($0) }, "\(when): none of \(possible)")
        // All that were answered were counted: with three nothing is to be tried.
        #expect(wrong.min() ?? 0 < 3, "\(when): three wrong codes were forgotten")
        return seen.first ?? .passcode("4711", wrong: 0)
    }

    private func locked(
        _ value: Value, _ possible: Set<Value>, _ wrong: [Int], _ when: String
    ) async throws -> Value {
        // Trying the one that was not set after all counts as well.
        #expect((wrong.max() ?? 0) + possible.count > 2, "\(when): locked without a reason")
        return value
    }
}
