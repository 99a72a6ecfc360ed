import Devices
import MediaCore

/// The sounds of one container beside the first, which the pictures go with: each is placed on the session's timeline,
/// so that it can be heard at once when it is chosen. Bound to its thread.
struct SoundsBeside {
    /// All sounds that can be played, the first included, in the container's order.
    private(set) var sounds: [Track] = []
    private let timeline: SharedTimeline
    private var placings: [Int: PacketPlacing] = [:]
    private var hasPicture = false

    /// Tracks of the timeline: unlike those of renditions.
    private static let firstTrack = 1 << 20
    /// More than any broadcaster has; what is beyond can't be chosen.
    private static let most = 16

    init(_ timeline: SharedTimeline) {
        self.timeline = timeline
    }

    var count: Int { max(0, sounds.count - 1) }

    /// Gives those that are new or have changed, counted from 1.
    mutating func choose(_ tracks: [Track], beside router: TrackRouter) -> [(number: Int, track: Track)] {
        let playable = tracks.filter { if case .audio = $0.codec { true } else { false } }
        let first = playable.filter { router.kind(of: $0.id) != nil }
        let before = sounds
        sounds = Array((first + playable.filter { router.kind(of: $0.id) == nil }).prefix(Self.most))
        var changed: [(number: Int, track: Track)] = []
        for (number, track) in sounds.enumerated().dropFirst()
        where !before.indices.contains(number) || before[number] != track {
            changed.append((number, track))
        }
        return changed
    }

    mutating func place(
        _ packet: Packet, in position: TimelineMap.Position, hasPicture: Bool
    ) -> [(number: Int, packet: Packet)] {
        self.hasPicture = hasPicture
        guard let number = sounds.firstIndex(where: { $0.id == packet.track }), number > 0 else { return [] }
        var placing = placings[number] ?? PacketPlacing(timeline, track: Self.firstTrack + number)
        let placed = placing.place(packet, .audio, in: position, hasPictureBeside: hasPicture)
        placings[number] = placing
        return placed.map { (number: number, packet: $0.packet) }
    }

    /// After a picture has got its place: what waited for it.
    mutating func release() -> [(number: Int, packet: Packet)] {
        var released: [(number: Int, packet: Packet)] = []
        for number in placings.keys.sorted() {
            for (_, packet) in placings[number]?.retry(hasPictureBeside: hasPicture) ?? [] {
                released.append((number, packet))
            }
        }
        return released
    }
}
