/// What has the keys now. The topmost layer that takes keys decides. The raw value is its name in `[keys]` of the
/// configuration.
package enum Focus: String, Hashable, Sendable, CaseIterable {
    /// A live channel fills the screen; also while a flip is under way.
    case video
    /// The same, with a channel number half typed.
    case numberEntry = "number_entry"
    /// The same, and over the picture stands where a flip would lead.
    case preview
    /// The transport bar is up.
    case transport
    /// A screen of things to choose from: the custom overlay, the channel list, the menu.
    case overlay
    /// The information panel, which has nothing to choose.
    case info
    case passcode
    /// A channel that failed and says so.
    case failure
    case standby

    /// Nothing lies over the channel's own picture, or over the screen that stands for it.
    package var isChannel: Bool {
        switch self {
        case .video, .numberEntry, .preview, .failure: true
        case .transport, .overlay, .info, .passcode, .standby: false
        }
    }

    /// Whether a key that is given another meaning everywhere has it here too. A code must always be possible to type,
    /// and a box to wake: here a key is changed by name only.
    package var followsEverywhere: Bool { self != .passcode && self != .standby }
}
