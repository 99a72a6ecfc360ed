import MediaCore

/// The bar that says where one is in what plays, as the box tells it.
package struct TransportState: Hashable, Sendable {
    /// What can be gone to, and where one is in it.
    package struct Timeline: Hashable, Sendable {
        package var start: MediaTime
        /// Live, where a new viewer joins.
        package var end: MediaTime
        package var position: MediaTime
        /// Where it will go on.
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
    /// Nil: it can be paused, and that is all.
    package var timeline: Timeline?
    /// The time of day of what is seen, live and when the channel tells.
    package var clock: String?
    package var quality: String?
    package var tracks: String?

    package init(channel: ChannelLabel, isLive: Bool, isPaused: Bool, timeline: Timeline? = nil) {
        self.channel = channel
        self.isLive = isLive
        self.isPaused = isPaused
        self.timeline = timeline
    }

    /// Closer to the end is as live as it gets.
    private static let liveDistance: Duration = .seconds(3)

    /// Where one is, or will be.
    private var place: MediaTime? { timeline.map { $0.target ?? $0.position } }

    /// 0…1; nil without a timeline.
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

    /// At the left end: the time of day, or how far into it.
    var leading: String? {
        guard let timeline, let place else { return clock }
        return isLive ? timeline.target == nil ? clock : nil : Self.time(place - timeline.start)
    }

    /// At the right end: how far behind, or how much is left; nil: it is at the live edge.
    var trailing: String? {
        guard let timeline, let place, !isAtLive else { return nil }
        return "−" + Self.time(timeline.end - place)
    }

    /// `1:05`, `1:02:03`.
    static func time(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
