import MediaCore
import Store

/// The times of the phases of one flip: begun by `FlipAction.aimed`, and anew when the flip aims
/// elsewhere.
package struct FlipTrace: Sendable {
    package enum Phase: Hashable, Sendable, CaseIterable {
        /// The first vblank with the interstitial.
        case interstitialScanout
        /// The channel's item was asked for or, on a warm channel, adopted.
        case prepared
        /// The media playlist was parsed.
        case playlist
        /// The first byte of the first media segment, or of its initialisation section, came.
        case firstByte
        case firstFrameDecoded
        /// The player was ordered to show the item.
        case revealed
        /// The vblank of the new channel's first frame.
        case firstFrameScanout
        /// The vblank of the first frame that differs from `firstFrameScanout`'s.
        case motion
        /// The first sample of the new channel left the sound card, by the device's own clock.
        case firstSound
    }

    package let flip: Flip
    /// Whether the channel was kept ready before the key.
    package var isWarm: Bool
    /// Whether a passcode was asked for.
    package var wasLocked = false
    private var times: [Phase: HostTime] = [:]

    package init(_ flip: Flip, isWarm: Bool) {
        self.flip = flip
        self.isWarm = isWarm
    }

    /// Notes the time of a phase; the first one counts. What a warm channel had done before the key
    /// took no time: 0.
    package mutating func note(_ phase: Phase, at time: HostTime) {
        if times[phase] == nil { times[phase] = max(time, flip.keyTime) }
    }

    /// Whether all phases have come.
    package var isComplete: Bool { times.count == Phase.allCases.count }

    package var record: FlipRecord {
        func nanoseconds(_ phase: Phase) -> Int64? { times[phase].map { ($0 - flip.keyTime).nanoseconds } }
        var record = FlipRecord(from: flip.from, to: flip.to, warm: isWarm, time: flip.keyTime.nanoseconds)
        record.prepared = nanoseconds(.prepared)
        record.interstitialScanout = nanoseconds(.interstitialScanout)
        record.playlist = nanoseconds(.playlist)
        record.firstByte = nanoseconds(.firstByte)
        record.firstFrameDecoded = nanoseconds(.firstFrameDecoded)
        record.revealed = nanoseconds(.revealed)
        record.firstFrameScanout = nanoseconds(.firstFrameScanout)
        record.motion = nanoseconds(.motion)
        if wasLocked { record.wasLocked = true }
        record.firstSound = nanoseconds(.firstSound)
        return record
    }
}
