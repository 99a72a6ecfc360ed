import Channels
import Devices
import Guide
import Logging
import Playback
import Screens
import Store

/// The screen's mode follows what is watched, once the viewer has settled.
extension Box {
    /// Applies the mode policy; to be called when a channel has come or is being left, when the screen is
    /// another, and when it is time.
    func updateModes() {
        let actions = modes.handle(viewing, on: screen, at: now)
        for action in actions {
            switch action {
            case .match(let rate):
                logger.notice("the screen follows the channel's rate", metadata: ["frames": "\(rate)"])
                devices.display.matchFrameRate(rate)
            case .remember(let memory, let key):
                // A bare address is no channel to come back to.
                guard !guests.contains(key.channel) else { continue }
                save { try await $0.remember(memory, for: key) }
            }
        }
        alarms.set(.modes, at: modes.wakeTime)
    }

    private var viewing: ModePolicy.Viewing? {
        guard !tuner.isStandby, let item = shownItem, let facts = itemFacts[item], facts.hasVideo != false,
            let channel = tuner.watching, tuner.selected == channel, tuner.interstitial == nil
        else { return nil }
        return ModePolicy.Viewing(
            channel: channel, framesPerSecond: stage.framesPerSecond(of: item) ?? facts.info.framesPerSecond,
            isBusy: interface.top != nil)
    }

    private var screen: ModePolicy.Screen? {
        let output = devices.display.output
        guard output.isConnected else { return nil }
        return ModePolicy.Screen(tv: output.identity ?? output.name, refreshRate: output.refreshRate)
    }
}
