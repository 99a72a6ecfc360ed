/// The items of the menu, through which a remote without the keys for them can do the same.
package enum MenuItem: String, Hashable, Sendable, CaseIterable {
    case home, guide, search, channels, groups, favourites, information, lastChannel, pause, speed, whatDidSheSay,
        sound,
        subtitles,
        picture, pictureInPicture, renderers,
        volume, settings, figures, keyTest,
        learnRemote, standby

    /// The command of OK on this item.
    package var command: Command {
        switch self {
        case .guide: .showGuide
        case .home: .showHome
        case .search: .showSearch
        case .channels: .showChannels
        case .groups: .showGroups
        case .favourites: .showFavourites
        case .information: .showInfo
        case .lastChannel: .tuneLast
        case .pause: .playPause
        case .speed: .speed(.next)
        case .whatDidSheSay: .whatDidSheSay
        case .sound: .audio(.next)
        case .subtitles: .subtitles(.next)
        case .picture: .picture(.next)
        case .pictureInPicture: .pip(.toggle)
        case .renderers: .showRenderers
        case .volume: .toggleMute
        case .settings: .showSettings
        case .figures: .toggleDiagnostics
        case .keyTest: .toggleKeyTest
        case .learnRemote: .learnRemote
        case .standby: .standBy
        }
    }

    /// The commands of left and right on this item; nil: none.
    package var commands: (left: Command, right: Command)? {
        switch self {
        case .volume: (.volumeDown, .volumeUp)
        // To another corner, and larger.
        case .pictureInPicture: (.pip(.move), .pip(.size))
        default: nil
        }
    }

    /// Whether the menu stays open after the command, for more of it.
    package var keepsMenu: Bool {
        switch self {
        case .pause, .speed, .sound, .subtitles, .picture, .pictureInPicture, .volume, .keyTest: true
        case .home, .guide, .search, .channels, .groups, .favourites, .information, .lastChannel, .whatDidSheSay,
            .renderers, .settings, .figures, .learnRemote, .standby:
            false
        }
    }
}
