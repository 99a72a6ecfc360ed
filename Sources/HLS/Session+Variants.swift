import Devices
import MediaCore

/// Changing the variant.
extension HLSSession {
    private func penalised(_ now: HostTime) -> Set<Int> {
        Set(penalties.filter { $0.value > now }.keys)
    }

    /// At every event: is another variant better for what comes next?
    mutating func considerVariant(_ now: HostTime) {
        penalties = penalties.filter { $0.value > now }
        guard phase == .playing, joined, selector.candidates.count > 1,
            !tracks.contains(where: \.isPending),
            let main = tracks.first(where: { $0.kind == .main }), main.isPlaced
        else { return }
        let next = selector.next(
            current: main.variant, throughput: estimator.estimate, ahead: main.ahead, size: options.maximumSize,
            excluding: penalised(now).subtracting([main.variant]))
        if next != main.variant { open(variant: next, isPending: true) }
    }

    /// After a failure; false when there is no other.
    @discardableResult
    mutating func tryOtherVariant(than failed: Int, _ now: HostTime) -> Bool {
        let excluded = penalised(now).union([failed])
        guard selector.candidates.contains(where: { !excluded.contains($0) }),
            let next = selector.start(
                throughput: estimator.estimate, size: options.maximumSize, excluding: excluded)
        else { return false }
        // As long as nothing plays, there is nothing to go on with meanwhile.
        open(variant: next, isPending: joined)
        return true
    }
}
