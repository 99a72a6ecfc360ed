import Guide
import MediaCore

/// The guides of all sources together: asks for a channel the guide that was found for it, with its shift.
///
/// A value: whoever has it makes a new one when a guide was imported or the lists changed. Its calls block for as long
/// as the disk does.
package struct GuideShelf: Sendable {
    /// A channel of the lists, and the shift that its list wants.
    package struct Channel: Hashable, Sendable {
        package var listed: ChannelMatching.Listed
        /// Seconds by which its guide's times are too early.
        package var shift: Int64

        package init(_ listed: ChannelMatching.Listed, shift: Int64 = 0) {
            self.listed = listed
            self.shift = shift
        }
    }

    /// What a search found: which of the channels, and the programme at the channel's own time.
    package struct Finding: Hashable, Sendable {
        package var channel: Int
        package var programme: Programme
    }

    private struct Place: Sendable {
        var guide: Int
        var id: String
        var shift: Int64
    }

    private let guides: [GuideReader]
    private let places: [Place?]
    /// What told each channel's guide; nil: it has none.
    package let matches: [ChannelMatching.Match?]
    /// The sources of the guides that are there, in the order in which `matches` counts them.
    package let opened: [String]
    /// The sources whose guides are there and can't be read.
    package let damaged: [String]

    /// Opens the guides of `sources`, the most trusted first, and finds each channel in them; sources without a guide,
    /// or with a damaged one, count for nothing.
    package init(folder: String, sources: [String], channels: [Channel]) {
        var guides: [GuideReader] = []
        var offered: [[ChannelMatching.Offered]] = []
        var opened: [String] = []
        var damaged: [String] = []
        for source in sources {
            do {
                guard let guide = try GuideReader(folder: folder, source: source) else { continue }
                offered.append(try guide.channels())
                guides.append(guide)
                opened.append(source)
            } catch {
                damaged.append(source)
            }
        }
        self.opened = opened
        self.damaged = damaged
        let matching = ChannelMatching(guides: offered)
        let matches = channels.map { matching.match($0.listed) }
        self.guides = guides
        self.matches = matches
        places = zip(channels, matches).map { channel, match in
            match.map { Place(guide: $0.guide, id: $0.id, shift: channel.shift) }
        }
    }

    /// What is on each of the channels with these numbers at a time, in seconds since 1970, and what follows.
    package func nowAndNext(_ channels: [Int], at time: Int64) throws -> [NowAndNext] {
        try channels.map { channel in
            guard let place = place(channel) else { return NowAndNext() }
            let both = try guides[place.guide].nowAndNext(place.id, at: time.addingSaturating(-place.shift))
            return NowAndNext(now: both.now?.later(place.shift), next: both.next?.later(place.shift))
        }
    }

    /// The programmes of each channel that touch `window`, in order, as many lists as there are channels.
    package func window(_ channels: [Int], _ window: Range<Int64>) throws -> [[GuideReader.Cell]] {
        var found = [[GuideReader.Cell]](repeating: [], count: channels.count)
        var asked: [Question: [Int]] = [:]
        for (row, channel) in channels.enumerated() {
            guard let place = place(channel) else { continue }
            asked[Question(guide: place.guide, shift: place.shift), default: []].append(row)
        }
        for (question, rows) in asked {
            let ids = rows.compactMap { place(channels[$0])?.id }
            let moved =
                window.lowerBound.addingSaturating(
                    -question.shift)..<window.upperBound.addingSaturating(-question.shift)
            for (row, cells) in zip(rows, try guides[question.guide].window(ids, moved)) {
                found[row] = cells.map { cell in
                    GuideReader.Cell(
                        start: cell.start.addingSaturating(question.shift),
                        stop: cell.stop.addingSaturating(question.shift),
                        title: cell.title)
                }
            }
        }
        return found
    }

    /// The programmes with a rating that touch `window`, by the numbers of their channels.
    package func ratedTimes(_ window: Range<Int64>) throws -> [Int: [RatedTime]] {
        let found = try guides.map { try $0.ratedTimes(wide(window)) }
        var times: [Int: [RatedTime]] = [:]
        for (channel, place) in places.enumerated() {
            guard let place, let own = found[place.guide][place.id] else { continue }
            times[channel] = own.map {
                RatedTime(
                    start: $0.start.addingSaturating(place.shift), stop: $0.stop.addingSaturating(place.shift),
                    rating: $0.rating)
            }
        }
        return times
    }

    /// The genres that most programmes in `window` have, the commonest first.
    package func genres(in window: Range<Int64>, limit: Int) throws -> [String] {
        var counts: [String: Int] = [:]
        for guide in guides { counts.merge(try guide.genres(in: window)) { $0.addingSaturating($1) } }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(max(0, limit)).map(\.key)
    }

    /// When programmes of a genre begin that touch `window`, by the numbers of their channels.
    package func starts(of genre: String, in window: Range<Int64>) throws -> [Int: Set<Int64>] {
        let found = try guides.map { try $0.times(of: genre, in: wide(window)) }
        var starts: [Int: Set<Int64>] = [:]
        for (channel, place) in places.enumerated() {
            guard let place, let own = found[place.guide][place.id] else { continue }
            let moved = own.compactMap { time -> Int64? in
                let start = time.lowerBound.addingSaturating(place.shift)
                let isSeen =
                    start < window.upperBound && time.upperBound.addingSaturating(place.shift) > window.lowerBound
                return isSeen ? start : nil
            }
            if !moved.isEmpty { starts[channel] = Set(moved) }
        }
        return starts
    }

    /// A window as any of the channels has it, whose clocks are moved.
    private func wide(_ window: Range<Int64>) -> Range<Int64> {
        let earliest = places.compactMap { $0?.shift }.max() ?? 0
        let latest = places.compactMap { $0?.shift }.min() ?? 0
        return window.lowerBound.addingSaturating(
            -max(0, earliest))..<window.upperBound.addingSaturating(-min(0, latest))
    }

    /// The words of the guides that were typed with these digits of a telephone.
    package func words(byKeys digits: String, limit: Int) throws -> [String] {
        var found: [String] = []
        for guide in guides {
            for word in try guide.words(byKeys: digits, limit: limit) where !found.contains(word) { found.append(word) }
        }
        return Array(found.prefix(limit))
    }

    /// Programmes of the channels that have words beginning with all of those in `text`, the first in time first;
    /// without those that begin before `time`.
    package func search(_ text: String, from time: Int64, limit: Int) throws -> [Finding] {
        var owners: [Owner: [Int]] = [:]
        for (channel, place) in places.enumerated() {
            guard let place else { continue }
            owners[Owner(guide: place.guide, id: place.id), default: []].append(channel)
        }
        let latest = places.compactMap { $0?.shift }.max() ?? 0
        var found: [Finding] = []
        for (number, guide) in guides.enumerated() {
            for one in try guide.search(text, from: time.addingSaturating(-max(0, latest)), limit: limit) {
                for channel in owners[Owner(guide: number, id: one.channel)] ?? [] {
                    let programme = one.programme.later(places[channel]?.shift ?? 0)
                    if programme.start >= time { found.append(Finding(channel: channel, programme: programme)) }
                }
            }
        }
        found.sort { ($0.programme.start, $0.channel) < ($1.programme.start, $1.channel) }
        return Array(found.prefix(max(0, limit)))
    }

    private struct Question: Hashable {
        var guide: Int
        var shift: Int64
    }

    private struct Owner: Hashable {
        var guide: Int
        var id: String
    }

    private func place(_ channel: Int) -> Place? { places.indices.contains(channel) ? places[channel] : nil }
}

extension Programme {
    fileprivate func later(_ seconds: Int64) -> Programme {
        var programme = self
        programme.start = start.addingSaturating(seconds)
        programme.stop = stop.addingSaturating(seconds)
        return programme
    }
}
