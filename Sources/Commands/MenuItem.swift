/// What the menu offers, so that a remote without the keys for it can do it too.
package enum MenuItem: String, Hashable, Sendable, CaseIterable {
    case channels, favourites, information, lastChannel, pause, sound, subtitles, volume, figures, keyTest, learnRemote, standby

    /// What OK does.
    package var command: Command {
        switch self {
        case .channels: .showGuide
        case .favourites: .showFavourites
        case .information: .showInfo
        case .lastChannel: .tuneLast
        case .pause: .playPause
        case .sound: .audio(.next)
        case .subtitles: .subtitles(.next)
        case .volume: .toggleMute
        case .figures: .toggleDiagnostics
        case .keyTest: .toggleKeyTest
        case .learnRemote: .learnRemote
        case .standby: .standBy
        }
    }

    /// What left and right do; nil: nothing.
    package var commands: (left: Command, right: Command)? {
        self == .volume ? (.volumeDown, .volumeUp) : nil
    }

    /// Whether the menu stays, for more of it.
    package var keepsMenu: Bool {
        switch self {
        case .pause, .sound, .subtitles, .volume, .keyTest: true
        case .channels, .favourites, .information, .lastChannel, .figures, .learnRemote, .standby: false
        }
    }
}
