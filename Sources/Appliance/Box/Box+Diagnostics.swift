import Channels
import Commands
import ControlProtocol
import Devices
import HLS
import Layout
import Logging
import MediaCore
import Paint
import Playback
import Screens
import Store

/// Paints the panel of figures outside the box's actor, so that a key press never waits for it.
actor DiagnosticsPainter {
    /// The painter; without a cache, as nothing is shown twice.
    private let painter = Painter(cacheBytes: 0)

    func paint(_ pictures: [Picture]) -> [Picture: Surface] {
        Dictionary(pictures.map { ($0, painter.surface(for: $0)) }) { $1 }
    }
}

/// The box's state for the panel of figures.
struct Diagnostics {
    /// Whether the viewer wants to see the panel.
    var isShown = false
    /// Whether the panel is being painted.
    var isUnderWay = false
    var shown: DiagnosticsState?
    /// The surfaces that were painted ahead for what is shown.
    var surfaces: [Picture: Surface] = [:]
    /// The record of the last flip that ended.
    var lastFlip: FlipRecord?
    /// The summary of the newest flips that are kept; nil: it must be made anew.
    var summary: FlipSummary?
    let painter = DiagnosticsPainter()

    /// The least time between two changes of the panel.
    static let period = Duration.milliseconds(500)
    /// The number of flips that its figures summarise.
    static let flips = 500
}

extension Box {
    /// The period of the screen's vblanks; nil where the display does not report its rate.
    var vblankPeriod: Duration? {
        let rate = devices.display.output.refreshRate
        return rate.isFinite && rate >= 1 ? .nanoseconds(Int64(1e9 / rate)) : nil
    }

    // MARK: Finished flips

    /// Loads the flips of earlier runs from the store.
    func recallFlips() async {
        guard let records = try? await store.flips(last: Diagnostics.flips) else { return }
        for record in records { tally.recall(record) }
        diagnostics.lastFlip = diagnostics.lastFlip ?? records.last
    }

    func finished(_ record: FlipRecord) {
        let isSlow = tally.isSlow(record)
        tally.add(record)
        if isSlow, let step = record.slowestStep {
            logger.info(
                "a slow flip",
                metadata: [
                    "to": "\(record.to)", "warm": "\(record.warm)", "step": "\(step.rawValue)",
                    "ms": "\((record.duration(of: step) ?? 0) / 1_000_000)",
                ])
        }
        diagnostics.lastFlip = record
        diagnostics.summary = nil
        publish(.flip(FlipInfo(record, isSlow: isSlow)))
        save { try await $0.add(record) }
        refreshDiagnostics()
    }

    // MARK: The panel

    func showDiagnostics(_ shown: Bool) -> CommandResult {
        guard shown != diagnostics.isShown else { return .nothingToDo }
        diagnostics.isShown = shown
        refreshDiagnostics()
        return .done
    }

    package func setDiagnostics(_ shown: Bool?) async throws -> DiagnosticsInfo {
        perform(shown.map { .setDiagnostics($0) } ?? .toggleDiagnostics, key: now)
        return DiagnosticsInfo(shown: diagnostics.isShown)
    }

    /// Brings the panel up to date now and, while it is shown, every so often. While channels are flipped
    /// it is left alone: the box has better things to do.
    func refreshDiagnostics() {
        guard diagnostics.isShown, !tuner.isStandby else {
            alarms.set(.diagnostics, at: nil)
            if diagnostics.shown != nil {
                diagnostics.shown = nil
                tell(.diagnostics(nil))
                diagnostics.surfaces = [:]
            }
            return
        }
        alarms.set(.diagnostics, at: now + Diagnostics.period)
        guard !diagnostics.isUnderWay, playState != .tuning || diagnostics.shown == nil else { return }
        let known = diagnostics.summary
        let size = devices.display.output.size
        diagnostics.isUnderWay = true
        // The box waits neither for the disk nor for the painting.
        Task { [store, painter = diagnostics.painter] in
            let summary: FlipSummary
            if let known {
                summary = known
            } else {
                let kept = await Self.summary(store)
                summary = kept.summary
                // The newest flip may still be on its way to the disk.
                if kept.newest == diagnostics.lastFlip?.time { diagnostics.summary = summary }
            }
            let state = self.diagnosticsState(summary)
            let surfaces = await painter.paint(Interface.pictures(of: state, size: size))
            self.show(state, surfaces)
        }
    }

    private nonisolated static func summary(_ store: Store) async -> (summary: FlipSummary, newest: Int64?) {
        let records = (try? await store.flips(last: Diagnostics.flips)) ?? []
        return (FlipSummary(records), records.last?.time)
    }

    private func show(_ state: DiagnosticsState, _ surfaces: [Picture: Surface]) {
        diagnostics.isUnderWay = false
        guard diagnostics.isShown, !tuner.isStandby, state != diagnostics.shown else { return }
        diagnostics.shown = state
        diagnostics.surfaces = surfaces
        tell(.diagnostics(state))
    }

    private func diagnosticsState(_ summary: FlipSummary) -> DiagnosticsState {
        var state = DiagnosticsState(playing: playingFigures)
        state.flips.last = diagnostics.lastFlip.map { record in
            FlipFigures.Flip(record, to: tuner.lineup[record.to].map(ChannelLabel.init), isSlow: summary.isSlow(record))
        }
        let channels = (tuner.watching.map { [$0] } ?? []) + [nil]
        let rows = channels.flatMap { [($0, true), ($0, false)] }
        state.flips.usual = rows.compactMap { channel, warm in
            guard let row = summary.row(of: channel, warm: warm), let times = row.moments[.motion] else { return nil }
            return FlipFigures.Usual(
                isOfChannel: channel != nil, isWarm: warm, count: times.count, p50: .nanoseconds(times.p50),
                p95: .nanoseconds(times.p95), p99: .nanoseconds(times.p99))
        }
        return state
    }

    private var playingFigures: PlayingFigures {
        var figures = PlayingFigures()
        if let warming = warmingInfo {
            figures.neighbours = warming.channels.compactMap { channel in
                PlayingFigures.Readiness(rawValue: channel.readiness).map {
                    PlayingFigures.Neighbour(
                        channel: ChannelLabel(id: channel.id, number: "\(channel.number)", name: channel.name),
                        readiness: $0,
                        isOnItsWay: !channel.ready)
                }
            }
            figures.notes = warming.notes
        }
        guard let item = shownItem, let facts = itemFacts[item], let channel = tuner.watching else { return figures }
        figures.channel = tuner.lineup[channel].map(ChannelLabel.init)
        facts.describe(in: &figures)
        if let status = player.status, status.item == item {
            figures.buffer = status.mediaBuffered
            figures.framesDropped = status.framesDropped
            figures.stalls = status.stalls
            figures.rate = status.rate
            figures.latency = facts.latency(status, now: now)
        }
        return figures
    }
}

extension PlaybackFacts {
    /// How far playing is behind what the server has by now; nil for an item that is not live.
    func latency(_ status: Player.Status?, now: HostTime) -> Duration? {
        guard let window = status?.window, window.isLive, let position = status?.position else { return nil }
        // The known end grows by parts and segments; what counts is where it has got to meanwhile.
        return (window.published?.end(at: now) ?? window.end) - position
    }

    func describe(in figures: inout PlayingFigures) {
        if !info.size.isEmpty { figures.size = "\(info.size.width)×\(info.size.height)" }
        figures.framesPerSecond = info.framesPerSecond
        figures.videoCodec = info.videoCodec?.rawValue
        figures.decoder = info.videoDecoder
        figures.audioCodec = info.audioCodec?.rawValue
        figures.bandwidth = info.bandwidth.map { Int(clamping: $0) }
        figures.variant = info.variant.addingSaturating(1)
        figures.variantCount = info.variantCount
        figures.throughput = throughput.map { Int(min(max(0, $0), 1e12)) }
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
