import Languages
import Screens

/// A part of the settings on the screen.
enum SettingsSection: String, Hashable, Sendable, CaseIterable {
    case look, tracks, captions, picture, remotes, sources, parental, network, about

    /// The name in the viewer's words.
    var title: String {
        switch self {
        case .look: Strings.say(.settingsLook)
        case .tracks: Strings.say(.settingsTracks)
        case .captions: Strings.say(.settingsCaptions)
        case .picture: Strings.say(.settingsPicture)
        case .remotes: Strings.say(.settingsRemotes)
        case .sources: Strings.say(.settingsSources)
        case .parental: Strings.say(.settingsParental)
        case .network: Strings.say(.settingsNetwork)
        case .about: Strings.say(.settingsAbout)
        }
    }
}
