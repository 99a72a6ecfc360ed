/// Reads an M3U channel list as its bytes arrive. No line, whatever is in it, loses the lines after
/// it.
package struct M3UParser: Sendable {
    private static let mostProblems = 1000

    private var list = ChannelList()
    private var line: [UInt8] = []
    private var lineIsTooLong = false
    private var lineNumber = 0
    private var sawText = false

    private var pending: Pending?
    private var properties: [String: String] = [:]
    private var group: String?
    private var logo: String?
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
        var rest = bytes[...]
        while let end = rest.firstIndex(where: { $0 == 0x0a || $0 == 0x0d }) {
            extendLine(rest[..<end])
            endLine(countsAsLine: rest[end] == 0x0a)
            rest = rest[(end + 1)...]
        }
        extendLine(rest)
    }

    /// Ends the list and returns it. The parser starts anew.
    package mutating func finish() -> ChannelList {
        endLine(countsAsLine: true)
        if let pending { note(.infoWithoutURL, at: pending.line) }
        defer { self = M3UParser() }
        return list
    }

    private mutating func extendLine(_ bytes: ArraySlice<UInt8>) {
        if line.count + bytes.count > ChannelList.longestLine { lineIsTooLong = true }
        if !lineIsTooLong { line.append(contentsOf: bytes) }
    }

    /// Ends a line. A carriage return ends one too, but only line feeds count: CRLF is one line.
    private mutating func endLine(countsAsLine: Bool) {
        defer {
            line.removeAll(keepingCapacity: true)
            if countsAsLine {
                lineNumber += 1
                lineIsTooLong = false
            }
        }
        if lineIsTooLong {
            if countsAsLine { note(.lineTooLong, at: lineNumber + 1) }
            return
        }
        // The text is UTF-8, or else Latin-1, as older lists are.
        if String(validating: line, as: UTF8.self) == nil {
            line = Array(String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) })).utf8)
        }
        let text = line[...].trimmed
        if !text.isEmpty { read(text) }
    }

    private mutating func read(_ text: ArraySlice<UInt8>) {
        if !sawText, text.first == UInt8(ascii: "<") || text.first == UInt8(ascii: "{") { list.kind = .notAPlaylist }
        sawText = true
        guard list.kind != .notAPlaylist else { return }
        guard text.first == UInt8(ascii: "#") else { return address(text.text) }

        if let value = text.value(of: "#EXTINF:") {
            if let pending { note(.infoWithoutURL, at: pending.line) }
            let attributes = M3UAttributes(value, endsAtComma: true)
            note(attributes)
            pending = Pending(attributes: attributes, line: lineNumber + 1)
        } else if let value = text.value(of: "#EXTM3U") {
            let attributes = M3UAttributes(value, endsAtComma: false)
            note(attributes)
            list.attributes.merge(attributes.values) { _, new in new }
            // However many such lines there are.
            if list.attributes.count > ChannelList.mostAttributes { list.attributes = attributes.values }
        } else if let value = text.value(of: "#EXTGRP:") {
            group = value.isEmpty ? nil : value.text
        } else if let value = text.value(of: "#KODIPROP:") ?? text.value(of: "#EXTVLCOPT:") {
            guard let equals = value.firstIndex(of: UInt8(ascii: "=")) else { return }
            setProperty(value[..<equals].trimmed.text.lowercased(), value[(equals + 1)...])
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

    private mutating func address(_ text: String) {
        guard list.kind == .channels else { return }
        guard list.entries.count < ChannelList.mostEntries else {
            if list.problems.last?.reason != .tooManyChannels { note(.tooManyChannels, at: lineNumber + 1) }
            return
        }
        guard let address = StreamAddress(text) else {
            note(.unusableURL, at: lineNumber + 1)
            return forgetPending()
        }
        if pending == nil, lastHadInfo, let last = list.entries.indices.last {
            if list.entries[last].alternateURLs.count < ChannelList.mostAlternates {
                list.entries[last].alternateURLs.append(address.url)
            } else {
                note(.tooManyAddresses, at: lineNumber + 1)
            }
            return
        }
        list.entries.append(entry(address))
        lastHadInfo = pending != nil
        forgetPending()
    }

    private mutating func forgetPending() {
        pending = nil
        properties = [:]
        logo = nil
    }

    private mutating func entry(_ address: StreamAddress) -> ChannelEntry {
        var entry = ChannelEntry(name: "", url: address.url, line: lineNumber + 1)
        var attributes = pending?.attributes.values ?? [:]
        var title = (pending?.attributes.title ?? []).trimmed
        // Some lists have attributes behind the comma.
        var afterLate: ArraySlice<UInt8> = []
        if let start = Self.attributeStart(in: title) {
            let late = M3UAttributes(title[start...], endsAtComma: false)
            note(late)
            attributes.merge(late.values) { early, _ in early }
            afterLate = ArraySlice(late.words.joined(separator: [0x20]))
            title = title[..<start].trimmed
        }
        // The duration is the first word; without a comma the other words are the title.
        let words = pending?.attributes.words ?? []
        let loose = words.drop { Double($0.text) != nil }.joined(separator: [0x20])

        func attribute(_ names: String...) -> String? {
            for name in names {
                if let value = attributes[name] {
                    let trimmed = Array(value.utf8)[...].trimmed
                    if !trimmed.isEmpty { return trimmed.text }
                }
            }
            return nil
        }
        let written = Array([title, afterLate].filter { !$0.isEmpty }.joined(separator: [0x20]))
        let name = written.isEmpty ? Array(loose) : written
        if name.count <= ChannelList.longestValue {
            entry.name = name[...].text
        } else {
            note(.valueTooLong, at: pending?.line ?? lineNumber + 1)
        }
        if entry.name.isEmpty { entry.name = attribute("tvg-name") ?? address.fileName }
        entry.guideID = attribute("tvg-id", "channel-id")
        entry.guideName = attribute("tvg-name")
        entry.logo = attribute("tvg-logo", "url-logo", "logo") ?? logo
        entry.number = attribute("tvg-chno", "channel-number", "tvg-chnum")
        entry.groups = (attribute("group-title") ?? group ?? "").utf8.split(separator: UInt8(ascii: ";"))
            .map { Array($0)[...].trimmed.text }.filter { !$0.isEmpty }
        entry.isRadio = ["true", "1"].contains(attribute("radio")?.lowercased() ?? "")
        entry.rating = Self.rating(attribute("tvg-rating"), attribute("censored"), attribute("parent-code"))
        entry.attributes = attributes
        entry.properties = properties
        let shared = StreamAddress.sharedHeaders(in: properties).subtracting(address.headers.keys)
        entry.sharedHeaders = shared.isEmpty ? nil : shared
        entry.headers = address.headers.merging(StreamAddress.headers(in: properties)) { own, _ in own }
        return entry
    }

    private static func rating(_ rating: String?, _ censored: String?, _ code: String?) -> ContentRating {
        let no = ["", "0", "false", "no"]
        if !no.contains(censored?.lowercased() ?? "") || !no.contains(code?.lowercased() ?? "") {
            return .rated(.adult)
        }
        return rating.map { Ratings.rating($0) } ?? .unrated
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
