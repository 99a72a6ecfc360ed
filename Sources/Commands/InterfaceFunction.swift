import Devices

/// The functions that a viewer can use with a remote, for which `hearthctl keys check` looks.
package enum InterfaceFunction: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right
    case choose = "ok"
    case back
    case channelUp = "channel_up"
    case channelDown = "channel_down"
    case lastChannel = "last_channel"
    /// Choosing a channel by typing its number.
    case channelNumber = "channel_number"
    /// Choosing a channel from the list of all.
    case channelList = "channel_list"
    case groups, search, home, favourites, information, transport, menu, settings
    case pause, seek, speed, sound, subtitles, picture
    case pictureInPicture = "picture_in_picture"
    /// Having another television or loudspeaker in the house play what is on.
    case renderers
    /// Hearing again what was just said.
    case whatDidSheSay = "what_did_she_say"
    case volumeUp = "volume_up"
    case volumeDown = "volume_down"
    case mute, figures
    case keyTest = "key_test"
    case learnRemote = "learn_remote"
    case passcode
    case retry
    case standby, wake

    /// The function of a command in a focus; nil for a command that is only a means to another.
    package init?(_ command: Command, in focus: Focus) {
        switch command {
        case .channelUp: self = .channelUp
        case .channelDown: self = .channelDown
        case .tuneLast: self = .lastChannel
        case .digit where focus == .text: return nil
        case .digit: self = focus == .passcode ? .passcode : .channelNumber
        case .move(.left) where focus == .transport, .move(.right) where focus == .transport: self = .seek
        case .move(let direction):
            guard focus == .overlay || focus == .passcode else { return nil }
            switch direction {
            case .up: self = .up
            case .down: self = .down
            case .left: self = .left
            case .right: self = .right
            }
        case .confirm where focus == .transport: self = .pause
        case .confirm:
            guard focus == .overlay || focus == .passcode else { return nil }
            self = .choose
        case .back: self = .back
        case .showFavourites: self = .favourites
        case .showGuide, .showChannels: self = .channelList
        case .showGroups: self = .groups
        case .showSearch: self = .search
        case .showHome: self = .home
        case .showInfo: self = .information
        case .showTransport: self = .transport
        case .showMenu: self = .menu
        case .showSettings: self = .settings
        case .retry: self = .retry
        case .playPause, .pause: self = .pause
        case .skip, .skipBack, .skipForward, .scrub, .seek: self = .seek
        case .speed: self = .speed
        case .whatDidSheSay: self = .whatDidSheSay
        case .audio(.next): self = .sound
        case .subtitles(.next): self = .subtitles
        case .picture(.next): self = .picture
        case .pip(.toggle): self = .pictureInPicture
        case .showRenderers: self = .renderers
        case .volumeUp: self = .volumeUp
        case .volumeDown: self = .volumeDown
        case .toggleMute: self = .mute
        case .toggleDiagnostics: self = .figures
        case .toggleKeyTest: self = .keyTest
        case .learnRemote: self = .learnRemote
        case .togglePower: self = focus == .standby ? .wake : .standby
        case .standBy: self = .standby
        case .wake: self = .wake
        default: return nil
        }
    }
}
