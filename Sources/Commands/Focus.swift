/// Says which layer has the keys now: the topmost one that takes keys. The raw value is its name in `[keys]` of the
/// configuration.
package enum Focus: String, Hashable, Sendable, CaseIterable {
    /// A live channel fills the screen; also while a flip is under way.
    case video
    /// A live channel with a channel number half typed.
    case numberEntry = "number_entry"
    /// A live channel with a preview over the picture.
    case preview
    /// The same with an offer over it: to start a film over that goes on from where it was left, or what to watch next.
    case offer
    /// The transport bar is up.
    case transport
    /// A screen with a choice: the custom overlay, the channel list, the menu.
    case overlay
    /// The guide: channels down, time across.
    case guide
    /// A field for text: digits are letters there, as on a telephone, and the letters of a keyboard are typed.
    case text
    /// The information panel, which has nothing to choose.
    case info
    case passcode
    /// A channel that failed and says so.
    case failure
    case standby

    /// Whether no layer is over the channel's own picture, or over the screen in its place.
    package var isChannel: Bool {
        switch self {
        case .video, .numberEntry, .preview, .offer, .failure: true
        case .transport, .overlay, .guide, .text, .info, .passcode, .standby: false
        }
    }

    /// Whether a change for every focus applies here too. It must always be possible to type a code and to wake the
    /// box, so there a key is changed by name only.
    package var followsEverywhere: Bool { self != .passcode && self != .standby }
}
