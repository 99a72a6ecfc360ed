import Channels
import Commands
import ControlProtocol
import Guide

extension ItemsRequest {
    /// The request, where it makes sense. Throws a `ControlError` that says what is wrong with which item.
    func checked() throws -> Self {
        guard (1...PlayQueue.mostEntries).contains(items.count) else {
            throw ControlError(
                .badRequest, cause: "there are \(items.count) items",
                nextStep: "give 1 to \(PlayQueue.mostEntries), with \"url\" and \"title\" each")
        }
        for (index, item) in items.enumerated() { try item.check(at: "items[\(index)]") }
        return self
    }
}

extension DeclaredItem {
    private static let (longestText, longestDescription, mostHeaders, mostChapters) = (300, 4000, 20, 500)
    private static let mostInterstitials = 100

    fileprivate func check(at place: String) throws {
        func bad(_ key: String, _ cause: String, _ nextStep: String) -> ControlError {
            ControlError(.badRequest, cause: "\(place).\(key): \(cause)", nextStep: nextStep)
        }
        let addresses = [("url", url)] + (alternates ?? []).enumerated().map { ("alternates[\($0)]", $1) }
        for (key, address) in addresses + (artwork.map { [("artwork", $0)] } ?? []) where !Command.isAddress(address) {
            throw bad(key, "that is no address", "give one that starts with http:// or https://")
        }
        let texts = [
            ("title", title), ("subtitle", subtitle), ("artist", artist), ("album", album), ("rating", rating),
            ("description", description),
        ]
        for case (let key, let text?) in texts {
            let most = key == "description" ? Self.longestDescription : Self.longestText
            guard !text.isEmpty, text.utf8.count <= most else {
                throw bad(key, "it has \(text.utf8.count) bytes", "give 1 to \(most), or leave it out")
            }
            guard !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7f }) else {
                throw bad(key, "there are control characters in it", "leave them out")
            }
        }
        for case (let key, let number?) in [("season", season), ("episode", episode)]
        where !(0...99_999).contains(number) {
            throw bad(key, "\(number) is none", "count from 0")
        }
        if let start, !(0...1e6).contains(start) {
            throw bad("start_s", "it can't begin \(start) s after its beginning", "give 0 to 1000000")
        }
        guard (chapters ?? []).count <= Self.mostChapters else {
            throw bad("chapters", "there are too many", "give \(Self.mostChapters) at most")
        }
        var before = -1.0
        for (index, chapter) in (chapters ?? []).enumerated() {
            guard (0...1e6).contains(chapter.start), chapter.start > before else {
                throw bad("chapters[\(index)].start_s", "it does not come after the one before", "give them in order")
            }
            guard (chapter.title?.utf8.count ?? 0) <= Self.longestText else {
                throw bad("chapters[\(index)].title", "it is too long", "give \(Self.longestText) bytes at most")
            }
            before = chapter.start
        }
        guard (headers ?? [:]).count <= Self.mostHeaders else {
            throw bad("headers", "there are too many", "give \(Self.mostHeaders) at most")
        }
        for (name, value) in (headers ?? [:]).sorted(by: { $0.key < $1.key })
        where !ChannelEntry.allows(header: name, value) {
            throw bad(
                "headers", "\"\(name.prefix(40))\" can't be set", "leave out what says where a message goes or ends")
        }
        guard (interstitials ?? []).count <= Self.mostInterstitials else {
            throw bad("interstitials", "there are too many", "give \(Self.mostInterstitials) at most")
        }
        for (index, item) in (interstitials ?? []).enumerated() {
            if let fault = item.fault { throw bad("interstitials[\(index)].\(fault.key)", fault.cause, fault.nextStep) }
        }
        do { _ = try propose?.checked() } catch let error as ControlError {
            throw bad("propose", error.cause, error.nextStep)
        }
    }

    /// The item as a channel of its own.
    var entry: ChannelEntry {
        var entry = ChannelEntry(name: title, url: url)
        entry.alternateURLs = alternates ?? []
        entry.logo = artwork
        entry.isRadio = kind == .audio
        entry.headers = headers ?? [:]
        entry.rating = adult == true ? .rated(.adult) : rating.map { Ratings.rating($0) } ?? .unrated
        entry.groups = []
        return entry
    }
}
