/// Answers requests: pure but for reading pieces from disk the first time.
package struct Origin: Sendable {
    private let library: PieceLibrary
    /// Options of a channel, under those of the query.
    private let channelOptions: [Int: [(name: String, value: String)]]

    package init(library: PieceLibrary, channelOptions: [Int: [(name: String, value: String)]] = [:]) {
        self.library = library
        self.channelOptions = channelOptions
    }

    /// The request, and what it asks to go wrong.
    func read(path: String, query: String) -> (OriginRequest, FaultOptions, [(name: String, value: String)])? {
        guard let request = OriginRequest(path: path, channels: library.channels) else { return nil }
        let pairs = (request.channel.flatMap { channelOptions[$0] } ?? []) + Self.pairs(query)
        return (request, FaultOptions(pairs).applying(to: request.kind), pairs)
    }

    /// `now`: seconds since 1970. `base`: scheme and authority of the origin, for the lineup's URLs.
    func answer(path: String, query: String, now: Double, base: String) -> OriginAnswer {
        guard let (request, faults, pairs) = read(path: path, query: query) else {
            return .notFound("no such resource: \(path)")
        }
        if let failure = failure(faults, path: path, query: query) { return failure }
        var answer: OriginAnswer
        do {
            answer = try content(request, pairs, query: query, tracks: faults.tracks, now: now, base: base)
                ?? .notFound("no such channel, rung or time: \(path)")
        } catch {
            return OriginAnswer(status: 500, body: .bytes(Array("\(error)\n".utf8)))
        }
        if answer.status == 200 { distort(&answer, faults, request.kind) }
        return answer
    }

    /// For players in this process: the body of what is there, whole and undisturbed.
    package func bytes(path: String, query: String = "", now: Double) -> [UInt8]? {
        let answer = answer(path: path, query: query, now: now, base: "")
        guard answer.status == 200, case .bytes(let bytes) = answer.body else { return nil }
        return bytes
    }

    private func failure(_ faults: FaultOptions, path: String, query: String) -> OriginAnswer? {
        if let status = faults.status {
            let retry = faults.retryAfterSeconds.map { [(name: "Retry-After", value: String($0))] } ?? []
            return OriginAnswer(status: status, headers: retry, body: .bytes(Array("as asked: \(status)\n".utf8)))
        }
        if faults.redirectsForEver {
            return OriginAnswer(
                status: 302, headers: [("Location", query.isEmpty ? path : "\(path)?\(query)")], body: .bytes([]))
        }
        return nil
    }

    private func content(
        _ request: OriginRequest, _ pairs: [(name: String, value: String)], query: String, tracks: TrackSelection,
        now: Double, base: String
    ) throws -> OriginAnswer? {
        func option(_ name: String) -> String? { pairs.last { $0.name == name }?.value }
        if case .lineup = request {
            return .text(Lineup(channels: library.channels).text(base: base, query: query), type: "audio/x-mpegurl")
        }
        guard let number = request.channel, let content = library.channel(number) else { return nil }
        switch request {
        case .lineup: return nil
        case .logo:
            return OriginAnswer(headers: [("Content-Type", "image/png")], body: .bytes(try library.logo(content)))
        case .master:
            return .text(
                MultivariantPlaylist(content: content).text(query: query, tracks: tracks), type: Self.playlistType)
        case .media(_, let rung, let isLive):
            let seconds = option("segment").flatMap { Int($0) } ?? 2
            guard content.rung(named: rung) != nil, let timeline = SegmentTimeline(segmentSeconds: seconds)
            else { return nil }
            let minutes = min(max(option("minutes").flatMap { Int($0) } ?? 2, 1), 600)
            let playlist = MediaPlaylist(
                timeline: timeline,
                segments: isLive ? timeline.window(now: now) : 0..<Int64(minutes * 60 / timeline.seconds),
                container: option("container").flatMap { MediaContainer(rawValue: $0) } ?? .ts, isWhole: !isLive,
                hasBreaks: option("ads") == "1", query: query, hasDates: isLive,
                keys: option("aes") == "1" ? KeyRotation(channel: number) : nil)
            return .text(playlist.text(rung: rung), type: Self.playlistType)
        case .segment(_, let rung, let seconds, let index, let container):
            guard let timeline = SegmentTimeline(segmentSeconds: seconds), index < timeline.window(now: now).upperBound
            else { return nil }
            var answer = try joined(content, rung, timeline.pieces(of: index), container, tracks)
            if option("aes") == "1", case .bytes(let bytes)? = answer?.body,
                let encrypted = KeyRotation(channel: number).encrypt(bytes, segment: index)
            {
                answer?.body = .bytes(encrypted)
            }
            return answer
        case .key(_, let period):
            return OriginAnswer(
                headers: [("Content-Type", "application/octet-stream")],
                body: .bytes(KeyRotation(channel: number).key(period: period)))
        case .breakSegment(_, let rung, let seconds, let place, let container):
            let other = library.channels.first { $0.number != number && $0.rung(named: rung) != nil } ?? content
            guard let timeline = SegmentTimeline(segmentSeconds: seconds) else { return nil }
            return try joined(other, rung, timeline.pieces(of: place), container, tracks)
        case .initSection(_, let name):
            guard let rung = content.rung(named: name) else { return nil }
            return OriginAnswer(
                headers: [("Content-Type", "video/mp4")],
                body: .bytes(try library.pieces(content, rung, .fmp4).initSection(tracks: tracks)))
        case .file(_, let name):
            guard let rung = content.rung(named: name) else { return nil }
            let seconds = min(max(option("seconds").flatMap { Int($0) } ?? 60, 2), 86_400)
            let pieces = try library.pieces(content, rung, .ts)
            let indices = 0..<Int64(seconds / ChannelContent.pieceSeconds)
            return OriginAnswer(
                headers: [("Content-Type", "video/mp2t")],
                body: .pieces(
                    count: indices.upperBound, bytes: indices.reduce(0) { $0 + pieces.storedBytes($1) }
                ) { pieces.piece($0, tracks: .all) })
        }
    }

    private func joined(
        _ content: ChannelContent, _ name: String, _ indices: Range<Int64>, _ container: MediaContainer,
        _ tracks: TrackSelection
    ) throws -> OriginAnswer? {
        guard let rung = content.rung(named: name) else { return nil }
        let pieces = try library.pieces(content, rung, container)
        return OriginAnswer(
            headers: [("Content-Type", container.contentType)],
            body: .bytes(indices.flatMap { pieces.piece($0, tracks: tracks) }))
    }

    private func distort(_ answer: inout OriginAnswer, _ faults: FaultOptions, _ kind: FaultOptions.Kind) {
        if kind == .playlist {
            if faults.answersHTML {
                answer = .text("<!DOCTYPE html><html><body><h1>Please log in</h1></body></html>\n", type: "text/html")
            }
            if faults.isHuge {
                answer.body = .endless(head: "#EXTM3U\n", repeated: "#EXTINF:2.000,\nsegment.ts\n")
            }
            if faults.isCompressed, case .bytes(let bytes) = answer.body {
                answer.body = .bytes(StoredGzip.wrap(bytes))
                answer.headers.append(("Content-Encoding", "gzip"))
            }
        } else {
            if faults.isGarbage, case .bytes(let bytes) = answer.body {
                answer.body = .bytes(Self.noise(count: bytes.count))
            }
            answer.cutAfter = faults.truncateBytes
        }
        if faults.stalls, case .bytes(let bytes) = answer.body { answer.stallAfter = bytes.count / 2 }
    }

    private static let playlistType = "application/vnd.apple.mpegurl"

    /// Undecoded: our options need no escapes.
    package static func pairs(_ query: String) -> [(name: String, value: String)] {
        query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private static func noise(count: Int) -> [UInt8] {
        var state: UInt32 = 0x9e37_79b9
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return UInt8(state & 0xff)
        }
    }
}
