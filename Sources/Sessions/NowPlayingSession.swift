import ControlProtocol
import MediaCore

/// Decides when those who follow what is on are told anew: when something of it changes that does not follow from what
/// they know.
///
/// A place that moves as it plays is no news; one that jumps is.
package struct NowPlayingSession: Sendable {
    package enum Effect: Sendable, Equatable {
        /// Tell all of it.
        case changed(NowPlayingInfo)
        /// Tell the place, in seconds, and all of it: it is another than it would have come to.
        case moved(Double, NowPlayingInfo)
    }

    /// A place at a time, as it was seen last.
    private struct Anchor {
        var item: String
        var position: Double
        var rate: Double
        var time: HostTime

        func position(at time: HostTime) -> Double {
            position + rate * (time - self.time).inSeconds
        }

        /// By so much a place may be off what it would have come to: what is live is played up to 3 % faster or slower
        /// to be where it should be, and sees its place a little late.
        func slack(at time: HostTime) -> Double { 0.75 + 0.04 * abs((time - self.time).inSeconds) }
    }

    /// What was told last.
    package private(set) var told: NowPlayingInfo?
    private var significant: NowPlayingInfo?
    private var anchor: Anchor?

    package init() {}

    /// Sees what is on now.
    ///
    /// - Returns: what is to be told, in order; nothing where nothing happened
    package mutating func see(_ info: NowPlayingInfo, at time: HostTime) -> [Effect] {
        var effects: [Effect] = []
        let now = info.significant
        if now != significant {
            significant = now
            told = info
            effects.append(.changed(info))
        }
        guard let item = info.item?.id, let position = info.playback.position else {
            anchor = nil
            return effects
        }
        if let anchor, anchor.item == item {
            let off = abs(position - anchor.position(at: time))
            if off > anchor.slack(at: time) {
                told = info
                effects.append(.moved(position, info))
            }
        }
        anchor = Anchor(item: item, position: position, rate: info.playback.rate, time: time)
        return effects
    }
}
