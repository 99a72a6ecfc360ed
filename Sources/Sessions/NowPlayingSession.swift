import ControlProtocol
import MediaCore

/// Decides when those who follow what is on are told anew: when something of it changes that does not follow from what
/// they know.
///
/// A place that moves as it plays is no news; one that jumps is.
package struct NowPlayingSession: Sendable {
    /// What followers are to be told.
    package struct News: Sendable, Equatable {
        package var info: NowPlayingInfo
        /// Whether the place is another than it would have come to.
        package var isJump: Bool
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

    private var significant: NowPlayingInfo?
    private var anchor: Anchor?

    package init() {}

    /// Sees what is on now.
    ///
    /// - Returns: what is to be told; nil where nothing happened
    package mutating func see(_ info: NowPlayingInfo, at time: HostTime) -> News? {
        let isOther = info.significant != significant
        if isOther { significant = info.significant }
        var isJump = false
        if let item = info.item?.id, let position = info.playback.position {
            if let anchor, anchor.item == item {
                isJump = abs(position - anchor.position(at: time)) > anchor.slack(at: time)
            }
            anchor = Anchor(item: item, position: position, rate: info.playback.rate, time: time)
        } else {
            anchor = nil
        }
        return isOther || isJump ? News(info: info, isJump: isJump) : nil
    }
}
