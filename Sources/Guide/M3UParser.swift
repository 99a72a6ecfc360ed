/// Reads an M3U channel list as its bytes arrive. No line, whatever is in it, loses the lines after
/// it.
package struct M3UParser: Sendable {
    private static let mostProblems = 1000
    /// How many sets of attributes are kept to be shared, and the most bytes of one.
    private static let mostShared = 256
    private static let longestShared = 512

    private var list = ChannelList()
    private var line: [UInt8] = []
    private var lineIsTooLong = false
    private var lineNumber = 0
    private var sawText = false

    private var pending: Pending?
    private var properties: [String: String] = [:]
    private var group: String?
    private var logo: String?
    /// The addresses of `#EXTBACKUP` before the address.
    private var backups: [String] = []
    /// The groups that were read last: thousands of channels in a row have the same.
    private var lastGroups: (text: [UInt8], names: [String]) = ([], [])
    /// Attributes that were read, by how they were written.
    private var attributeSets: [[UInt8]: [String: String]] = [:]
    /// The rating that was read last.
    private var lastRating: (text: String, rating: ContentRating) = ("", .unrated)
    /// Whether the last address had an `#EXTINF`: a further address belongs to the same channel.
    private var lastHadInfo = false

    private struct Pending {
        var attributes: M3UAttributes
        var line: Int
    }

    package init() {}

    /// Parses a whole list at once.
    package static func parse(_ text: String) -> ChannelList {
        var parser = M3UParser()
        parser.feed(Array(text.utf8))
        return parser.finish()
    }

    package mutating func feed(_ bytes: [UInt8]) {
        var start = 0
        while let end = Self.endOfLine(in: bytes, from: start) {
            if line.isEmpty, !lineIsTooLong, end - start <= ChannelList.longestLine {
                // Most lines lie within what is fed, and need not be put together.
                read(line: bytes[start..<end])
            } else {
                extendLine(bytes[start..<end])
                readLine(isWhole: bytes[end] == 0x0a)
            }
            if bytes[end] == 0x0a {
                lineNumber += 1
                lineIsTooLong = false
            }
            start = end + 1
        }
        extendLine(bytes[start...])
    }

    private static func endOfLine(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count {
                if bytes[index] == 0x0a || bytes[index] == 0x0d { return index }
                index += 1
            }
            return nil
        }
    }

    /// Ends the list and returns it. The parser starts anew.
    package mutating func finish() -> ChannelList {
        readLine(isWhole: true)
        if let pending { note(.infoWithoutURL, at: pending.line) }
        defer { self = M3UParser() }
        return list
    }

    private mutating func extendLine(_ bytes: ArraySlice<UInt8>) {
        if line.count + bytes.count > ChannelList.longestLine { lineIsTooLong = true }
        if !lineIsTooLong { line.append(contentsOf: bytes) }
    }

    /// Reads the line that was put together. A carriage return ends one too, but only line feeds count: CRLF is one line.
    private mutating func readLine(isWhole: Bool) {
        if lineIsTooLong {
            if isWhole { note(.lineTooLong, at: lineNumber + 1) }
        } else {
            read(line: line[...])
        }
        line.removeAll(keepingCapacity: true)
    }

    private mutating func read(line: ArraySlice<UInt8>) {
        var text = line.trimmed
        // The text is UTF-8, or else Latin-1, as older lists are.
        if !text.isUTF8 {
            text = Array(String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) })).utf8)[...].trimmed
        }
        if !text.isEmpty { read(text) }
    }

    private mutating func read(_ text: ArraySlice<UInt8>) {
        if !sawText, text.first == UInt8(ascii: "<") || text.first == UInt8(ascii: "{") { list.kind = .notAPlaylist }
        sawText = true
        guard list.kind != .notAPlaylist else { return }
        guard text.first == UInt8(ascii: "#") else { return address(text) }

        if let value = text.value(of: "#EXTINF:") {
            if let pending { note(.infoWithoutURL, at: pending.line) }
            let attributes = M3UAttributes(value, endsAtComma: true)
            note(attributes)
            pending = Pending(attributes: attributes, line: lineNumber + 1)
        } else if let value = text.value(of: "#EXTM3U") {
            header(M3UAttributes(value, endsAtComma: false, longestValue: ChannelList.longestLine))
        } else if let value = text.value(of: "#EXTGRP:") {
            group = value.isEmpty ? nil : value.text
        } else if let value = text.value(of: "#KODIPROP:") ?? text.value(of: "#EXTVLCOPT:") {
            guard let equals = value.firstIndex(of: UInt8(ascii: "=")) else { return }
            setProperty(value[..<equals].trimmed.text.lowercased(), value[(equals + 1)...])
        } else if let value = text.value(of: "#EXTBACKUP:") {
            backup(value)
        } else if let value = text.value(of: "#EXT-X-PLAYLIST-TYPE:") {
            setProperty("playlist-type", value)
        } else if let value = text.value(of: "#EXTIMG:") {
            logo = value.text
        } else if let value = text.value(of: "#PLAYLIST:") {
            list.title = value.text
        } else if text.value(of: "#EXT-X-TARGETDURATION") != nil || text.value(of: "#EXT-X-STREAM-INF") != nil
            || text.value(of: "#EXT-X-MEDIA-SEQUENCE") != nil
        {
            list.kind = .hls
        }
    }

    private mutating func header(_ attributes: M3UAttributes) {
        note(attributes)
        for name: M3UAttributes.Name in [.guides, .otherGuides] {
            for guide in Self.addresses(in: attributes[name] ?? []) where !list.guides.contains(guide) {
                guard list.guides.count < ChannelList.mostGuides else {
                    note(.tooManyGuides, at: lineNumber + 1)
                    break
                }
                list.guides.append(guide)
            }
        }
        list.guideShift = Self.shift(attributes[.shift]) ?? list.guideShift
        let values = attributes.values()
        list.attributes.merge(values) { _, new in new }
        // However many such lines there are.
        if list.attributes.count > ChannelList.mostAttributes { list.attributes = values }
    }

    /// The addresses in a list that is separated by commas or blanks. A comma may be part of an address, too: where any
    /// has a scheme, what has none belongs to the one before it.
    private static func addresses(in text: ArraySlice<UInt8>) -> [String] {
        var addresses: [String] = []
        for word in text.split(whereSeparator: \.isBlank) {
            let pieces = word.split(separator: UInt8(ascii: ",")).map(\.text)
            let haveSchemes = pieces.contains { $0.contains("://") }
            for (index, piece) in pieces.enumerated() {
                if haveSchemes, index > 0, !piece.contains("://"), let last = addresses.indices.last {
                    addresses[last] += "," + piece
                } else {
                    addresses.append(piece)
                }
            }
        }
        return addresses
    }

    /// The minutes of a shift in hours: `-1`, `+5.5`; nil for anything else, and for more than a week.
    private static func shift(_ text: ArraySlice<UInt8>?) -> Int? {
        guard let hours = text.flatMap({ Double($0.text) }), hours.isFinite, abs(hours) <= 168 else { return nil }
        return Int((hours * 60).rounded())
    }

    /// A further address of the channel that is being read, or of the last one.
    private mutating func backup(_ text: ArraySlice<UInt8>) {
        guard let address = StreamAddress(text) else { return note(.unusableURL, at: lineNumber + 1) }
        if pending == nil, lastHadInfo {
            addAlternate(address.url)
        } else if backups.count < ChannelList.mostAlternates {
            backups.append(address.url)
        } else {
            note(.tooManyAddresses, at: lineNumber + 1)
        }
    }

    private mutating func addAlternate(_ url: String) {
        guard let last = list.entries.indices.last else { return }
        if list.entries[last].alternateURLs.count < ChannelList.mostAlternates {
            list.entries[last].alternateURLs.append(url)
        } else {
            note(.tooManyAddresses, at: lineNumber + 1)
        }
    }

    private mutating func setProperty(_ name: String, _ value: ArraySlice<UInt8>) {
        if name.utf8.count + value.count > ChannelList.longestValue {
            note(.valueTooLong, at: lineNumber + 1)
        } else if properties.count >= ChannelList.mostAttributes, properties[name] == nil {
            note(.tooManyAttributes, at: lineNumber + 1)
        } else {
            properties[name] = value.text
        }
    }

    private mutating func note(_ attributes: M3UAttributes) {
        for reason in [ChannelList.Reason.valueTooLong, .tooManyAttributes] where attributes.leftOut.contains(reason) {
            note(reason, at: lineNumber + 1)
        }
    }

    private mutating func address(_ text: ArraySlice<UInt8>) {
        guard list.kind == .channels else { return }
        guard list.entries.count < ChannelList.mostEntries else {
            if list.problems.last?.reason != .tooManyChannels { note(.tooManyChannels, at: lineNumber + 1) }
            return
        }
        guard let address = StreamAddress(text) else {
            note(.unusableURL, at: lineNumber + 1)
            return forgetPending()
        }
        if pending == nil, lastHadInfo { return addAlternate(address.url) }
        list.entries.append(entry(address))
        lastHadInfo = pending != nil
        forgetPending()
    }

    private mutating func forgetPending() {
        pending = nil
        properties = [:]
        logo = nil
        backups = []
    }

    private mutating func entry(_ address: StreamAddress) -> ChannelEntry {
        var entry = ChannelEntry(name: "", url: address.url, line: lineNumber + 1)
        let early = pending?.attributes
        var late: M3UAttributes?
        var title = (pending?.attributes.title ?? []).trimmed
        // Some lists have attributes behind the comma.
        var afterLate: ArraySlice<UInt8> = []
        if let start = Self.attributeStart(in: title) {
            let found = M3UAttributes(title[start...], endsAtComma: false)
            note(found)
            late = found
            afterLate = ArraySlice(found.words.joined(separator: [0x20]))
            title = title[..<start].trimmed
        }
        // The duration is the first word; without a comma the other words are the title.
        let words = title.isEmpty && afterLate.isEmpty ? early?.words ?? [] : []
        let loose = words.drop { Double($0.text) != nil }.joined(separator: [0x20])

        func bytes(_ names: M3UAttributes.Name...) -> ArraySlice<UInt8>? {
            for name in names { if let value = early?[name] ?? late?[name] { return value } }
            return nil
        }
        var name = title
        if !afterLate.isEmpty {
            name = ArraySlice([title, afterLate].filter { !$0.isEmpty }.joined(separator: [0x20]))
        }
        if name.isEmpty { name = ArraySlice(loose) }
        if name.count <= ChannelList.longestValue {
            entry.name = name.text
        } else {
            note(.valueTooLong, at: pending?.line ?? lineNumber + 1)
        }
        let guideName = bytes(.guideName)
        // Where both are the same, as in most lists, they share their bytes.
        entry.guideName = guideName.map { $0.elementsEqual(name) ? entry.name : $0.text }
        if entry.name.isEmpty { entry.name = guideName?.text ?? address.fileName }
        entry.alternateURLs = backups
        entry.guideID = bytes(.guideID, .channelID)?.text
        entry.guideShift = bytes(.shift).flatMap { Self.shift($0) } ?? list.guideShift
        entry.logo = bytes(.logo, .urlLogo, .plainLogo)?.text ?? logo
        entry.number = bytes(.number, .channelNumber, .otherNumber)?.text
        entry.groups = groups(bytes(.group) ?? Array((group ?? "").utf8)[...])
        entry.isRadio = bytes(.radio).map { $0.isNamed("true") || $0.isNamed("1") } ?? false
        entry.rating = rating(bytes(.rating), bytes(.censored), bytes(.parentCode))
        entry.attributes = attributes(early, late)
        entry.properties = properties
        if properties.isEmpty {
            entry.headers = address.headers
        } else {
            let shared = StreamAddress.sharedHeaders(in: properties).subtracting(address.headers.keys)
            entry.sharedHeaders = shared.isEmpty ? nil : shared
            entry.headers = address.headers.merging(StreamAddress.headers(in: properties)) { own, _ in own }
        }
        return entry
    }

    /// The attributes that have no place of their own in a channel. Few are different, of however many channels: those
    /// that are alike share one dictionary.
    private mutating func attributes(_ early: M3UAttributes?, _ late: M3UAttributes?) -> [String: String] {
        guard let late else {
            guard let early, early.hasOthers else { return [:] }
            let key = early.others
            if let known = attributeSets[key] { return known }
            let made = early.values(withoutPlaced: true)
            if key.count <= Self.longestShared {
                if attributeSets.count >= Self.mostShared { attributeSets.removeAll(keepingCapacity: true) }
                attributeSets[key] = made
            }
            return made
        }
        return (early?.values(withoutPlaced: true) ?? [:]).merging(late.values(withoutPlaced: true)) { early, _ in early
        }
    }

    private mutating func groups(_ text: ArraySlice<UInt8>) -> [String] {
        if text.isEmpty { return [] }
        if !text.elementsEqual(lastGroups.text) {
            let names = text.split(separator: UInt8(ascii: ";")).map { $0.trimmed.text }.filter { !$0.isEmpty }
            lastGroups = (Array(text), names)
        }
        return lastGroups.names
    }

    private mutating func rating(
        _ rating: ArraySlice<UInt8>?, _ censored: ArraySlice<UInt8>?, _ code: ArraySlice<UInt8>?
    ) -> ContentRating {
        for mark in [censored, code] {
            guard let mark else { continue }
            if !["0", "false", "no"].contains(mark.text.lowercased()) { return .rated(.adult) }
        }
        guard let rating else { return .unrated }
        let text = rating.text
        if lastRating.text != text { lastRating = (text, Ratings.rating(text)) }
        return lastRating.rating
    }

    /// The index at which an attribute begins that is never part of a name; nil without one.
    private static func attributeStart(in title: ArraySlice<UInt8>) -> Int? {
        guard title.contains(UInt8(ascii: "=")) else { return nil }
        return title.indices.first { index in
            (index == title.startIndex || title[index - 1].isBlank)
                && (title[index...].value(of: "TVG-") != nil || title[index...].value(of: "GROUP-TITLE=") != nil)
        }
    }

    private mutating func note(_ reason: ChannelList.Reason, at line: Int) {
        list.problemCounts[reason, default: 0] += 1
        guard list.problems.count < Self.mostProblems else { return }
        list.problems.append(ChannelList.Problem(line: line, reason: reason))
    }
}
