/// What a key is for, whatever the remote that has it.
package enum Key: Hashable, Sendable {
    case up, down, left, right
    case confirm, back
    case home, menu, guide, info, favourites
    case channelUp, channelDown, lastChannel
    /// 0–9; anything else is ignored by the router.
    case digit(Int)
    case playPause, play, pause, stop
    case volumeUp, volumeDown, mute, unmute
    case audio, subtitles
    case power, sleep, wake
}

extension Key {
    /// Whether holding it means pressing it again and again.
    package var repeats: Bool {
        switch self {
        case .up, .down, .left, .right, .channelUp, .channelDown, .volumeUp, .volumeDown: true
        case .confirm, .back, .home, .menu, .guide, .info, .favourites, .lastChannel, .digit, .playPause, .play,
            .pause, .stop, .mute, .unmute, .audio, .subtitles, .power, .sleep, .wake:
            false
        }
    }
}
