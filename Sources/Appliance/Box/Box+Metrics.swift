import Channels
import ControlProtocol
import Devices
import MediaCore
import Playback
import Store

extension Box {
    /// The box's metrics in the OpenMetrics text format: counters since the daemon's start, and the present
    /// state.
    package func metrics() async -> String {
        countFrames()
        var metrics = OpenMetrics()
        metrics.info("hearth_build", "The daemon.", ["version": Versions.all["hearth"] ?? "unknown"])
        metrics.gauge(
            "hearth_uptime_seconds", unit: "seconds", "Since the daemon's start.",
            [.init([:], (now - startedAt).inSeconds)])
        metrics.gauge(
            "hearth_state", "1 for the state the box is in.",
            PlayState.allCases.map { .init(["state": $0.rawValue], $0 == playState ? 1 : 0) })
        addFlips(to: &metrics)
        addPlayback(to: &metrics)
        addWarming(to: &metrics)
        return metrics.text
    }

    /// Counts the frames of the item on the screen; called before another item takes it, and when somebody
    /// asks.
    func countFrames() {
        guard let status = player.status else { return }
        played.update(
            status.item,
            PlaybackTally.Counts(
                shown: status.framesShown, dropped: status.framesDropped, stalls: UInt64(max(0, status.stalls))))
    }

    private func addFlips(to metrics: inout OpenMetrics) {
        func label(_ isWarm: Bool) -> String { isWarm ? "warm" : "cold" }
        var outcomes: [OpenMetrics.Sample] = []
        var slow: [OpenMetrics.Sample] = []
        var moments: [(labels: OpenMetrics.Labels, values: DurationHistogram)] = []
        var steps: [(labels: OpenMetrics.Labels, values: DurationHistogram)] = []
        // Every series exists from the start: `rate()` misses the first event of one that appears with it.
        for warm in [true, false] {
            for outcome in ["shown", "failed"] {
                let count = tally.outcomes[.init(name: outcome, warm: warm)] ?? 0
                outcomes.append(.init(["outcome": outcome, "kind": label(warm)], Double(count)))
            }
            for moment in FlipMoment.allCases {
                let values = tally.moments[.init(name: moment.rawValue, warm: warm)] ?? DurationHistogram()
                moments.append((["until": moment.rawValue, "kind": label(warm)], values))
            }
            for step in FlipStep.allCases {
                let key = FlipTally.Kind(name: step.rawValue, warm: warm)
                steps.append((["phase": step.rawValue, "kind": label(warm)], tally.steps[key] ?? DurationHistogram()))
                slow.append(.init(["phase": step.rawValue, "kind": label(warm)], Double(tally.slow[key] ?? 0)))
            }
        }
        outcomes.append(.init(["outcome": "cancelled", "kind": "none"], Double(tally.cancelled)))
        metrics.counter("hearth_flips", "Channel flips that ended.", outcomes)
        metrics.counter("hearth_slow_flips", "Flips that were slow, by the phase to blame.", slow)
        metrics.histogram("hearth_flip_seconds", unit: "seconds", "From the key to what a viewer waits for.", moments)
        metrics.histogram("hearth_flip_phase_seconds", unit: "seconds", "Each phase of flips by itself.", steps)
    }

    private func addPlayback(to metrics: inout OpenMetrics) {
        let display = devices.display.statistics
        let sink = devices.sink.statistics
        metrics.counter(
            "hearth_frames_shown", "Pictures of channels that were due and shown.",
            [.init([:], Double(played.total.shown))])
        metrics.counter(
            "hearth_frames_dropped", "Pictures that came too late.", [.init([:], Double(played.total.dropped))])
        metrics.counter(
            "hearth_stalls", "Times the picture stood for want of data.", [.init([:], Double(played.total.stalls))])
        metrics.counter(
            "hearth_missed_vblanks", "Vblanks that a new scene came too late for.",
            [.init([:], Double(display.missedVBlanks))])
        metrics.counter("hearth_sound_underruns", "Times the sound card ran dry.", [.init([:], Double(sink.underruns))])
        guard let item = shownItem, let facts = itemFacts[item], let status = player.status, status.item == item else {
            return
        }
        metrics.gauge(
            "hearth_buffer_seconds", unit: "seconds", "Media in memory ahead of the picture.",
            [.init([:], status.mediaBuffered.inSeconds)])
        if let latency = facts.latency(status, now: now) {
            metrics.gauge(
                "hearth_latency_seconds", unit: "seconds", "Behind the live edge.", [.init([:], latency.inSeconds)])
        }
        if let bandwidth = facts.info.bandwidth {
            metrics.gauge(
                "hearth_variant_bits_per_second", "Of the variant that plays, as it says.",
                [.init([:], Double(bandwidth))])
        }
        if let throughput = facts.throughput {
            metrics.gauge(
                "hearth_throughput_bits_per_second", "What the network gave lately.", [.init([:], throughput)])
        }
    }

    private func addWarming(to metrics: inout OpenMetrics) {
        if let warming = warmingInfo {
            metrics.gauge(
                "hearth_warm_channels", "Channels that are kept ready, by how much of them, and whether it is there.",
                ["playlist", "media", "picture", "full"].flatMap { level in
                    [true, false].map { ready in
                        .init(
                            ["readiness": level, "ready": "\(ready)"],
                            Double(warming.channels.count { $0.readiness == level && $0.ready == ready }))
                    }
                })
        }
        guard let providers = providerInfo else { return }
        func samples(_ value: (ProviderInfo) -> Double) -> [OpenMetrics.Sample] {
            providers.map { .init(["provider": $0.name], value($0)) }
        }
        func uses(_ value: (ProviderInfo.Use) -> UInt64) -> [OpenMetrics.Sample] {
            providers.flatMap { provider in
                [
                    .init(["provider": provider.name, "priority": "playing"], Double(value(provider.playing))),
                    .init(["provider": provider.name, "priority": "warming"], Double(value(provider.warming))),
                ]
            }
        }
        metrics.counter(
            "hearth_fetched_bytes", unit: "bytes", "Bodies of answers, by what they were for.", uses(\.bytes))
        metrics.counter("hearth_fetches", "Requests, by what they were for.", uses(\.requests))
        metrics.gauge("hearth_fetches_active", "Requests under way.", samples { Double($0.active) })
        metrics.gauge(
            "hearth_fetches_waiting", "Requests that wait for one of those to end.", samples { Double($0.waiting) })
        metrics.counter(
            "hearth_refusals", "Answers that said that it was too much, or not for this account.",
            samples { Double($0.refusals) })
    }
}
