import MediaCore

/// The contents of the bar that shows the place in what plays, as the box tells them.
package struct TransportState: Hashable, Sendable {
    /// The range that can be played, and the place in it.
    package struct Timeline: Hashable, Sendable {
        package var start: MediaTime
        /// The end of the range; live, where a new viewer joins.
        package var end: MediaTime
        package var position: MediaTime
        /// The place where playing will go on; nil: no other is looked for.
        package var target: MediaTime?

        package init(start: MediaTime, end: MediaTime, position: MediaTime, target: MediaTime? = nil) {
            self.start = start
            self.end = end
            self.position = position
            self.target = target
        }
    }

    package var channel: ChannelLabel
    package var isLive: Bool
    package var isPaused: Bool
    /// The range; nil: it can be paused, and that is all.
    package var timeline: Timeline?
    /// The time of day of what is seen, for a live channel that states it.
    package var clock: String?
    package var quality: String?
    package var tracks: String?

    package init(channel: ChannelLabel, isLive: Bool, isPaused: Bool, timeline: Timeline? = nil) {
        self.channel = channel
        self.isLive = isLive
        self.isPaused = isPaused
        self.timeline = timeline
    }

    /// The distance to the end within which the place counts as live.
    private static let liveDistance: Duration = .seconds(3)

    /// The present place, or the one to come.
    private var place: MediaTime? { timeline.map { $0.target ?? $0.position } }

    /// The place as a part of the range, 0…1; nil without a timeline.
    var progress: Double? {
        guard let timeline, let place else { return nil }
        let length = (timeline.end - timeline.start).inSeconds
        guard length > 0 else { return isLive ? 1 : 0 }
        return min(1, max(0, (place - timeline.start).inSeconds / length))
    }

    var isAtLive: Bool {
        guard isLive else { return false }
        guard let timeline, let place else { return !isPaused }
        return timeline.end - place <= Self.liveDistance
    }

    /// The text at the left end: the time of day, or the time since the start.
    var leading: String? {
        guard let timeline, let place else { return clock }
        return isLive ? timeline.target == nil ? clock : nil : Self.time(place - timeline.start)
    }

    /// The text at the right end: how far behind, or how much is left; nil at the live edge.
    var trailing: String? {
        guard let timeline, let place, !isAtLive else { return nil }
        return "−" + Self.time(timeline.end - place)
    }

    /// A duration as text: `1:05`, `1:02:03`.
    static func time(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
