import MediaCore

/// X-TIMESTAMP-MAP (§3.5 of the HLS draft): `LOCAL` on a WebVTT segment's clock is `MPEGTS` on the
/// media's, which counts 33 bits at 90 kHz whatever the media's container.
package struct TimestampMap: Sendable, Hashable {
    package var local: MediaTime
    /// The media's timestamp, 0 ..< 2³³.
    package var mpegts: Int64

    /// The map that holds where a segment states none.
    package static let identity = TimestampMap(local: .zero, mpegts: 0)

    package init(local: MediaTime, mpegts: Int64) {
        self.local = local
        self.mpegts = mpegts & (1 << 33 - 1)
    }

    /// Parses `X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000`, in either order; nil when either is
    /// missing.
    init?(_ line: Substring) {
        guard let sign = line.firstIndex(of: "=") else { return nil }
        var local: MediaTime?
        var mpegts: Int64?
        for part in line[line.index(after: sign)...].split(separator: ",") {
            let attribute = part.trimmingBlanks
            if attribute.hasPrefix("LOCAL:") {
                local = WebVTTTiming.time(attribute.dropFirst(6).trimmingBlanks)
            } else if attribute.hasPrefix("MPEGTS:") {
                // Some timestamps count on beyond 33 bits.
                mpegts = UInt64(attribute.dropFirst(7).trimmingBlanks).map { Int64($0 & (1 << 33 - 1)) }
            }
        }
        guard let local, let mpegts else { return nil }
        self.init(local: local, mpegts: mpegts)
    }

    /// The media time of a cue's time: of all that are 2³³ ticks apart the one nearest to `expected`,
    /// so that it does not matter on which side of a wrap LOCAL, the cue and the media are.
    package func mediaTime(of time: MediaTime, near expected: MediaTime) -> MediaTime {
        let ticks = mpegts.addingSaturating((time - local).nanoseconds.scaled(by: 90_000, over: 1_000_000_000))
        let unwrapper = TimestampUnwrapper(expected: expected.nanoseconds.scaled(by: 90_000, over: 1_000_000_000))
        return MediaTime(ticks: unwrapper.peek(ticks), timescale: 90_000)
    }
}
