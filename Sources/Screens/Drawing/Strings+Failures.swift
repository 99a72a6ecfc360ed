/// What a failure means to a viewer: what happened, and the one thing that helps.
extension Strings {
    /// The title, which names the channel, and a sentence about what helps.
    static func failure(_ reason: FailureReason, of channel: ChannelLabel) -> (title: String, help: String) {
        let name = channel.displayName
        return switch reason {
        case .noNetwork:
            ("No network", "The box is not connected. Check the network cable or the router; it goes on by itself.")
        case .unreachable:
            ("\(name) can’t be reached", "Its server does not answer. If other channels play, it is not your network.")
        case .notFound:
            ("\(name) is not there any more", "Its server says that there is no such channel (404). Refresh the list.")
        case .refused(let status):
            (
                "\(name) refuses this box",
                "The provider says no (\(status)). Check the account, or how many watch at once."
            )
        case .serverTrouble(let status):
            ("\(name) isn’t sending", "Its server is in trouble (\(status)). Your network is fine.")
        case .timedOut:
            ("\(name) does not answer", "Nothing came in time. If other channels play, it is not your network.")
        case .notAChannel:
            (
                "\(name) is not a channel",
                "What its server sends is something else. The address in the list may be wrong."
            )
        case .damaged:
            ("\(name) can’t be shown", "What arrives is damaged. It may be better in a minute.")
        case .unsupported(let what):
            ("\(name) can’t be played here", "This box can’t play \(what).")
        case .ended:
            ("\(name) has stopped sending", "Its server answers, but nothing new comes. Your network is fine.")
        case .device(let what):
            ("No \(what)", "The box’s \(what) does not work right now. Check its cable.")
        case .other(let text):
            ("\(name) doesn’t play", text)
        }
    }

    /// What happened, in one line.
    static func reason(_ reason: FailureReason) -> String {
        switch reason {
        case .noNetwork: "The box is not connected to a network."
        case .unreachable: "The channel’s server can’t be reached."
        case .notFound: "The server says this channel is not there (404)."
        case .refused(let status): "The server refuses this channel (\(status))."
        case .serverTrouble(let status): "The server is in trouble (\(status))."
        case .timedOut: "The server does not answer in time."
        case .notAChannel: "What the server sends is not a channel."
        case .damaged: "The channel’s data is damaged."
        case .unsupported(let what): "This box can’t play \(what)."
        case .ended: "The channel has stopped sending."
        case .device(let what): "The \(what) does not work right now."
        case .other(let text): text
        }
    }
}
