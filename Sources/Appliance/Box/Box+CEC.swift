import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Logging
import MediaCore
import Playback
import Store

/// Connects the box to the HDMI-CEC line: carries out what the TV asks for, and reports what the box does. The
/// line decides which messages are sent.
extension Box {
    func handle(_ order: CECOrder) {
        if case .remember(let address) = order {
            return save { try await $0.setShownAt(address, boot: MachineBoot.identity) }
        }
        logger.notice("the TV", metadata: ["order": "\(order)"])
        switch order {
        case .wake: perform(.wake, key: now)
        // The TV is dark already.
        case .standBy: steer(.standby(true, key: now))
        case .pause: perform(.pause, key: now)
        case .resume: perform(.resume, key: now)
        case .mute, .unmute:
            set(.silenced(order == .mute))
        case .lock: steer(.lock)
        case .remember: break
        }
    }

    /// Passes a volume key on to the device whose volume it is; nil when it is the box's own.
    func passOn(_ volumeKey: CECNews.VolumeKey, _ key: HostTime) -> CommandResult? {
        guard let cec = devices.cec, cec.status.takesVolume else { return nil }
        cec.tell(.volume(volumeKey, key))
        return .done
    }

    func tellDeck(_ state: PlayState) {
        let deck: CECNews.Deck =
            switch state {
            case .playing, .tuning, .stalled: .playing
            case .paused: .paused
            case .idle, .locked, .failed: .stopped
            }
        devices.cec?.tell(.deck(deck))
    }
}
