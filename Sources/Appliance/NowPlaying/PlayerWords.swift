import Channels
import Commands
import Devices
import MediaCore
import Playback
import Screens

// What the player, the tuner and the screens call one thing, turned into each other's words.

extension Warmth {
    var inPlayer: ItemReadiness {
        switch self {
        case .playlist: .playlist
        case .media: .media
        case .picture: .picture
        case .full: .full
        }
    }
}

extension Channels.ItemID {
    var inPlayer: Playback.ItemID { Playback.ItemID(UInt64(clamping: value)) }
}

extension Playback.ItemID {
    var inChannels: Channels.ItemID { Channels.ItemID(value: Int(clamping: value)) }
}

extension PlayerEvent.Kind {
    /// The phase of a flip's trace that the event marks; nil: none.
    var phase: FlipTrace.Phase? {
        switch self {
        case .playlistLoaded: .playlist
        case .firstByte: .firstByte
        case .firstFrameDecoded: .firstFrameDecoded
        case .firstFrameShown: .firstFrameScanout
        case .motionShown: .motion
        case .firstSound: .firstSound
        default: nil
        }
    }
}

extension ItemTrouble {
    init(_ failure: PlaybackFailure) {
        var status: Int?
        if case .httpStatus(let code, _, _) = failure { status = code }
        self.init("\(failure)", status: status, retryAfter: failure.retryAfter)
    }
}

extension WarmingEvent.Cost {
    init(_ info: Playback.PlaybackInfo) {
        let pixels = info.size.isEmpty ? nil : info.size.width * info.size.height
        self.init(
            bandwidth: info.bandwidth.map { Double($0) }, isLadder: info.variantCount > 1,
            pictureBytes: pixels.map { $0 * 3 / 2 })
    }
}
