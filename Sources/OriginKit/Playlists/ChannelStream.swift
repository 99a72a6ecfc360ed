/// One channel as a query asks for it: its playlists and media at any time.
struct ChannelStream: Sendable {
    let content: ChannelContent
    let library: PieceLibrary
    let tracks: TrackSelection
    let programme: Programme
    /// The parts of the channel's segments, whether or not its playlists list them.
    let parts: PartTimeline
    private let variants: MultivariantOptions
    private let keys: KeyRotation?
    /// The sound that this stream is instead of the pictures, perhaps of another channel; nil: it
    /// has pictures.
    private var sound: (sound: Sound, rung: ChannelContent.Rung)?
    private let subtitles: SubtitleRendition.Offer?

    private var options: StreamOptions { programme.options }
    private var timeline: SegmentTimeline { programme.timeline }

    /// Makes a stream; nil when the options make none. `segmentSeconds`: as a URL states it, before
    /// the options. `startedAt`: the origin, in seconds since 1970.
    init?(
        content: ChannelContent, library: PieceLibrary, pairs: [(name: String, value: String)], tracks: TrackSelection,
        segmentSeconds: Int?, startedAt: Double, sound: Sound? = nil
    ) {
        let options = StreamOptions(pairs)
        var (content, tracks) = (content, tracks)
        let channel = content.number
        if let sound {
            guard options.sounds != nil, let source = library.source(of: sound, for: content) else { return nil }
            content = source.content
            tracks = .audioOnly
            self.sound = (sound, source.rung)
        } else if options.sounds == .multi, tracks == .all {
            tracks = .videoOnly
        }
        guard let timeline = SegmentTimeline(segmentSeconds: segmentSeconds ?? options.segmentSeconds),
            let parts = PartTimeline(
                segments: timeline, framesPerSecond: content.framesPerSecond, partsPerSecond: options.partsPerSecond)
        else { return nil }
        self.content = content
        self.library = library
        self.tracks = tracks
        self.parts = parts
        variants = MultivariantOptions(pairs)
        programme = Programme(timeline: timeline, options: options, startedAt: startedAt)
        keys = KeyRotation(pairs, channel: channel, container: options.container)
        subtitles = pairs.last { $0.name == "subs" }.flatMap { SubtitleRendition.Offer(rawValue: $0.value) }
    }

    // MARK: Playlists

    /// The multivariant playlist. `isLive` is false for recordings. `query`: as asked for, to be
    /// handed down.
    func multivariant(isLive: Bool, query: String, now: Double) -> OriginAnswer {
        let first = isLive ? timeline.window(now: now, seconds: options.windowSeconds).lowerBound : 0
        let query = anchored(query, at: first)
        let sounds = options.sounds == nil ? [] : Sound.allCases.filter { library.source(of: $0, for: content) != nil }
        let family = variants.family.flatMap { kind in
            library.advert(kind, for: content, rung: content.rungs[0]).map {
                [(name: kind.rawValue, content: $0.content)]
            }
        }
        let playlist = MultivariantPlaylist(
            content: content, options: variants, tracks: options.sounds == .multi ? .all : tracks, query: query,
            sounds: sounds, hasSoundInside: options.sounds == .alternate, families: family ?? [], subtitles: subtitles)
        return .text(playlist.text, type: Origin.playlistType)
    }

    /// The media playlist of a rung; nil when there is none. `directives`: nil if they must be
    /// refused.
    func playlist(
        rung: String, isLive: Bool, directives: DeliveryDirectives?, cache: PlaylistCache, query: String, now: Double
    ) throws -> OriginAnswer? {
        if rung.hasSuffix(IFramePlaylist.suffix) {
            return try iFrames(
                String(rung.dropLast(IFramePlaylist.suffix.count)), isLive: isLive, query: query, now: now)
        }
        guard let source = source(named: rung) else { return nil }
        guard isLive else { return .text(recording(rung, query: query).text, type: Origin.playlistType) }
        if options.canBlock, directives == nil { return .badRequest("a part without its segment, or no numbers") }
        /// The time of what is shown.
        var time = cache.stale?.reading(now) ?? now
        var notBefore: Double?
        if options.canBlock, let sequence = directives?.sequence {
            switch wait(sequence: sequence, part: directives?.part, now: time) {
            case .tooFar: return .badRequest("more than two segments, or the Advance Part Limit, ahead")
            case .at(let completion):
                let instant = max(now, cache.stale?.showing(completion) ?? completion)
                // Three target durations are as long as a request is held (6.2.5.2).
                let limit = now + Double(3 * timeline.seconds)
                if instant > limit { return OriginAnswer(status: 503, body: .bytes([]), notBefore: limit) }
                notBefore = instant
                time = cache.stale?.reading(instant) ?? instant
            }
        }
        // A cache in front has only an old copy of the plain URL: others were never asked for.
        let age = directives?.sequence == nil ? cache.ageSeconds : nil
        if let age { time -= Double(age) }
        var answer = OriginAnswer.text(
            try livePlaylist(rung, index: source.index, skip: directives?.skip, query: query, now: time).text,
            type: Origin.playlistType)
        answer.notBefore = notBefore
        if cache.ageSeconds != nil { answer.headers.append(("Age", String(age ?? 0))) }
        return answer
    }

    /// Decides about a blocking reload; an ended playlist holds nobody up.
    private func wait(sequence: Int64, part: Int?, now: Double) -> BlockingReload.Decision {
        let parts = options.parts == nil ? nil : parts
        let listing = programme.listing(now: now, parts: parts)
        if listing.hasEnded { return .at(now) }
        return BlockingReload(timeline: timeline, parts: parts)
            .decision(sequence: sequence + listing.base, part: part, now: now)
    }

    /// The playlist of a recording. `name`: of the rung or the sound, as in URLs.
    private func recording(_ name: String, query: String) -> MediaPlaylist {
        MediaPlaylist(
            programme: programme, listing: programme.recording, rung: name, query: anchored(query, at: 0),
            isLive: false, keys: keys)
    }

    private func livePlaylist(
        _ name: String, index: Int, skip: DeliveryDirectives.Skip?, query: String, now: Double
    ) throws -> MediaPlaylist {
        let hasParts = options.parts != nil
        return MediaPlaylist(
            programme: programme, listing: programme.listing(now: now, parts: hasParts ? parts : nil), rung: name,
            rungIndex: index, otherRungs: sound == nil ? content.rungs.map(\.name).filter { $0 != name } : [],
            query: anchored(DeliveryDirectives.removed(from: query), at: programme.anchor), keys: keys, skip: skip,
            lowLatency: hasParts ? try lowLatencyTags(name, now: now) : nil)
    }

    private func lowLatencyTags(_ rung: String, now: Double) throws -> LowLatencyTags {
        let edge = parts.edge(now: now)
        var sizes: [Int64: [Int]]?
        if options.parts == .ranges {
            sizes = try Dictionary(
                uniqueKeysWithValues: (max(0, edge.segment - 3)...edge.segment).map { segment in
                    (segment, try media(rung, name(segment))?.sizes ?? [])
                })
        }
        return LowLatencyTags(parts: parts, edge: edge, holdBack: options.holdBack, sizes: sizes)
    }

    private func name(_ segment: Int64) -> SegmentName {
        SegmentName(
            seconds: timeline.seconds, index: segment, isBreak: programme.placeInBreak(segment) != nil,
            container: options.container)
    }

    private func iFrames(_ rung: String, isLive: Bool, query: String, now: Double) throws -> OriginAnswer? {
        guard sound == nil, content.rung(named: rung) != nil else { return nil }
        let playlist = IFramePlaylist(
            programme: programme, listing: isLive ? programme.listing(now: now, parts: nil) : programme.recording,
            rung: rung, query: anchored(DeliveryDirectives.removed(from: query), at: isLive ? programme.anchor : 0),
            isLive: isLive
        ) { try media(rung, name($0))?.pictures ?? [] }
        return .text(try playlist.text(), type: Origin.playlistType)
    }

    /// The query with the segment from which relative times count, if there are any.
    private func anchored(_ query: String, at segment: Int64) -> String {
        guard options.needsAnchor, options.anchor == nil else { return query }
        return (query.isEmpty ? "" : "\(query)&") + "t0=\(segment * Int64(timeline.seconds))"
    }

    // MARK: Media

    /// The time at which a segment, or a part of it, comes to exist, in seconds since 1970.
    func completion(_ name: SegmentName) -> Double {
        if let part = name.part { return parts.completion(.init(segment: name.index, part: part)) }
        // A growing segment is there from its first part on.
        if options.parts == .ranges { return parts.completion(.init(segment: name.index, part: 0)) }
        return Double((name.index + 1) * Int64(timeline.seconds))
    }

    func segment(rung: String, _ name: SegmentName, range: ByteRange?, now: Double) throws -> OriginAnswer? {
        let next = timeline.window(now: now).upperBound
        let isThere = name.index < next
        let grows = options.parts == .ranges && name.part == nil && name.index <= next
        guard isThere || grows || name.part != nil, let media = try media(rung, name) else { return nil }
        var answer = OriginAnswer(headers: [("Content-Type", name.container.contentType)], body: .bytes([]))
        if let part = name.part {
            let position = PartTimeline.Position(segment: name.index, part: part)
            // A request for a hinted part waits; a part further ahead does not exist.
            guard part < parts.partsPerSegment, position <= parts.edge(now: now) else { return nil }
            answer.notBefore = parts.completion(position)
            answer.body = .bytes(try encrypted(media.part(part), name, rung: rung, head: media.part(0)))
        } else if !isThere, range?.isOpen ?? true {
            let growths = media.parts.enumerated().map { part, bytes in
                OriginAnswer.Growth(at: parts.completion(.init(segment: name.index, part: part)), bytes: bytes)
            }
            answer.body = .growing(growths)
            answer.notBefore = growths.first?.at
        } else {
            let there = isThere ? .max : parts.edge(now: now).part
            guard there > 0 else { return nil }
            answer.body = .bytes(
                try encrypted(media.parts.prefix(there).flatMap { $0 }, name, rung: rung, head: media.part(0)))
        }
        return answer
    }

    func initSection(rung name: String, isBreak: Bool) throws -> OriginAnswer? {
        guard let source = source(named: name, isBreak: isBreak) else { return nil }
        let clear = try library.pieces(source.content, source.rung, .fmp4).initSection(tracks: tracks)
        return OriginAnswer(
            headers: [("Content-Type", "video/mp4")],
            body: .bytes(isBreak ? clear : keys?.encryptInitialization(clear) ?? clear))
    }

    func keyFile(period: Int64) -> [UInt8]? { keys?.keyFile(period: period) }

    /// A segment's media, whether or not its time has come; nil: no such segment.
    private func media(_ rung: String, _ name: SegmentName) throws -> SegmentMedia? {
        guard let source = source(named: rung, isBreak: name.isBreak) else { return nil }
        var index = name.index
        if name.isBreak {
            guard let place = programme.placeInBreak(index) else { return nil }
            index = place
        }
        let framesPerSecond = source.content.framesPerSecond
        let isWhole = options.parts == nil && name.part == nil
        let cut = PartTimeline(segments: timeline, framesPerSecond: framesPerSecond, partsPerSecond: parts.ends.count)
        guard let ends = isWhole ? [framesPerSecond] : cut?.ends else { return nil }
        return SegmentMedia(
            pieces: try library.pieces(source.content, source.rung, name.container),
            indices: timeline.pieces(of: index),
            tracks: tracks, ends: ends, shift: programme.shift(name.index, container: name.container))
    }

    /// The content shown under a rung's name, and its place in the ladder; nil: no such rung.
    private func source(
        named name: String, isBreak: Bool = false
    ) -> (content: ChannelContent, rung: ChannelContent.Rung, index: Int)? {
        if let sound {
            guard name == sound.sound.rawValue else { return nil }
            let shown = isBreak ? advert(for: sound.rung) : (content: content, rung: sound.rung)
            return shown.map { ($0.content, $0.rung, 0) }
        }
        // Variants of other codecs stand behind the ladder, each under its codec's name.
        guard let index = content.rungs.firstIndex(where: { $0.name == name }) else {
            guard let family = variants.family, family.rawValue == name else { return nil }
            return library.advert(isBreak ? options.breaks ?? family : family, for: content, rung: content.rungs[0])
                .map { ($0.content, $0.rung, content.rungs.count) }
        }
        let shown = isBreak ? advert(for: content.rungs[index]) : (content: content, rung: content.rungs[index])
        return shown.map { ($0.content, $0.rung, index) }
    }

    private func advert(for rung: ChannelContent.Rung) -> (content: ChannelContent, rung: ChannelContent.Rung)? {
        options.breaks.flatMap { library.advert($0, for: content, rung: rung) }
    }

    /// A rung's index in the ladder; nil: no such rung.
    func index(of rung: String) -> Int? { source(named: rung)?.index }

    /// Encrypts bytes of a segment; breaks are in the clear. `head`: the segment's first part.
    private func encrypted(
        _ bytes: [UInt8], _ name: SegmentName, rung: String, head: @autoclosure () -> [UInt8]
    ) throws -> [UInt8] {
        guard let keys, !name.isBreak, let source = source(named: rung) else { return bytes }
        let initialization =
            name.container == .fmp4
            ? try library.pieces(source.content, source.rung, .fmp4).initSection(tracks: tracks) : []
        return keys.encrypt(
            bytes, segment: programme.number(name.index), part: name.part, container: name.container, head: head(),
            initialization: initialization) ?? bytes
    }
}
