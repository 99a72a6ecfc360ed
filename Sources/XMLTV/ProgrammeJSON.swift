import Foundation
import MediaCore

/// Reads programmes from a JSON document, as it comes from servers that know little more than what is on and what comes
/// next.
///
/// Three kinds are read, told by what is in them: channels with `now` and `next` or a list of programmes; a bare list of
/// programmes, such as TVHeadend's `entries`; and the short guide of Xtream panels, whose texts are in base 64. Unknown
/// members are passed over. Of a fault the line is the programme's or channel's place in the document, from 1.
struct ProgrammeJSON {
    private typealias Object = [String: Any]

    /// The longest document, in bytes: all of it is in memory at once.
    static let longest = 32 << 20

    private let handlers: XMLTVReader.Handlers
    private let defaultOffset: Int
    private let limits: XMLTVLimits
    private var report = XMLTVReport()
    /// What was given out or noted so far.
    private var place = 0
    private var told: Set<String> = []

    init(defaultOffset: Int, limits: XMLTVLimits, handlers: XMLTVReader.Handlers) {
        self.defaultOffset = defaultOffset
        self.limits = limits
        self.handlers = handlers
    }

    /// Reads a whole document; throws what a handler throws, or `XMLTVError` where there are no programmes to be had.
    mutating func read(_ bytes: [UInt8]) throws -> XMLTVReport {
        let document: Any
        do {
            document = try JSONSerialization.jsonObject(with: Data(bytes))
        } catch {
            throw XMLTVError.brokenJSON(
                reason: (error as NSError).userInfo["NSDebugDescription"] as? String ?? "it breaks off, or is damaged")
        }
        report.bytes = Int64(bytes.count)
        report.encoding = "UTF-8"
        var isBase64 = false
        var items: [Any]?
        if let object = document as? Object {
            for key in ["channels", "entries", "programmes", "programs", "events", "data"] where items == nil {
                items = object[key] as? [Any]
            }
            if items == nil, let short = object["epg_listings"] as? [Any] { (items, isBase64) = (short, true) }
            if items == nil, Self.schedule(of: object) != nil { items = [object] }
        } else {
            items = document as? [Any]
        }
        guard let items else { throw XMLTVError.noProgrammesInJSON }
        for case let item as Object in items {
            place += 1
            if let schedule = Self.schedule(of: item) {
                try readChannel(item, schedule)
            } else {
                try readProgramme(item, of: nil, isBase64: isBase64)
            }
        }
        report.isWhole = true
        return report
    }

    /// What a channel's object says is on it; nil: it is no channel's.
    private static func schedule(of object: Object) -> [Object]? {
        let single = ["now", "present", "current", "next", "following"].compactMap { object[$0] as? Object }
        let lists = ["programmes", "programs", "events", "epg"].compactMap { object[$0] as? [Any] }
        if single.isEmpty, lists.isEmpty {
            // A channel on which nothing is known to be on.
            return object["now"] is NSNull || object["next"] is NSNull ? [] : nil
        }
        return single + lists.flatMap { $0.compactMap { $0 as? Object } }
    }

    // MARK: Channels

    private static let ids = [
        "tvg-id", "tvg_id", "channel_id", "channelId", "channelUuid", "epg_id", "serviceId", "uuid", "channel",
    ]
    private static let channelNames = ["channelName", "channel_name", "serviceName"]

    private mutating func readChannel(_ object: Object, _ schedule: [Object]) throws {
        let names = Self.texts(object, ["name", "title", "display-name"] + Self.channelNames)
        guard let id = Self.text(object, ["id"] + Self.ids) ?? names.first?.text else {
            return report.note(XMLTVFault(.channelWithoutID, line: place))
        }
        try tell(of: id, names: names, icon: Self.text(object, ["logo", "icon"]))
        for programme in schedule { try readProgramme(programme, of: id, isBase64: false) }
    }

    private mutating func tell(of id: String, names: [LocalisedText], icon: String? = nil) throws {
        guard told.insert(id).inserted else { return }
        var channel = XMLTVChannel(id: id, line: place)
        channel.names = Array(names.prefix(limits.texts))
        channel.icon = icon
        report.channels += 1
        try handlers.channel(channel)
    }

    // MARK: Programmes

    private mutating func readProgramme(_ object: Object, of owner: String?, isBase64: Bool) throws {
        guard let id = owner ?? Self.text(object, Self.ids + Self.channelNames) else {
            return report.note(XMLTVFault(.programmeWithoutChannel, line: place))
        }
        if owner == nil { try tell(of: id, names: Self.texts(object, Self.channelNames)) }
        guard handlers.wants(id) else {
            report.unwanted += 1
            return
        }
        let starts = ["start_timestamp", "start", "startAt", "start_time", "begin"]
        let stops = ["stop_timestamp", "end_timestamp", "stop", "end", "endAt", "end_time", "stop_time"]
        guard let start = starts.lazy.compactMap({ object[$0] }).first(where: { !($0 is NSNull) }) else {
            return report.note(XMLTVFault(.programmeWithoutStart, line: place))
        }
        guard let begin = time(start) else { return report.note(XMLTVFault(.unreadableStart, line: place)) }
        var programme = XMLTVProgramme(channel: id, start: begin.seconds, line: place)
        if let stop = stops.lazy.compactMap({ object[$0] }).first(where: { !($0 is NSNull) }) {
            programme.stop = time(stop)?.seconds
            if programme.stop == nil { report.note(XMLTVFault(.unreadableStop, line: place)) }
        } else if let duration = Self.number(object["duration"]), duration > 0 {
            // In the unit of the start: what counts milliseconds does so in both.
            let seconds = begin.isMilliseconds ? duration / 1000 : duration
            programme.stop = Int64(exactly: seconds.rounded()).map { begin.seconds.addingSaturating($0) }
        }
        if let stop = programme.stop, stop <= programme.start {
            report.note(XMLTVFault(.stopNotAfterStart, line: place))
        }
        describe(&programme, object, isBase64: isBase64)
        report.programmes += 1
        report.widen(by: programme.start, programme.stop)
        try handlers.programme(programme)
    }

    private mutating func describe(_ programme: inout XMLTVProgramme, _ object: Object, isBase64: Bool) {
        func texts(_ keys: [String]) -> [LocalisedText] {
            let found = Self.texts(object, keys).map { text in
                guard isBase64, let plain = Self.plain(text.text) else { return text }
                return LocalisedText(plain, language: text.language)
            }
            return found.filter { !$0.text.isEmpty }.prefix(limits.texts).map {
                LocalisedText(String($0.text.prefix(limits.text / 4)), language: $0.language)
            }
        }
        programme.titles = texts(["title", "name"])
        if programme.titles.isEmpty { report.note(XMLTVFault(.withoutTitle, line: place)) }
        programme.subtitles = texts(["subtitle", "sub_title", "episode_title", "episodeTitle"])
        programme.descriptions = texts(["description", "desc", "summary", "plot", "synopsis"])
        programme.categories = texts(["category", "categories", "genre", "genres"])
        programme.icon = Self.text(object, ["icon", "image", "poster"])
        programme.episode.season = Self.count(object, ["season", "seasonNumber"])
        programme.episode.number = Self.count(object, ["episode", "episodeNumber"])
        for key in ["rating", "ageRating", "age_rating", "parental_rating"] {
            let rated = object[key] as? Object
            guard let value = Self.text(rated ?? object, [rated == nil ? key : "value"]), !value.isEmpty, value != "0"
            else { continue }
            programme.ratings.append(XMLTVProgramme.Rating(value: value, system: rated?["system"] as? String))
        }
    }

    // MARK: Values

    /// Digits that are seconds or milliseconds since 1970, or a time as `XMLTVTime` reads it.
    private mutating func time(_ value: Any) -> (seconds: Int64, isMilliseconds: Bool)? {
        var number = value is String ? nil : Self.number(value)
        if let text = value as? String {
            let isCount = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            if isCount, text.utf8.count <= 11 || text.utf8.count == 13 {
                number = Double(text)
            } else {
                guard let time = XMLTVTime(text, defaultOffset: defaultOffset) else { return nil }
                if time.zone == .missing { report.note(XMLTVFault(.missingZone, line: place)) }
                if time.zone == .unknown { report.note(XMLTVFault(.unknownZone, line: place)) }
                return (time.seconds, false)
            }
        }
        guard let number, number.magnitude < 1e15 else { return nil }
        let isMilliseconds = number.magnitude > 1e11
        return Int64(exactly: (isMilliseconds ? number / 1000 : number).rounded()).map { ($0, isMilliseconds) }
    }

    private static func number(_ value: Any?) -> Double? {
        let number = (value as? Double) ?? (value as? String).flatMap(Double.init)
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func count(_ object: Object, _ keys: [String]) -> Int? {
        keys.lazy.compactMap { number(object[$0]) }.first.flatMap { Int(exactly: $0) }.flatMap {
            (1...100_000).contains($0) ? $0 : nil
        }
    }

    /// The first of these members that is a text, or a number.
    private static func text(_ object: Object, _ keys: [String]) -> String? { texts(object, keys).first?.text }

    /// The first of these members that has text: one, a list, or one for each language.
    private static func texts(_ object: Object, _ keys: [String]) -> [LocalisedText] {
        for key in keys {
            guard let value = object[key] else { continue }
            let found: [LocalisedText]
            switch value {
            case let text as String: found = [LocalisedText(text)]
            case let list as [Any]: found = list.compactMap { ($0 as? String).map { LocalisedText($0) } }
            case let languages as [String: String]:
                found = languages.sorted { $0.key < $1.key }.map { LocalisedText($0.value, language: $0.key) }
            default:
                guard let number = number(value), let whole = Int64(exactly: number) else { continue }
                found = [LocalisedText("\(whole)")]
            }
            let full = found.filter { !$0.text.isEmpty }
            if !full.isEmpty { return full }
        }
        return []
    }

    /// The text behind base 64; nil: it is none.
    private static func plain(_ text: String) -> String? {
        Data(base64Encoded: text).flatMap { String(data: $0, encoding: .utf8) }
    }
}
