/// Reads an M3U channel list as its bytes arrive. Whatever is in it, no line loses the lines after it.
package struct M3UParser: Sendable {
    private static let longestLine = 64 << 10
    private static let mostEntries = 500_000
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
    /// The last address had an `#EXTINF`: one more is the same channel's.
    private var lastHadInfo = false

    private struct Pending {
        var attributes: M3UAttributes
        var line: Int
    }

    package init() {}

    /// Whole list at once.
    package static func parse(_ text: String) -> ChannelList {
        var parser = M3UParser()
        parser.feed(Array(text.utf8))
        return parser.finish()
    }

    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == 0x0a || byte == 0x0d {
                endLine(countsAsLine: byte == 0x0a)
            } else if line.count < Self.longestLine {
                line.append(byte)
            } else {
                lineIsTooLong = true
            }
        }
    }

    /// What was found. The parser starts anew.
    package mutating func finish() -> ChannelList {
        endLine(countsAsLine: true)
        if let pending { note(.infoWithoutURL, at: pending.line) }
        defer { self = M3UParser() }
        return list
    }

    /// A carriage return ends a line too, but only line feeds count: CRLF is one line.
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
        guard !line.isEmpty else { return }
        let text = trimmed(decoded(line))
        guard !text.isEmpty else { return }
        read(text)
    }

    /// UTF-8, or else Latin-1, as older lists are.
    private func decoded(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private func trimmed(_ text: String) -> Substring {
        func isBlank(_ character: Character) -> Bool {
            character.isWhitespace || character == "\u{feff}" || character == "\0"
        }
        guard let first = text.firstIndex(where: { !isBlank($0) }),
            let last = text.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return text[first...last]
    }

    private mutating func read(_ text: Substring) {
        if !sawText, text.first == "<" || text.first == "{" { list.kind = .notAPlaylist }
        sawText = true
        guard list.kind != .notAPlaylist else { return }
        guard text.first == "#" else { return address(text) }

        if let value = value(of: "#EXTINF:", in: text) {
            if let pending { note(.infoWithoutURL, at: pending.line) }
            pending = Pending(attributes: M3UAttributes(value, endsAtComma: true), line: lineNumber + 1)
        } else if let value = value(of: "#EXTM3U", in: text) {
            list.attributes.merge(M3UAttributes(value, endsAtComma: false).values) { _, new in new }
        } else if let value = value(of: "#EXTGRP:", in: text) {
            group = value.isEmpty ? nil : String(value)
        } else if let value = value(of: "#KODIPROP:", in: text) ?? self.value(of: "#EXTVLCOPT:", in: text) {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { properties[String(trimmed(String(parts[0]))).lowercased()] = String(parts[1]) }
        } else if let value = value(of: "#EXTIMG:", in: text) {
            logo = String(value)
        } else if let value = value(of: "#PLAYLIST:", in: text) {
            list.title = String(value)
        } else if ["#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE"].contains(where: text.hasPrefix) {
            list.kind = .hls
        }
    }

    /// What follows `tag`, in any case.
    private func value(of tag: String, in text: Substring) -> Substring? {
        guard text.prefix(tag.count).uppercased() == tag else { return nil }
        return trimmed(String(text.dropFirst(tag.count)))
    }

    private mutating func address(_ text: Substring) {
        guard list.kind == .channels else { return }
        guard list.entries.count < Self.mostEntries else {
            if list.problems.last?.reason != .tooManyChannels { note(.tooManyChannels, at: lineNumber + 1) }
            return
        }
        guard let address = StreamAddress(text) else {
            note(.unusableURL, at: lineNumber + 1)
            return forgetPending()
        }
        if pending == nil, lastHadInfo, let last = list.entries.indices.last {
            list.entries[last].alternateURLs.append(address.url)
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

    private func entry(_ address: StreamAddress) -> ChannelEntry {
        var entry = ChannelEntry(name: "", url: address.url, line: lineNumber + 1)
        var attributes = pending?.attributes.values ?? [:]
        var title = trimmed(pending?.attributes.title ?? "")
        // Attributes on the wrong side of the comma.
        if let start = Self.attributeStart(in: title) {
            let late = M3UAttributes(title[start...], endsAtComma: false)
            attributes.merge(late.values) { early, _ in early }
            title = trimmed(title[..<start] + " " + late.rest)
        }
        // The duration is the first word; without a comma the others are the title.
        let words = pending?.attributes.rest.split(separator: " ") ?? []
        let loose = words.drop { Double($0) != nil }.joined(separator: " ")

        func attribute(_ names: String...) -> String? {
            names.lazy.compactMap { attributes[$0] }.map { String(trimmed($0)) }.first { !$0.isEmpty }
        }
        let fallback = attribute("tvg-name") ?? address.fileName
        entry.name = !title.isEmpty ? String(title) : !loose.isEmpty ? loose : fallback
        entry.guideID = attribute("tvg-id", "channel-id")
        entry.guideName = attribute("tvg-name")
        entry.logo = attribute("tvg-logo", "url-logo", "logo") ?? logo
        entry.number = attribute("tvg-chno", "channel-number", "tvg-chnum")
        entry.groups = (attribute("group-title") ?? group ?? "").split(separator: ";").map { String(trimmed(String($0))) }
            .filter { !$0.isEmpty }
        entry.isRadio = ["true", "1"].contains(attribute("radio")?.lowercased() ?? "")
        entry.rating = Self.rating(attribute("tvg-rating"), attribute("censored"), attribute("parent-code"))
        entry.attributes = attributes
        entry.properties = properties
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

    /// Where one of the attributes that are never part of a name begins.
    private static func attributeStart(in title: Substring) -> Substring.Index? {
        guard title.contains("=") else { return nil }
        var index = title.startIndex
        var afterBlank = true
        while index < title.endIndex {
            if afterBlank, ["tvg-", "group-title="].contains(where: title[index...].hasPrefix) { return index }
            afterBlank = title[index].isWhitespace
            index = title.index(after: index)
        }
        return nil
    }

    private mutating func note(_ reason: ChannelList.Reason, at line: Int) {
        guard list.problems.count < Self.mostProblems else { return }
        list.problems.append(ChannelList.Problem(line: line, reason: reason))
    }
}
