import Commands
import Devices
import MediaCore
import TOMLKit
import Touch

/// One key of the configuration file: its path, what it takes, and where its value goes.
struct ConfigurationKey: Sendable {
    /// The path with dots: `display.mode`.
    let path: String
    let set: @Sendable (inout Configuration, TOMLValue) throws(WrongValue) -> Void

    /// A value that does not fit its key, and what would.
    struct WrongValue: Error {
        let reason: String
    }

    static let all = listed + look + captions + overlays + kiosk

    private static let listed: [ConfigurationKey] = [
        Self("lineup", lists) { $0.lineup = $1 },
        Self("lineup_refresh_minutes", integer(1...10_080)) { $0.lineupRefresh = .seconds($1 * 60) },
        Self("channel_numbers", oneOf(Configuration.ChannelNumbers.self)) { $0.channelNumbers = $1 },
        Self("state_dir", absolutePath) { $0.stateDirectory = $1 },
        Self("socket", socketPath) { $0.socket = $1 },
        Self("guide.sources", guideSources) { $0.guide.sources = $1 },
        Self("guide.from_list", flag) { $0.guide.listNames = $1 },
        Self("guide.languages", languages) { $0.guide.languages = $1 },
        Self("guide.refresh_hours", integer(1...168)) { $0.guide.refresh = .seconds($1 * 3600) },
        Self("log.level", oneOf(Configuration.LogLevel.self)) { $0.logLevel = $1 },
        Self("display.device", displayDevice) { $0.display.device = $1 },
        Self("display.mode", mode) { $0.display.mode = $1 },
        Self("display.match_rate", oneOf(Configuration.Display.RateMatching.self)) { $0.display.rateMatching = $1 },
        Self("display.headless_size", size) { $0.display.headlessSize = $1 },
        Self("display.headless_rate", number(1...240)) { $0.display.headlessRate = $1 },
        Self("video.decoding", oneOf(Configuration.Video.Decoding.self)) { $0.video.decoding = $1 },
        Self("audio.device", audioDevice) { $0.audio.device = $1 },
        Self("audio.period_ms", milliseconds(2...100)) { $0.audio.period = $1 },
        Self("audio.buffer_ms", milliseconds(10...1000)) { $0.audio.buffer = $1 },
        Self("playback.audio_languages", languages) { $0.playback.audioLanguages = $1 },
        Self("playback.subtitle_languages", languages) { $0.playback.subtitleLanguages = $1 },
        Self("playback.subtitles", oneOf(Configuration.Playback.Subtitles.self)) { $0.playback.subtitles = $1 },
        Self("playback.described_video", flag) { $0.playback.describedVideo = $1 },
        Self("playback.captions", flag) { $0.playback.captions = $1 },
        Self("playback.resume", flag) { $0.playback.resume = $1 },
        Self("interface.skip_seconds", integer(1...600)) { $0.interface.skip = .seconds($1) },
        Self("interface.said_again_seconds", integer(3...120)) { $0.interface.saidAgain = .seconds($1) },
        Self("interface.proposals", oneOf(Configuration.Interface.Proposals.self)) { $0.interface.proposals = $1 },
        Self("start.show", oneOf(Configuration.Interface.Start.self)) { $0.interface.start = $1 },
        Self("input.grab", flag) { $0.input.grab = $1 },
        Self("input.cec", flag) { $0.input.cec = $1 },
        Self("input.osd_name", osdName) { $0.input.osdName = $1 },
        Self("keys.plan", oneOf(KeyPlan.Name.self)) { $0.keys.name = $1 },
        Self("touch.previews", flag) { $0.touch.previews = $1 },
        Self("touch.sensitivity", number(0.5...2)) { $0.touch.sensitivity = $1 },
        Self("touch.tap", oneOf(TouchSettings.Tap.self)) { $0.touch.tap = $1 },
        Self("touch.natural", flag) { $0.touch.isNatural = $1 },
        Self("flip.settle_ms", milliseconds(0...2000)) { $0.flip.settle = $1 },
        Self("flip.timeout_ms", milliseconds(1000...60_000)) { $0.flip.timeout = $1 },
        Self("warming.neighbours", integer(0...8)) { $0.warming.neighbours = $1 },
        Self("warming.budget_kbps", integer(-1...1_000_000)) { $0.warming.budget = $1 < 0 ? nil : $1 },
        Self("parental.profile", oneOf(Configuration.Parental.Profile.self)) { $0.parental.profile = $1 },
        Self("parental.age", integer(0...99)) { $0.parental.age = $1 == 0 ? nil : $1 },
        Self("parental.age_films", integer(-1...99)) { $0.parental.filmAge = $1 < 0 ? nil : $1 },
        Self("parental.age_television", integer(-1...99)) { $0.parental.televisionAge = $1 < 0 ? nil : $1 },
        Self("parental.locked_hours", hours) { $0.parental.lockedHours = $1 },
        Self("parental.unrated", oneOf(Configuration.Parental.Unrated.self)) { $0.parental.unrated = $1 },
        Self("parental.locked_groups", texts) { $0.parental.lockedGroups = $1 },
        Self("parental.locked_channels", texts) { $0.parental.lockedChannels = $1 },
        Self("parental.hide_names", flag) { $0.parental.hidesNames = $1 },
        Self("parental.open_minutes", integer(0...240)) { $0.parental.open = .seconds($1 * 60) },
        Self("parental.programmes", flag) { $0.parental.looksAtProgrammes = $1 },
        Self("parental.programme_grace", integer(0...60)) { $0.parental.programmeGrace = .seconds($1 * 60) },
        Self("parental.pause_minutes", integer(0...240)) { $0.parental.pause = .seconds($1 * 60) },
        Self("cec.adapter", cecAdapter) { $0.cec.adapter = $1 },
        Self("cec.one_touch_play", oneOf(Configuration.CEC.OneTouchPlay.self)) { $0.cec.oneTouchPlay = $1 },
        Self("cec.standby_tv", flag) { $0.cec.standbyTelevision = $1 },
        Self("cec.input_lost", oneOf(Configuration.CEC.InputLost.self)) { $0.cec.inputLost = $1 },
        Self("cec.tv_off", oneOf(Configuration.CEC.TelevisionOff.self)) { $0.cec.televisionOff = $1 },
        Self("cec.volume", oneOf(Configuration.CEC.Volume.self)) { $0.cec.volume = $1 },
        Self("page.port", integer(-1...65_535)) { $0.page.port = $1 < 0 ? nil : $1 },
        Self("phones.port", integer(-1...65_535)) { $0.phones.port = $1 < 0 ? nil : $1 },
        Self("phones.listen", ipv4) { $0.phones.listen = $1 },
        Self("phones.host", text) { $0.phones.host = $1 },
        Self("phones.https", flag) { $0.phones.isSecure = $1 },
        Self("phones.certificate", text) { $0.phones.certificate = $1 },
        Self("phones.key", text) { $0.phones.key = $1 },
        Self("phones.announce", flag) { $0.phones.isAnnounced = $1 },
        Self("casts.receive", oneOf(Configuration.Casts.Receive.self)) { $0.casts.receive = $1 },
        Self("casts.name", text) { $0.casts.name = $1 },
        Self("casts.listen", ipv4) { $0.casts.listen = $1 },
        Self("casts.port", integer(0...65_535)) { $0.casts.port = $1 },
        Self("mpris.bus", oneOf(Configuration.MPRIS.Bus.self)) { $0.mpris.bus = $1 },
        Self("network.lists_name_home", flag) { $0.network.listsNameHome = $1 },
        Self("network.max_connections", integer(0...100)) { $0.network.maximumConnections = $1 == 0 ? nil : $1 },
    ]

    /// The keys of a provider's table, one for each name: `providers.NAME.…`.
    private static let ofProvider: [@Sendable (String) -> ConfigurationKey] = [
        { name in Self("providers.\(name).hosts", hosts) { $0.change(name, to: $1) { $0.hosts = $1 } } },
        { name in
            Self("providers.\(name).max_connections", integer(0...100)) {
                $0.change(name, to: $1) { $0.maximumConnections = $1 == 0 ? nil : $1 }
            }
        },
    ]

    /// The key at a path; nil when there is no such key.
    static func key(_ path: String) -> ConfigurationKey? {
        if let key = all.first(where: { $0.path == path }) ?? keyPlan(path) { return key }
        return
            (named("providers.", path).map { name in ofProvider.map { $0(name) } }
            ?? named("command.", path).map { name in ofCommand.map { $0(name) } }
            ?? named("inputs.", path).map { ofInput($0) } ?? []).first { $0.path == path }
    }

    /// The paths that a misspelt path may have meant.
    static func candidates(for path: String) -> [String] {
        all.map(\.path) + keyPlanCandidates(for: path)
            + (named("providers.", path).map { name in ofProvider.map { $0(name).path } } ?? [])
            + (named("command.", path).map { name in ofCommand.map { $0(name).path } } ?? [])
            + (named("inputs.", path).map { ofInput($0).map(\.path) } ?? [])
    }

    /// The name in `providers.NAME.key` and the like; the name may have dots in it.
    private static func named(_ prefix: String, _ path: String) -> String? {
        guard path.hasPrefix(prefix), let dot = path.lastIndex(of: ".") else { return nil }
        let start = path.index(path.startIndex, offsetBy: prefix.count)
        return start < dot ? String(path[start..<dot]) : nil
    }

    init<Value>(
        _ path: String, _ read: @escaping @Sendable (TOMLValue) throws(WrongValue) -> Value,
        _ store: @escaping @Sendable (inout Configuration, Value) -> Void
    ) {
        self.path = path
        set = { configuration, value throws(WrongValue) in store(&configuration, try read(value)) }
    }
}

// MARK: Allowed values

typealias Read<Value> = @Sendable (TOMLValue) throws(ConfigurationKey.WrongValue) -> Value

func wrong(_ expected: String, _ value: TOMLValue) -> ConfigurationKey.WrongValue {
    ConfigurationKey.WrongValue(reason: "expected \(expected), found \(value.debugDescription)")
}

private let flag: Read<Bool> = { value throws(ConfigurationKey.WrongValue) in
    guard let flag = value.bool else { throw wrong("true or false", value) }
    return flag
}

private let ipv4: Read<String> = { value throws(ConfigurationKey.WrongValue) in
    guard let text = value.string, AddressReach.bytes(ofIPv4: text) != nil
    else { throw wrong("an IPv4 address, such as \"192.168.1.20\"", value) }
    return text
}

let text: Read<String> = { value throws(ConfigurationKey.WrongValue) in
    guard let text = value.string else { throw wrong("a string in quotes", value) }
    return text
}

private let hours: Read<Configuration.Parental.Hours?> = { value throws(ConfigurationKey.WrongValue) in
    let expected = "a time of the day such as \"21:00-06:30\", or \"\""
    guard let text = value.string else { throw wrong(expected, value) }
    if text.isEmpty { return nil }
    let minutes = text.split(separator: "-", omittingEmptySubsequences: false).map { time -> Int? in
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
    guard minutes.count == 2, let start = minutes[0], let end = minutes[1], start != end else {
        throw wrong(expected, value)
    }
    return Configuration.Parental.Hours(start: start, end: end)
}

private let texts: Read<[String]> = { value throws(ConfigurationKey.WrongValue) in
    let expected = "names in brackets such as [\"Films\", \"Late\"]"
    guard let array = value.array else { throw wrong(expected, value) }
    var texts: [String] = []
    for index in array.indices {
        guard let text = array[index].tomlValue.string else { throw wrong(expected, array[index].tomlValue) }
        texts.append(text)
    }
    return texts
}

private let lists: Read<[String]> = { value throws(ConfigurationKey.WrongValue) in
    let expected = "a path or an http or https address, or several in brackets"
    if let text = value.string { return text.isEmpty ? [] : [text] }
    guard let array = value.array else { throw wrong(expected, value) }
    var sources: [String] = []
    for index in array.indices {
        guard let source = array[index].tomlValue.string, !source.isEmpty, !source.contains("\n") else {
            throw wrong(expected, array[index].tomlValue)
        }
        sources.append(source)
    }
    return sources
}

private let guideSources: Read<[String]> = { value throws(ConfigurationKey.WrongValue) in
    let expected = "absolute paths and http or https addresses in brackets"
    guard let array = value.array else { throw wrong(expected, value) }
    var sources: [String] = []
    for index in array.indices {
        guard let source = array[index].tomlValue.string,
            ["/", "file:///", "http://", "https://"].contains(where: source.hasPrefix)
        else { throw wrong(expected, array[index].tomlValue) }
        sources.append(source)
    }
    return sources
}

private let languages: Read<[String]> = { value throws(ConfigurationKey.WrongValue) in
    let expected = "language codes such as [\"en\", \"pt-BR\"]"
    guard let array = value.array else { throw wrong(expected, value) }
    var languages: [String] = []
    for index in array.indices {
        guard let text = array[index].tomlValue.string, isLanguage(text) else {
            throw wrong(expected, array[index].tomlValue)
        }
        languages.append(text)
    }
    return languages
}

let language: Read<String> = { value throws(ConfigurationKey.WrongValue) in
    guard let text = value.string, text == "system" || isLanguage(text) else {
        throw wrong("\"system\", or a language such as \"en\" or \"ko\"", value)
    }
    return text
}

/// Whether a text is a language tag as BCP 47 begins: two or three letters, then parts of up to
/// eight letters and digits.
private func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count),
        first.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

private let hosts: Read<[String]> = { value throws(ConfigurationKey.WrongValue) in
    let expected = "names of servers such as [\"tv.example.org\", \"example.net:8080\"]"
    guard let array = value.array else { throw wrong(expected, value) }
    var hosts: [String] = []
    for index in array.indices {
        guard let text = array[index].tomlValue.string, !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "*") })
        else { throw wrong(expected, array[index].tomlValue) }
        hosts.append(text)
    }
    return hosts
}

let absolutePath: Read<String> = { value throws(ConfigurationKey.WrongValue) in
    guard let path = value.string, path.hasPrefix("/") else { throw wrong("a path that starts with /", value) }
    return path
}

private let socketPath: Read<String> = { value throws(ConfigurationKey.WrongValue) in
    let path = try absolutePath(value)
    // sockaddr_un has room for 107 bytes and a NUL.
    guard path.utf8.count <= 107 else { throw wrong("a path of at most 107 bytes", value) }
    return path
}

func integer(_ range: ClosedRange<Int>) -> Read<Int> {
    { value throws(ConfigurationKey.WrongValue) in
        guard let integer = value.int, range.contains(integer) else {
            throw wrong("a whole number, \(range.lowerBound) to \(range.upperBound)", value)
        }
        return integer
    }
}

func number(_ range: ClosedRange<Double>) -> Read<Double> {
    { value throws(ConfigurationKey.WrongValue) in
        guard let number = value.double ?? value.int.map(Double.init), range.contains(number) else {
            throw wrong("a number, \(range.lowerBound) to \(range.upperBound)", value)
        }
        return number
    }
}

private func milliseconds(_ range: ClosedRange<Int>) -> Read<Duration> {
    let read = integer(range)
    return { value throws(ConfigurationKey.WrongValue) in .milliseconds(try read(value)) }
}

func oneOf<Choice: RawRepresentable & CaseIterable & Sendable>(_ type: Choice.Type) -> Read<Choice>
where Choice.RawValue == String {
    { value throws(ConfigurationKey.WrongValue) in
        guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
            throw wrong("one of \(type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))", value)
        }
        return choice
    }
}

private let displayDevice: Read<Configuration.Display.Device> = { value throws(ConfigurationKey.WrongValue) in
    switch value.string {
    case "auto"?: return .automatic
    case "headless"?: return .headless
    case let path? where path.hasPrefix("/"): return .path(path)
    default: throw wrong("\"auto\", \"headless\" or a path such as \"/dev/dri/card0\"", value)
    }
}

private let audioDevice: Read<Configuration.Audio.Device> = { value throws(ConfigurationKey.WrongValue) in
    guard let name = value.string, !name.isEmpty else {
        throw wrong("\"headless\" or an ALSA name such as \"default\"", value)
    }
    return name == "headless" ? .headless : .pcm(name)
}

private let osdName: Read<String> = { value throws(ConfigurationKey.WrongValue) in
    guard let name = value.string, (1...14).contains(name.utf8.count), name.allSatisfy(\.isASCII) else {
        throw wrong("1 to 14 letters without accents", value)
    }
    return name
}

private let cecAdapter: Read<String?> = { value throws(ConfigurationKey.WrongValue) in
    guard let name = value.string, name.utf8.count <= 107, name == "auto" || name.hasPrefix("/") else {
        throw wrong(
            "\"auto\", a path of the kernel's such as \"/dev/cec1\", or of Pulse-Eight's adapter such as \"/dev/ttyACM0\"",
            value)
    }
    return name == "auto" ? nil : name
}

/// Parses a size `1920x1080`: 16 to 8192 pixels each way.
func parseSize(_ text: Substring) -> PixelSize? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
        (16...8192).contains(width), (16...8192).contains(height)
    else { return nil }
    return PixelSize(width: width, height: height)
}

private let size: Read<PixelSize> = { value throws(ConfigurationKey.WrongValue) in
    guard let size = value.string.flatMap({ parseSize($0[...]) }) else {
        throw wrong("a size such as \"1280x720\"", value)
    }
    return size
}

private let mode: Read<Configuration.Display.Mode?> = { value throws(ConfigurationKey.WrongValue) in
    let expected = "\"preferred\", or a mode such as \"1920x1080\" or \"1920x1080@50\""
    guard let text = value.string else { throw wrong(expected, value) }
    if text == "preferred" { return nil }
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let size = parseSize(first) else { throw wrong(expected, value) }
    guard parts.count == 2 else { return Configuration.Display.Mode(size: size, refreshRate: nil) }
    guard let rate = Double(parts[1]), (1...240).contains(rate) else { throw wrong(expected, value) }
    return Configuration.Display.Mode(size: size, refreshRate: rate)
}

extension Configuration {
    fileprivate mutating func change<Value>(
        _ name: String, to value: Value, _ set: (inout Provider, Value) -> Void
    ) {
        if !providers.contains(where: { $0.name == name }) {
            providers.append(Provider(name: name))
            providers.sort { $0.name < $1.name }
        }
        for index in providers.indices where providers[index].name == name { set(&providers[index], value) }
    }

    /// The paths of all keys of the file, with dots.
    package static var keys: [String] { ConfigurationKey.all.map(\.path) }
}
