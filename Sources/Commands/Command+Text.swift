import Devices
import MediaCore

/// Reads and writes commands as people write them, in the configuration, on the command line and to the control API:
/// a word and, after a blank, its parameter: `channel_up`, `tune 12`, `tune BBC One`, `subtitles off`.
extension Command {
    /// Why a text is not a command.
    package enum SyntaxError: Error, Hashable, Sendable {
        case unknown(word: String)
        /// Nothing, or too little, follows the word.
        case missing(word: String, expected: String)
        case wrong(word: String, expected: String, found: String)

        /// The reason in words. It names no similar word: callers that know one add it.
        package var reason: String {
            switch self {
            case .unknown(let word): "there is no command \"\(word)\""
            case .missing(let word, let expected): "\(word) needs \(expected): \"\(word) …\""
            case .wrong(let word, let expected, let found): "\(word) takes \(expected), not \"\(found)\""
            }
        }
    }

    private static let byWord = Dictionary(uniqueKeysWithValues: plain.map { ($0.word, $0.command) })
    private static let words = Dictionary(uniqueKeysWithValues: plain.map { ($0.command, $0.word) })

    package init(text: String) throws(SyntaxError) {
        let parts = text.split(separator: " ", maxSplits: 1)
        let word = parts.first.map(String.init) ?? ""
        let rest = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        if let command = Self.byWord[word] {
            guard rest.isEmpty else { throw .wrong(word: word, expected: "nothing more", found: rest) }
            self = command
            return
        }
        guard let expected = Self.withParameter.first(where: { $0.word == word })?.expected else {
            throw .unknown(word: word)
        }
        guard !rest.isEmpty else { throw .missing(word: word, expected: expected) }
        guard let command = Self.command(word, rest) else { throw .wrong(word: word, expected: expected, found: rest) }
        self = command
    }

    private static func command(_ word: String, _ rest: String) -> Command? {
        let number = Int(rest)
        switch word {
        case "tune": return .tune(channel(rest))
        case "preview": return .preview(preview(rest))
        case "overlay": return .showOverlay(rest)
        case "digit": return number.flatMap { (0...9).contains($0) ? .digit($0) : nil }
        case "type": return isTypable(rest) ? .type(rest) : nil
        case "play": return isAddress(rest) ? .play(url: rest) : nil
        case "volume": return number.flatMap { (0...100).contains($0) ? .setVolume($0) : nil }
        case "skip": return seconds(rest).flatMap { $0 == .zero ? nil : .skip($0) }
        case "seek": return place(rest).map(Command.seek)
        case "scrub": return number.flatMap { $0 != 0 && (-1000...1000).contains($0) ? .scrub($0) : nil }
        case "speed": return speed(rest).map(Command.speed)
        case "audio": return rest == "off" ? nil : .audio(track(rest))
        case "subtitles": return .subtitles(track(rest))
        case "picture":
            return rest == "next" ? .picture(.next) : PictureMode(rawValue: rest).map { .picture(.mode($0)) }
        case "overscan": return number.flatMap { Overscan.percents.contains($0) ? .overscan($0) : nil }
        case "sound_delay":
            let delay = number.flatMap { abs($0) < 100_000 ? Duration.milliseconds($0) : nil }
            return delay.flatMap { soundDelays.contains($0) ? .soundDelay($0) : nil }
        case "night": return rest == "on" ? .night(true) : rest == "off" ? .night(false) : nil
        case "pip_channel": return .pip(.open(channel(rest)))
        default: return nil
        }
    }

    private static func channel(_ text: String) -> Channel {
        Int(text).flatMap { $0 >= 0 ? .number($0) : nil } ?? .name(text)
    }

    private static func preview(_ text: String) -> Preview {
        switch text {
        case "next": .next
        case "previous": .previous
        case "last": .last
        default: .channel(channel(text))
        }
    }

    /// Whether this can be typed: letters and signs, not what steers a terminal.
    package static func isTypable(_ text: String) -> Bool {
        !text.isEmpty && text.count <= longestText && text.utf8.count <= 4 * longestText
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The most bytes of an address that is played.
    private static let longestAddress = 8192

    /// Whether this can be played: http or https, with a host.
    package static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= longestAddress, !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }),
            let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) })
        else { return false }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return !host.isEmpty && !host.hasPrefix(":")
    }

    private static func place(_ text: String) -> Place? {
        if text == "live" { return .live }
        guard let time = seconds(text) else { return nil }
        // "-0" means the end.
        return text.hasPrefix("-") ? .beforeEnd(.zero - time) : .at(time)
    }

    private static let longest = 1_000_000.0

    /// Parses a time: `90`, `12.5`, `1:30`, `1:02:03`, each with a sign; up to eleven days.
    private static func seconds(_ text: String) -> Duration? {
        let isNegative = text.hasPrefix("-")
        let digits = text.drop { $0 == "-" || $0 == "+" }
        guard text.count - digits.count <= 1,
            digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == ":") })
        else { return nil }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var total = 0.0
        for (index, part) in parts.enumerated() {
            guard let part, part >= 0, index == 0 || part < 60 else { return nil }
            total = total * 60 + part
        }
        guard total <= longest else { return nil }
        return .milliseconds(Int64((isNegative ? -total : total) * 1000))
    }

    private static func speed(_ text: String) -> Speed? {
        if text == "next" { return .next }
        guard let speed = Double(text), (0.5...2).contains(speed) else { return nil }
        return .percent(Int((speed * 100).rounded()))
    }

    private static func text(_ speed: Speed) -> String {
        guard case .percent(let percent) = speed else { return "next" }
        let hundredths = percent % 100
        let fraction =
            hundredths % 10 == 0 ? "\(hundredths / 10)" : hundredths < 10 ? "0\(hundredths)" : "\(hundredths)"
        return hundredths == 0 ? "\(percent / 100)" : "\(percent / 100).\(fraction)"
    }

    private static func text(_ duration: Duration) -> String {
        let milliseconds = duration.nanoseconds / 1_000_000
        let rest = milliseconds.magnitude % 1000
        let fraction = rest == 0 ? "" : "." + String(1000 + rest).dropFirst().reversed().drop { $0 == "0" }.reversed()
        return (milliseconds < 0 ? "-" : "") + String(milliseconds.magnitude / 1000) + fraction
    }

    private static func track(_ text: String) -> Track {
        switch text {
        case "next": .next
        case "off": .off
        default: Int(text).flatMap { $0 >= 1 ? .number($0) : nil } ?? .name(text)
        }
    }

    /// The command as `init(text:)` reads it; a channel's id, which people don't write, is written as its name.
    package var text: String {
        if let word = Self.words[self] { return word }
        switch self {
        case .tune(let channel): return "tune \(channel.text)"
        case .preview(let preview): return "preview \(preview.text)"
        case .digit(let digit): return "digit \(digit)"
        case .showOverlay(let name): return "overlay \(name)"
        case .type(let text): return "type \(text)"
        case .play(let url): return "play \(url)"
        case .setVolume(let level): return "volume \(level)"
        case .skip(let time): return "skip \(Self.text(time))"
        case .seek(.live): return "seek live"
        case .seek(.at(let time)): return "seek \(Self.text(time))"
        case .seek(.beforeEnd(let time)): return "seek -\(Self.text(time))"
        case .scrub(let notches): return "scrub \(notches)"
        case .speed(let speed): return "speed \(Self.text(speed))"
        case .audio(let track): return "audio \(track.text)"
        case .subtitles(let track): return "subtitles \(track.text)"
        case .picture(.next): return "picture next"
        case .picture(.mode(let mode)): return "picture \(mode.rawValue)"
        case .overscan(let percent): return "overscan \(percent)"
        case .soundDelay(let delay): return "sound_delay \(delay.nanoseconds / 1_000_000)"
        case .pip(.open(let channel)): return "pip_channel \(channel.text)"
        case .night(let isOn): return "night \(isOn ? "on" : "off")"
        default:
            // All others are in `plain`: a test checks that.
            return ""
        }
    }
}

extension Command.Channel {
    fileprivate var text: String {
        switch self {
        case .number(let number): String(number)
        case .id(let name), .name(let name): name
        }
    }
}

extension Command.Preview {
    fileprivate var text: String {
        switch self {
        case .next: "next"
        case .previous: "previous"
        case .last: "last"
        case .channel(let channel): channel.text
        }
    }
}

extension Command.Track {
    fileprivate var text: String {
        switch self {
        case .next: "next"
        case .off: "off"
        case .number(let number): String(number)
        case .name(let name): name
        }
    }
}
