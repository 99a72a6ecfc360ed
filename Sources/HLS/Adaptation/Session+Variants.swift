import Devices
import MediaCore

/// Changes the variant.
extension HLSSession {
    private func penalised(_ now: HostTime) -> Set<Int> {
        Set(penalties.filter { $0.value > now }.keys)
    }

    mutating func makeSelector() {
        selector = VariantSelector(
            variants: multivariant.variants, filter: options.variantFilter,
            pathway: multivariant.contentSteering?.pathway ?? multivariant.variants.first?.pathway,
            switchable: options.switchableVideoCodecs)
    }

    /// Switches to another variant if that is better for what comes next; called at every event.
    mutating func considerVariant(_ now: HostTime) {
        penalties = penalties.filter { $0.value > now }
        guard phase == .playing, joined, selector.candidates.count > 1,
            !tracks.contains(where: { $0.isPending && $0.kind != .subtitles }),
            let main = tracks.first(where: { $0.kind == .main && !$0.isPending }), main.isPlaced
        else { return }
        let next = selector.next(current: main.variant, conditions(for: main, now))
        guard next != main.variant else { return }
        if multivariant.variants[next].declaredRate < multivariant.variants[main.variant].declaredRate {
            lastFall = now
        }
        open(variant: next, isPending: true)
    }

    private func conditions(for main: Track, _ now: HostTime) -> VariantSelector.Conditions {
        var conditions = VariantSelector.Conditions(
            throughput: estimator.estimate, ahead: main.ahead, goal: bufferGoal(main),
            segment: (main.isLowLatency ? main.playlist?.partTarget : nil) ?? main.playlist?.segments.last?.duration
                ?? .seconds(4))
        conditions.sustained = estimator.sustained
        conditions.cost = cost
        conditions.sinceFall = lastFall.map { now - $0 }
        conditions.size = options.maximumSize
        conditions.bandwidth = options.maximumBandwidth
        conditions.excluding = penalised(now).subtracting([main.variant])
        return conditions
    }

    /// The most media that can be ahead: in a live presentation no more than the distance to the
    /// live edge.
    private func bufferGoal(_ main: Track) -> Duration {
        guard let playlist = main.playlist, playlist.isLive else { return options.bufferAhead }
        return min(options.bufferAhead, main.holdBack ?? playlist.holdBack)
    }

    /// Opens another variant after a failure; returns false when there is no other.
    @discardableResult
    mutating func tryOtherVariant(than failed: Int, _ now: HostTime) -> Bool {
        let excluded = penalised(now).union([failed])
        let alternate = selector.alternates(of: failed).first { !excluded.contains($0) }
        guard
            let next = alternate
                ?? selector.start(
                    throughput: estimator.estimate, size: options.maximumSize, bandwidth: options.maximumBandwidth,
                    excluding: excluded)
        else { return false }
        // Before anything plays, the failed variant need not go on meanwhile.
        open(variant: next, isPending: joined)
        return true
    }
}
