/// The state of the box that decides which commands can be carried out: the counterpart of a remote command
/// centre's enabled commands. Commands that need something are enabled and disabled with it.
package struct Situation: Hashable, Sendable {
    package var focus: Focus
    /// Whether there are channels to flip to.
    package var hasChannels: Bool
    /// Whether a channel is chosen, whether or not it plays.
    package var hasChannel: Bool
    /// Whether something is on the screen that can be paused, and whose sound and text can be chosen.
    package var isPlaying: Bool
    /// Why seeking is not possible, in words for people; nil when it is.
    package var seekObstacle: String?
    /// Why no break can be skipped, in words for people; nil when one can.
    package var breakObstacle: String?
    /// Whether what is on the screen is live, and can only be played as fast as it comes.
    package var isLive: Bool
    /// Whether a second channel is shown in a corner of the screen.
    package var hasCorner: Bool

    package init(
        focus: Focus, hasChannels: Bool, hasChannel: Bool, isPlaying: Bool, seekObstacle: String? = nil,
        breakObstacle: String? = nil, isLive: Bool = false, hasCorner: Bool = false
    ) {
        self.hasCorner = hasCorner
        self.isLive = isLive
        self.seekObstacle = seekObstacle
        self.breakObstacle = breakObstacle
        self.focus = focus
        self.hasChannels = hasChannels
        self.hasChannel = hasChannel
        self.isPlaying = isPlaying
    }

    /// Why a command can't be carried out now, in words for people; nil when it can. A state that is already so is
    /// no obstacle.
    package func obstacle(to command: Command) -> String? {
        if focus == .standby, !Self.worksInStandby(command) { return "the box is in standby" }
        if focus == .passcode, Self.opensLayer(command) || command.isPreview { return "a passcode is asked for" }
        switch command {
        case .channelUp, .channelDown, .next, .previous, .preview, .showGuide, .showChannels, .showGroups, .showSearch,
            .showHome:
            return hasChannels ? nil : "there are no channels"
        case .playPause, .resume:
            // A stopped channel is begun again.
            return isPlaying || hasChannels ? nil : "nothing plays"
        case .pause, .audio, .subtitles, .picture, .feedback, .resetPlayer:
            return isPlaying ? nil : "nothing plays"
        case .pip(let what):
            if case .open = what { return isPlaying ? nil : "nothing plays" }
            return what == .toggle
                ? (isPlaying ? nil : "nothing plays") : hasCorner ? nil : "there is no picture in picture"
        case .skip, .skipBack, .skipForward, .scrub, .seek, .startOver, .whatDidSheSay:
            return isPlaying ? seekObstacle : "nothing plays"
        case .skipBreak: return isPlaying ? breakObstacle : "nothing plays"
        case .speed:
            return isPlaying ? isLive ? "it is live" : seekObstacle : "nothing plays"
        case .showInfo, .showTransport:
            return hasChannel ? nil : "nothing plays"
        case .move:
            return focus.isChannel ? "there is nothing to choose from on the screen" : nil
        case .page:
            return focus == .guide ? nil : "there are no pages on the screen"
        case .confirm:
            return focus == .video || focus == .failure ? "there is nothing to choose from on the screen" : nil
        case .type, .erase:
            return focus == .text ? nil : "nothing on the screen takes text"
        case .retry:
            return focus == .failure ? nil : "no channel has failed"
        default: return nil
        }
    }

    /// Whether a command works in standby: it wakes the box, by itself or because it asks for a channel by name, or
    /// sets what is not seen.
    private static func worksInStandby(_ command: Command) -> Bool {
        switch command {
        case .togglePower, .standBy, .wake, .tune, .play, .stop, .setVolume, .volumeUp, .volumeDown, .toggleMute,
            .setMute, .overscan, .soundDelay, .night, .setDiagnostics:
            true
        default: false
        }
    }

    /// Whether a command opens a layer: none is laid over the prompt for the passcode.
    package static func opensLayer(_ command: Command) -> Bool {
        switch command {
        case .showFavourites, .showOverlay, .showGuide, .showChannels, .showGroups, .showInfo, .showTransport,
            .showMenu, .showSettings, .showRenderers, .showSearch, .showHome, .learnRemote:
            true
        default: false
        }
    }
}
