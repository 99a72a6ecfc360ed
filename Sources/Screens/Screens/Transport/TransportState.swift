import Layout
import MediaCore

/// The contents of the bar that shows the place in what plays, as the box tells them.
package struct TransportState: Hashable, Sendable {
    /// What the bar spans, and the places on it.
    package struct Timeline: Hashable, Sendable {
        /// The start of what can be played.
        package var start: MediaTime
        /// The end of what can be played; live, where a new viewer joins.
        package var end: MediaTime
        package var position: MediaTime
        /// The place where playing will go on; nil: no other is looked for.
        package var target: MediaTime?
        /// The ends of the bar, where it shows more than can be played: a programme that has begun before, and goes on.
        package var scale: ClosedRange<MediaTime>
        /// The end of what is in memory already.
        package var buffered: MediaTime?

        package init(
            start: MediaTime, end: MediaTime, position: MediaTime, target: MediaTime? = nil,
            scale: ClosedRange<MediaTime>? = nil, buffered: MediaTime? = nil
        ) {
            self.start = start
            self.end = end
            self.position = position
            self.target = target
            self.scale = scale ?? start...max(start, end)
            self.buffered = buffered
        }
    }

    /// Where something with a name begins.
    package struct Mark: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case chapter, programme }

        package var kind: Kind
        package var place: MediaTime
        package var title: String?

        package init(_ kind: Kind, at place: MediaTime, _ title: String? = nil) {
            self.kind = kind
            self.place = place
            self.title = title
        }
    }

    /// The picture of the place that is looked for.
    package enum Preview: Hashable, Sendable {
        /// It is here; the number tells it from all others.
        case picture(Int)
        /// There is none, or none yet: what stands for the channel does.
        case artwork
    }

    package var channel: ChannelLabel
    package var isLive: Bool
    package var isPaused: Bool
    /// The programme that is on at the place, or the film; nil where nothing is known but the channel.
    package var title: String?
    /// The episode, and when the programme is on.
    package var subtitle: String?
    /// The range; nil: it can be paused, and that is all.
    package var timeline: Timeline?
    /// The time of day of what is seen, for a live channel that states it.
    package var clock: String?
    /// The time of day at the left end of the bar.
    package var startClock: String?
    /// The time of the place that is looked for, to the second, as it stands under its picture.
    package var targetText: String?
    /// In the order in which they come.
    package var marks: [Mark] = []
    /// The breaks on it.
    package var breaks: [ClosedRange<MediaTime>] = []
    /// The break that plays in its place, and what is left of it; nil: none does.
    package var breakText: String?
    package var quality: String?
    package var tracks: String?
    /// In hundredths of the usual one.
    package var speedPercent = 100
    package var preview: Preview?
    package var menus: [BarMenu] = []

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

    /// A place as a part of the bar, 0…1.
    func part(_ place: MediaTime) -> Double {
        guard let timeline else { return 0 }
        let length = (timeline.scale.upperBound - timeline.scale.lowerBound).inSeconds
        guard length > 0 else { return isLive ? 1 : 0 }
        return min(1, max(0, (place - timeline.scale.lowerBound).inSeconds / length))
    }

    /// The place as a part of the bar, 0…1; nil without a timeline.
    var progress: Double? { place.map(part) }

    var isAtLive: Bool {
        guard isLive else { return false }
        guard let timeline, let place else { return !isPaused }
        return timeline.end - place <= Self.liveDistance
    }

    /// The text at the left end: the time of day, or the time since the start.
    var leading: String? {
        guard let timeline, let place else { return clock }
        if isLive { return startClock ?? (timeline.target == nil ? clock : nil) }
        return Self.time(place - timeline.start)
    }

    /// The text at the right end: how far behind, or how much is left; nil at the live edge.
    var trailing: String? {
        guard let timeline, let place, !isAtLive else { return nil }
        return "−" + Self.time(timeline.end - place)
    }

    /// What begins at the place that is looked for, where it is not what the title says.
    var targetTitle: String? {
        guard let target = timeline?.target else { return nil }
        let found = marks.last { $0.place <= target }?.title
        return found == title ? nil : found
    }

    /// A duration as text: `1:05`, `1:02:03`.
    package static func time(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    /// The radius of their corners, in pixels.
    package static func previewRadius(in size: PixelSize) -> Double {
        PreviewCard.radius * Double(size.width) / PreviewCard.size.width
    }

    /// The size of pictures of other places, in pixels of such a screen.
    package static func previewSize(on screen: PixelSize) -> PixelSize {
        let scale = Interface.scale(size: screen)
        let frame = PreviewCard.size
        return PixelSize(
            width: Int((frame.width * scale).rounded(.up)), height: Int((frame.height * scale).rounded(.up)))
    }
}
