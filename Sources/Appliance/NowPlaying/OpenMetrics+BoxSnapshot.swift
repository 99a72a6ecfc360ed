import Channels
import ControlProtocol
import Devices
import MediaCore
import Playback
import Store

extension OpenMetrics {
    /// The box's metrics: counters since the daemon's start, and the present state.
    init(_ box: BoxSnapshot) {
        self.init()
        info("hearth_build", "The daemon.", ["version": box.versions["hearth"] ?? "unknown"])
        gauge(
            "hearth_uptime_seconds", unit: "seconds", "Since the daemon's start.",
            [.init([:], box.uptime.inSeconds)])
        gauge(
            "hearth_state", "1 for the state the box is in.",
            PlayState.allCases.map { .init(["state": $0.rawValue], $0 == box.playing.state ? 1 : 0) })
        add(box.flips)
        addPlayback(box)
        if let warming = box.warming { add(warming) }
        if !box.providers.isEmpty { add(box.providers) }
    }

    private mutating func add(_ flips: FlipTally) {
        func label(_ isWarm: Bool) -> String { isWarm ? "warm" : "cold" }
        var outcomes: [Sample] = []
        var slow: [Sample] = []
        var moments: [(labels: Labels, values: DurationHistogram)] = []
        var steps: [(labels: Labels, values: DurationHistogram)] = []
        // Every series exists from the start: `rate()` misses the first event of one that appears with it.
        for warm in [true, false] {
            for outcome in ["shown", "failed"] {
                let count = flips.outcomes[.init(name: outcome, warm: warm)] ?? 0
                outcomes.append(.init(["outcome": outcome, "kind": label(warm)], Double(count)))
            }
            for moment in FlipMoment.allCases {
                let values = flips.moments[.init(name: moment.rawValue, warm: warm)] ?? DurationHistogram()
                moments.append((["until": moment.rawValue, "kind": label(warm)], values))
            }
            for step in FlipStep.allCases {
                let key = FlipTally.Kind(name: step.rawValue, warm: warm)
                steps.append((["phase": step.rawValue, "kind": label(warm)], flips.steps[key] ?? DurationHistogram()))
                slow.append(.init(["phase": step.rawValue, "kind": label(warm)], Double(flips.slow[key] ?? 0)))
            }
        }
        outcomes.append(.init(["outcome": "cancelled", "kind": "none"], Double(flips.cancelled)))
        counter("hearth_flips", "Channel flips that ended.", outcomes)
        counter("hearth_slow_flips", "Flips that were slow, by the phase to blame.", slow)
        histogram("hearth_flip_seconds", unit: "seconds", "From the key to what a viewer waits for.", moments)
        histogram("hearth_flip_phase_seconds", unit: "seconds", "Each phase of flips by itself.", steps)
    }

    private mutating func addPlayback(_ box: BoxSnapshot) {
        counter(
            "hearth_frames_shown", "Pictures of channels that were due and shown.",
            [.init([:], Double(box.frames.shown))])
        counter("hearth_frames_dropped", "Pictures that came too late.", [.init([:], Double(box.frames.dropped))])
        counter(
            "hearth_stalls", "Times the picture stood for want of data.", [.init([:], Double(box.frames.stalls))])
        counter(
            "hearth_missed_vblanks", "Vblanks that a new scene came too late for.",
            [.init([:], Double(box.display.missedVBlanks))])
        counter("hearth_sound_underruns", "Times the sound card ran dry.", [.init([:], Double(box.sound.underruns))])
        let playing = box.playing
        guard let facts = playing.facts, let status = playing.itemStatus else { return }
        gauge(
            "hearth_buffer_seconds", unit: "seconds", "Media in memory ahead of the picture.",
            [.init([:], status.mediaBuffered.inSeconds)])
        if let latency = playing.latency {
            gauge(
                "hearth_latency_seconds", unit: "seconds", "Behind the live edge.", [.init([:], latency.inSeconds)])
        }
        if let bandwidth = facts.info.bandwidth {
            gauge(
                "hearth_variant_bits_per_second", "Of the variant that plays, as it says.",
                [.init([:], Double(bandwidth))])
        }
        if let throughput = facts.throughput {
            gauge("hearth_throughput_bits_per_second", "What the network gave lately.", [.init([:], throughput)])
        }
    }

    private mutating func add(_ warming: WarmingReport) {
        gauge(
            "hearth_warm_channels", "Channels that are kept ready, by how much of them, and whether it is there.",
            ["playlist", "media", "picture", "full"].flatMap { level in
                [true, false].map { ready in
                    .init(
                        ["readiness": level, "ready": "\(ready)"],
                        Double(warming.channels.count { "\($0.warmth)" == level && $0.isReady == ready }))
                }
            })
    }

    private mutating func add(_ providers: [ProviderStatistics]) {
        func samples(_ value: (ProviderStatistics) -> Double) -> [Sample] {
            providers.map { .init(["provider": $0.name], value($0)) }
        }
        func uses(_ value: (ProviderStatistics.Use) -> UInt64) -> [Sample] {
            providers.flatMap { provider -> [Sample] in
                [
                    .init(["provider": provider.name, "priority": "playing"], Double(value(provider.playing))),
                    .init(["provider": provider.name, "priority": "warming"], Double(value(provider.warming))),
                ]
            }
        }
        counter("hearth_fetched_bytes", unit: "bytes", "Bodies of answers, by what they were for.", uses(\.bytes))
        counter("hearth_fetches", "Requests, by what they were for.", uses(\.requests))
        gauge("hearth_fetches_active", "Requests under way.", samples { Double($0.active) })
        gauge("hearth_fetches_waiting", "Requests that wait for one of those to end.", samples { Double($0.waiting) })
        counter(
            "hearth_refusals", "Answers that said that it was too much, or not for this account.",
            samples { Double($0.refusals) })
    }
}
