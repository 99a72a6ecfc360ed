import Channels
import Devices
import Playback

extension ModePolicy.Viewing {
    /// The channel that is on the screen; nil while another is on its way, and when nothing is watched.
    ///
    /// - Parameters:
    ///   - item: what is known of the item that is out
    ///   - shown: the rate at which its pictures change; nil: not yet known
    init?(_ tuner: Tuner, _ item: PlaybackFacts?, shown: @autoclosure () -> Double?, isBusy: Bool) {
        guard !tuner.isStandby, tuner.shownItem != nil, let item, item.hasVideo != false, let channel = tuner.watching,
            tuner.selected == channel, tuner.interstitial == nil
        else { return nil }
        self.init(channel: channel, framesPerSecond: shown() ?? item.info.framesPerSecond, isBusy: isBusy)
    }
}

extension ModePolicy.Screen {
    /// The TV; nil without one.
    init?(_ output: DisplayOutput) {
        guard output.isConnected else { return nil }
        self.init(tv: output.identity ?? output.name, refreshRate: output.refreshRate)
    }
}
