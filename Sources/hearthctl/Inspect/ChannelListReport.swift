import Guide

/// A channel list as `hearthctl channels inspect` tells it; docs/channels-inspect.md describes the JSON.
struct ChannelListReport {
    private let list: ChannelList
    private let numbers: ChannelNumbers
    private let groups: [(name: String, count: Int)]

    /// The reason why a file is no list of channels, as the end of a sentence; nil: it is one.
    static func fault(_ list: ChannelList) -> String? {
        switch list.kind {
        case .hls: nil
        case .notAPlaylist: "is not a channel list"
        case .channels: list.entries.isEmpty ? "has no channel in it" : nil
        }
    }

    init(_ list: ChannelList) {
        self.list = list
        numbers = ChannelNumbers(list.entries)
        var places: [String: Int] = [:]
        var groups: [(name: String, count: Int)] = []
        for group in list.entries.lazy.flatMap(\.groups) {
            if let place = places[group] {
                groups[place].count += 1
            } else {
                places[group] = groups.count
                groups.append((group, 1))
            }
        }
        self.groups = groups
    }

    // MARK: JSON

    /// Writes the report in pieces that end at line ends: of a long list the whole would be several times its size.
    func writeJSON(_ write: (String) -> Void) {
        var head = JSONValue.object(self.head).text
        guard list.kind == .channels else { return write(head) }
        head.removeLast("\n}".utf8.count)
        write(head + ",\n  \"channels\": [")
        var piece = ""
        for index in list.entries.indices {
            piece += JSONValue.object(channel(index)).text
            let isLast = index == list.entries.count - 1
            if !isLast { piece += "," }
            if isLast || piece.utf8.count > 64 << 10 {
                write(piece)
                piece = ""
            } else {
                piece += "\n"
            }
        }
        write("  ]\n}")
    }

    private var head: JSONObject {
        var head = JSONObject()
        guard list.kind == .channels else {
            head.set("type", "HLS")
            return head
        }
        head.set("type", "CHANNELS")
        head.set("title", list.title)
        head.set("count", UInt64(list.entries.count))
        var own = JSONObject()
        own.set("from", numbers.kept.fromList ? "list" : "order")
        own.set("asked", UInt64(numbers.asked))
        own.set("apart", UInt64(numbers.apart))
        head.set("numbers", own)
        head.set("guides", list: list.guides)
        head.set("guideShift", list.guideShift.map(Double.init))
        head.set("attributes", Self.object(list.attributes))
        head.set(
            "groups",
            list: groups.map { group in
                var object = JSONObject()
                object.set("name", group.name)
                object.set("channels", UInt64(group.count))
                return object
            })
        head.set(
            "warnings",
            list: list.problems.map { problem in
                var object = JSONObject()
                object.set("line", UInt64(problem.line))
                object.set("reason", problem.reason.words)
                return object
            })
        head.set("warningsInAll", UInt64(list.problemCounts.values.reduce(0, +)))
        return head
    }

    private func channel(_ index: Int) -> JSONObject {
        let entry = list.entries[index]
        var object = JSONObject()
        object.set("line", UInt64(entry.line))
        object.set("number", UInt64(numbers.numbers[index]))
        object.set("id", numbers.ids[index])
        object.set("name", entry.name)
        object.set("url", entry.url)
        object.set("alternates", list: entry.alternateURLs)
        object.set("ownNumber", entry.number)
        object.set("guideID", entry.guideID)
        object.set("guideName", entry.guideName)
        object.set("guideShift", entry.guideShift.map(Double.init))
        object.set("groups", list: entry.groups)
        object.set("logo", entry.logo)
        object.set("radio", flag: entry.isRadio)
        object.set("rating", Self.rating(entry.rating))
        object.set("headers", Self.object(entry.headers))
        object.set("attributes", Self.object(entry.attributes))
        object.set("properties", Self.object(entry.properties))
        return object
    }

    private static func object(_ values: [String: String]) -> JSONObject? {
        guard !values.isEmpty else { return nil }
        var object = JSONObject()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { object.set(name, value) }
        return object
    }

    private static func rating(_ rating: ContentRating) -> JSONObject? {
        var object = JSONObject()
        switch rating {
        case .unrated: return nil
        case .unknown(let text): object.set("unknown", text)
        case .rated(.adult): object.set("adult", flag: true)
        case .rated(let rating): object.set("age", UInt64(clamping: rating.years))
        }
        return object
    }

    // MARK: For people

    var lines: [String] {
        guard list.kind == .channels else {
            return ["an HLS playlist: as a channel list it is one channel, its own address"]
        }
        let title = list.title.map { " \"\(Output.printable($0))\"" } ?? ""
        var lines = [
            "channel list\(title): \(Self.count(list.entries.count, "channel")), "
                + "\(Self.count(groups.count, "group")), \(Self.count(list.guides.count, "guide"))",
            "  numbers: \(numbersInWords)",
        ]
        let ratings = list.entries.map(\.rating).filter { $0 != .unrated }
        if !ratings.isEmpty {
            let adult = ratings.count { $0 == .rated(.adult) }
            let unknown = ratings.count { if case .unknown = $0 { true } else { false } }
            lines.append("  rated: \(ratings.count), \(adult) of them for adults, \(unknown) by no system known")
        }
        lines += list.guides.map { "  guide \(Output.printable($0))" }
        lines += Output.table(groups.map { ["  group", $0.name, "\($0.count)"] }, rightAligned: [2])
        lines += Output.table(
            list.entries.indices.map { index in
                let entry = list.entries[index]
                return [
                    "  \(numbers.numbers[index])", entry.name, entry.groups.joined(separator: "; "),
                    entry.guideID ?? "-", Self.words(entry.rating),
                ]
            }, rightAligned: [0])
        lines += list.problems.map { "warning: line \($0.line): \($0.reason.words)" }
        let more = list.problemCounts.values.reduce(0, +) - list.problems.count
        if more > 0 { lines.append("warning: \(more) more") }
        return lines
    }

    private var numbersInWords: String {
        if numbers.asked == 0 { return "in the list's order; it has none" }
        let own = "of \(numbers.asked) that have one, \(numbers.apart) have one of their own"
        return numbers.kept.fromList ? "the list's; \(own)" : "in the list's order; \(own)"
    }

    private static func words(_ rating: ContentRating) -> String {
        switch rating {
        case .unrated: ""
        case .unknown(let text): "? \(text)"
        case .rated(.adult): "adult"
        case .rated(let rating): "\(rating.years)"
        }
    }

    private static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
}
