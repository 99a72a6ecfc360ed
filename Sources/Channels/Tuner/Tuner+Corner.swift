import MediaCore

// Picture in picture: a second channel in a corner of the screen.
extension Tuner {
    /// Why a channel can't be shown in the corner.
    package enum CornerObstacle: Hashable, Sendable {
        /// No list has the channel.
        case unknown
        /// Nothing plays that it could be beside.
        case nothingPlays
        /// The channel is watched, or on its way to be.
        case isWatched
        /// The channel is locked: a code is asked for where it is watched, not in a corner.
        case locked
    }

    /// The channel in the corner of the screen, loading or playing; nil: none.
    package var corner: Channel.ID? { warming.corner }

    /// The channel that comes after the one that is watched, by itself; nil: none does.
    package var expected: Channel.ID? { warming.expected }

    /// The item of that channel that is kept ready, where nothing is asked before it may come out.
    package var expectedItem: ItemID? {
        guard let channel = expected.flatMap({ lineup[$0] }), !isRestricted(channel) else { return nil }
        return flips.warm[channel.id]?.item
    }

    /// Why the channel can't be shown in the corner now; nil: it can.
    package func obstacle(toCorner channel: Channel.ID, at now: HostTime) -> CornerObstacle? {
        guard let known = lineup[channel] else { return .unknown }
        if flips.playing == nil { return .nothingPlays }
        if channel == flips.watching || channel == flips.selected { return .isWatched }
        return gate.decision(for: known, at: now) == .open ? nil : .locked
    }

    mutating func setCorner(_ channel: Channel.ID?, _ now: HostTime) {
        guard channel != warming.corner, channel.map({ obstacle(toCorner: $0, at: now) == nil }) ?? true else { return }
        didChange = true
        warm(.corner(channel), now)
    }

    /// Flips to the channel in the corner, which what is watched now replaces there: see `followCorner`.
    mutating func swapCorner(_ key: HostTime, _ now: HostTime) {
        if let corner = warming.corner { flip(.tune(corner, key: key), now) }
    }

    /// The screen and its corner never show one channel: where a flip led to the corner's, by whichever way, what was
    /// watched before is shown there.
    ///
    /// - Parameter actions: what the flip machine did in this step
    mutating func followCorner(_ actions: [FlipAction], _ now: HostTime) {
        guard let corner = warming.corner, flips.watching == corner else { return }
        let before = actions.compactMap { action -> Channel.ID? in
            guard case .release(let item, let channel) = action, channel.id != corner else { return nil }
            return items[item]?.wasRevealed == true && items[item]?.failure == nil ? channel.id : nil
        }
        didChange = true
        warm(.corner(before.last), now)
    }

    /// Takes what is locked from the corner.
    mutating func enforceGateInCorner(_ now: HostTime) {
        guard let corner = warming.corner, let channel = lineup[corner] else { return }
        let behind = cornerItem.flatMap { items[$0]?.behind } ?? .zero
        if gate.decision(for: channel, behind: behind, at: now) != .open { setCorner(nil, now) }
    }

    /// The item of the corner's channel. While a flip takes it to the screen it is still there.
    private var cornerItem: ItemID? {
        guard let corner = warming.corner else { return nil }
        return warming.kept[corner]?.item ?? (flips.selected == corner ? toldCorner : nil)
    }

    /// Tells which item is in the corner, where it is another than before.
    mutating func tellCorner() {
        guard cornerItem != toldCorner else { return }
        toldCorner = cornerItem
        effects.append(.corner(toldCorner))
    }
}
