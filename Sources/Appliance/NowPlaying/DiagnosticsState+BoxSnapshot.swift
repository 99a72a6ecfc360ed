import Channels
import MediaCore
import Playback
import Screens
import Store

extension DiagnosticsState {
    /// What the panel of figures tells.
    ///
    /// - Parameters:
    ///   - last: the flip that ended last
    ///   - summary: what is usual
    init(_ box: BoxSnapshot, last: FlipRecord?, summary: FlipSummary, lineup: Lineup) {
        self.init(
            playing: PlayingFigures(box),
            flips: FlipFigures(last: last, summary: summary, lineup: lineup, watching: box.playing.watching?.id))
    }
}

extension PlayingFigures {
    init(_ box: BoxSnapshot) {
        self.init()
        let playing = box.playing
        if let warming = box.warming {
            neighbours = warming.readiestFirst.map {
                Neighbour(channel: ChannelLabel($0.channel), readiness: .init($0.warmth), isOnItsWay: !$0.isReady)
            }
            notes = warming.notes(at: playing.time)
        }
        guard let facts = playing.facts, let watching = playing.watching else { return }
        channel = ChannelLabel(watching)
        describe(facts)
        guard let status = playing.itemStatus else { return }
        buffer = status.mediaBuffered
        framesDropped = status.framesDropped
        stalls = status.stalls
        rate = status.rate
        latency = playing.latency
    }

    private mutating func describe(_ facts: PlaybackFacts) {
        let info = facts.info
        if !info.size.isEmpty { size = "\(info.size.width)×\(info.size.height)" }
        framesPerSecond = info.framesPerSecond
        videoCodec = info.videoCodec?.rawValue
        decoder = info.videoDecoder
        audioCodec = info.audioCodec?.rawValue
        bandwidth = info.bandwidth.map { Int(clamping: $0) }
        variant = info.variant.addingSaturating(1)
        variantCount = info.variantCount
        throughput = facts.throughput.map { Int(min(max(0, $0), 1e12)) }
    }
}

extension PlayingFigures.Readiness {
    init(_ warmth: Warmth) {
        switch warmth {
        case .playlist: self = .playlist
        case .media: self = .media
        case .picture: self = .picture
        case .full: self = .full
        }
    }
}

extension FlipFigures {
    /// - Parameter watching: the channel on the screen, whose usual flips come before those of all
    init(last: FlipRecord?, summary: FlipSummary, lineup: Lineup, watching: Channel.ID?) {
        self.init(
            last: last.map {
                Flip($0, to: lineup[$0.to].map(ChannelLabel.init), isSlow: summary.isSlow($0))
            })
        let channels = (watching.map { [$0] } ?? []) + [nil]
        let rows = channels.flatMap { [($0, true), ($0, false)] }
        usual = rows.compactMap { channel, warm in
            guard let row = summary.row(of: channel, warm: warm), let times = row.moments[.motion] else { return nil }
            return Usual(
                isOfChannel: channel != nil, isWarm: warm, count: times.count, p50: .nanoseconds(times.p50),
                p95: .nanoseconds(times.p95), p99: .nanoseconds(times.p99))
        }
    }
}

extension FlipFigures.Flip {
    init(_ record: FlipRecord, to: ChannelLabel?, isSlow: Bool) {
        self.init(
            to: to, isWarm: record.warm, hasFailed: record.isFailed, isSlow: isSlow,
            steps: record.spans.map {
                FlipFigures.Step(kind: .init($0.step), start: .nanoseconds($0.start), length: .nanoseconds($0.length))
            },
            slowest: record.slowestStep.map(FlipFigures.Step.Kind.init), total: record.end.map { .nanoseconds($0) })
    }
}

extension FlipFigures.Step.Kind {
    init(_ step: FlipStep) {
        switch step {
        case .settle: self = .settle
        case .playlist: self = .playlist
        case .media: self = .media
        case .decode: self = .decode
        case .reveal: self = .reveal
        case .scanout: self = .scanout
        case .motion: self = .motion
        case .sound: self = .sound
        }
    }
}
