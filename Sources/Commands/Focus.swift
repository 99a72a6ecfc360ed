/// What has the keys now. The topmost layer that takes keys decides.
package enum Focus: Hashable, Sendable, CaseIterable {
    /// A live channel fills the screen; also while a flip is under way.
    case video
    /// The same, with a channel number half typed.
    case numberEntry
    /// The transport bar is up.
    case transport
    /// A screen of things to choose from: the custom overlay, the guide, a menu.
    case overlay
    /// The information panel, which has nothing to choose.
    case info
    case passcode
    /// A channel that failed and says so.
    case failure
    case standby

    /// Nothing lies over the channel's own picture, or over the screen that stands for it.
    var isChannel: Bool {
        switch self {
        case .video, .numberEntry, .failure: true
        case .transport, .overlay, .info, .passcode, .standby: false
        }
    }
}
