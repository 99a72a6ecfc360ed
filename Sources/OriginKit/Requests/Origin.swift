import Foundation

/// Answers requests: pure but for reading pieces from disk the first time.
package struct Origin: Sendable {
    private let library: PieceLibrary
    /// The time, in seconds since 1970, from which relative times count where nothing else is
    /// stated.
    private let startedAt: Double
    /// The options of channels; those of the query override them.
    private let channelOptions: [Int: [(name: String, value: String)]]

    /// Makes an origin. `startedAt`: in seconds since 1970.
    package init(
        library: PieceLibrary, channelOptions: [Int: [(name: String, value: String)]] = [:],
        startedAt: Double = Date().timeIntervalSince1970
    ) {
        self.library = library
        self.startedAt = startedAt
        self.channelOptions = channelOptions
    }

    /// A request, and the faults that it asks for.
    struct Reading {
        let request: OriginRequest
        let faults: FaultOptions
        let pairs: [(name: String, value: String)]
        /// Whether it came behind a redirect.
        let isMoved: Bool
    }

    func read(path: String, query: String) -> Reading? {
        let isMoved = path.hasPrefix(FaultInjection.movedPrefix + "/")
        let path = isMoved ? String(path.dropFirst(FaultInjection.movedPrefix.count)) : path
        guard let request = OriginRequest(path: path, channels: library.channels) else { return nil }
        let pairs = (request.channel.flatMap { channelOptions[$0] } ?? []) + Self.pairs(query)
        return Reading(
            request: request, faults: FaultOptions(pairs).applying(to: request.kinds), pairs: pairs, isMoved: isMoved)
    }

    /// Answers a request. `now`: seconds since 1970. `base`: scheme and authority of the origin, for
    /// the lineup's URLs.
    func answer(path: String, query: String, headers: ClientHeaders = .none, now: Double, base: String) -> OriginAnswer
    {
        guard let reading = read(path: path, query: query) else { return .notFound("no such resource: \(path)") }
        let injection = FaultInjection(
            faults: reading.faults, request: reading.request, path: path, query: query, isMoved: reading.isMoved,
            headers: headers, now: now)
        if let failure = injection.failure() { return failure }
        var answer: OriginAnswer
        do {
            answer =
                try content(reading, injection, query: query, base: base)
                ?? .notFound("no such channel, rung or time: \(path)")
        } catch {
            return OriginAnswer(status: 500, body: .bytes(Array("\(error)\n".utf8)))
        }
        if answer.status == 200 { injection.distort(&answer) }
        guard reading.faults.givesRanges else { return answer }
        if answer.status == 200, case .segment = reading.request { answer.headers.append(("Accept-Ranges", "bytes")) }
        headers.range?.narrow(&answer)
        return answer
    }

    /// The whole body of an existing resource, without faults, for players in this process.
    package func bytes(path: String, query: String = "", now: Double) -> [UInt8]? {
        let answer = answer(path: path, query: query, now: now, base: "")
        guard answer.status == 200, answer.notBefore ?? now <= now, case .bytes(let bytes) = answer.body else {
            return nil
        }
        return bytes
    }

    private func content(
        _ reading: Reading, _ injection: FaultInjection, query: String, base: String
    ) throws -> OriginAnswer? {
        let (request, pairs, now) = (reading.request, reading.pairs, injection.now)
        if case .lineup = request {
            let films = pairs.last { $0.name == "films" }.flatMap { Int($0.value) } ?? 0
            let lineup = Lineup(channels: library.channels, films: max(0, films))
            return .text(lineup.text(base: base, query: query), type: "audio/x-mpegurl")
        }
        if case .guide(let isPacked) = request {
            let text = Array(
                OriginGuide(channels: library.channels, evening: OriginGuide.evening(pairs)).text(base: base, now: now)
                    .utf8)
            return OriginAnswer(
                headers: [("Content-Type", isPacked ? "application/gzip" : "application/xml")],
                body: .bytes(isPacked ? StoredGzip.wrap(text) : text))
        }
        guard let number = request.channel, let content = library.channel(number) else { return nil }
        let stream = ChannelStream(
            content: content, library: library, pairs: pairs, tracks: reading.faults.tracks,
            segmentSeconds: request.segmentSeconds,
            startedAt: startedAt, sound: request.rung.flatMap(Sound.init))
        switch request {
        case .lineup, .guide: return nil
        case .logo:
            return OriginAnswer(headers: [("Content-Type", "image/png")], body: .bytes(try library.logo(content)))
        case .artwork:
            return try library.artwork(content).map {
                OriginAnswer(headers: [("Content-Type", "image/png")], body: .bytes($0))
            }
        case .master(_, let isLive): return stream?.multivariant(isLive: isLive, query: query, now: now)
        case .media(_, let rung, let isLive):
            let subtitles = SubtitleRendition.named(rung)
            let media = try stream?.playlist(
                rung: subtitles == nil ? rung : content.rungs.first?.name ?? rung, isLive: isLive,
                directives: DeliveryDirectives(pairs),
                cache: PlaylistCache(reading.faults), query: query, now: now)
            guard let subtitles, let media else { return media }
            return subtitles.playlist(like: media)
        case .segment(_, let rung, let name):
            guard let stream, let index = stream.index(of: rung),
                !injection.isMissing(rung: index, completion: stream.completion(name))
            else { return nil }
            return try stream.segment(rung: rung, name, range: injection.headers.range, now: now)
        case .subtitles(_, let name, _, let index): return stream?.subtitles(name, segment: index, now: now)
        case .key(_, let period):
            return OriginAnswer(
                headers: [("Content-Type", "application/octet-stream")],
                body: .bytes(stream?.keyFile(period: period) ?? KeyRotation(channel: number).key(period: period)))
        case .initSection(_, let rung, let isBreak): return try stream?.initSection(rung: rung, isBreak: isBreak)
        case .file(_, let name):
            guard let rung = content.rung(named: name) else { return nil }
            let asked = pairs.last { $0.name == "seconds" }.flatMap { Int($0.value) }
            let pieces = try library.pieces(content, rung, .ts)
            let indices = 0..<Int64(min(max(asked ?? 60, 2), 86_400) / ChannelContent.pieceSeconds)
            return OriginAnswer(
                headers: [("Content-Type", "video/mp2t")],
                body: .pieces(
                    count: indices.upperBound, bytes: indices.reduce(0) { $0 + pieces.storedBytes($1) }
                ) { pieces.piece($0, tracks: .all) })
        }
    }

    static let playlistType = "application/vnd.apple.mpegurl"

    /// The pairs of a query, undecoded: our options need no escapes.
    package static func pairs(_ query: String) -> [(name: String, value: String)] {
        query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
        }
    }
}
