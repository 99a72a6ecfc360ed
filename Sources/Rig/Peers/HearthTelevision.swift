import MediaCore

/// The box under test as a television, operated by its remote.
final class HearthTelevision: Television {
    let name = "hearth"
    private let box: any BoxControl
    private let hand: any Hand
    private let channels: Int
    private var current = 1

    init(_ box: any BoxControl, _ hand: any Hand, channels: Int) {
        self.box = box
        self.hand = hand
        self.channels = channels
    }

    func start(mode: String, query: String) throws {
        let entries = (1...channels).map { channel in
            "#EXTINF:-1 tvg-id=\"hearth.\(channel)\" tvg-chno=\"\(channel)\",Hearth \(channel)\n"
                + "{origin}/ch/\(channel)/master.m3u8?\(query)\n"
        }
        try box.start(BoxSettings(lineup: "#EXTM3U\n" + entries.joined(), mode: mode))
        current = 1
    }

    /// Presses channel up or down for a neighbouring channel, as a viewer does; a digit for any
    /// other.
    func ask(for channel: Int) throws -> HostTime {
        let key =
            switch channel - current {
            case 1: RemoteKey.channelUp
            case -1: RemoteKey.channelDown
            default: RemoteKey.digit(channel) ?? .ok
            }
        current = channel
        let time = try hand.press(key)
        try hand.release(key)
        return time
    }

    func stop() throws { try box.stop() }
}
