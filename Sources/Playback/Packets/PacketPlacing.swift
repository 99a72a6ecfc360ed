import Devices
import MediaCore

/// Gives the packets of one stream their places on the session's timeline. Where sound begins anew before
/// the picture beside it, it is held until the picture has its place: then both are in step, and the
/// picture goes on without a hole. Bound to its thread.
struct PacketPlacing {
    typealias Kind = TimelineMap.Kind

    private struct Held {
        var packet: Packet
        var position: TimelineMap.Position
    }

    private let timeline: SharedTimeline
    private let track: Int
    /// Held packets of sound, in order.
    private var held: [Held] = []
    /// The most packets held: more than a second and a half of AAC, after which the picture is not
    /// coming.
    private static let most = 72

    init(_ timeline: SharedTimeline, track: Int) {
        self.timeline = timeline
        self.track = track
    }

    /// Returns the packets that have their place now, each kind in order.
    mutating func place(
        _ packet: Packet, _ kind: Kind, in position: TimelineMap.Position, hasPictureBeside: Bool
    ) -> [(kind: Kind, packet: Packet)] {
        guard kind == .audio else {
            let placed = placed(packet, .video, position, hasPictureBeside: false) ?? packet
            return [(.video, placed)] + release(hasPictureBeside: hasPictureBeside)
        }
        held.append(Held(packet: packet, position: position))
        // Only the first packet needs a place: the others go on from there.
        var ready: [(kind: Kind, packet: Packet)] = []
        if held.count > Self.most { ready = releaseFirst(hasPictureBeside: false) }
        return ready + (held.count == 1 || !ready.isEmpty ? release(hasPictureBeside: hasPictureBeside) : [])
    }

    /// Releases sound that was held for a picture, once another store has placed that picture.
    mutating func retry(hasPictureBeside: Bool) -> [(kind: Kind, packet: Packet)] {
        held.isEmpty ? [] : release(hasPictureBeside: hasPictureBeside)
    }

    /// No picture comes any more.
    mutating func finish() -> [(kind: Kind, packet: Packet)] {
        release(hasPictureBeside: false)
    }

    private mutating func release(hasPictureBeside: Bool) -> [(kind: Kind, packet: Packet)] {
        var ready: [(kind: Kind, packet: Packet)] = []
        while !held.isEmpty {
            let next = releaseFirst(hasPictureBeside: hasPictureBeside)
            guard !next.isEmpty else { break }
            ready += next
        }
        return ready
    }

    private mutating func releaseFirst(hasPictureBeside: Bool) -> [(kind: Kind, packet: Packet)] {
        guard let first = held.first,
            let packet = placed(first.packet, .audio, first.position, hasPictureBeside: hasPictureBeside)
        else { return [] }
        held.removeFirst()
        return [(.audio, packet)]
    }

    /// The packet with its place; nil while that is undecided. A packet without any time is returned as
    /// it is.
    private func placed(
        _ packet: Packet, _ kind: Kind, _ position: TimelineMap.Position, hasPictureBeside: Bool
    ) -> Packet? {
        let stamp = TimelineMap.Stamp(
            presentation: packet.presentation, decode: packet.decode, duration: packet.duration)
        guard let stamp else { return packet }
        let placement = timeline.place(kind, track: track, stamp, in: position, hasPictureBeside: hasPictureBeside)
        guard case .offset(let offset) = placement else { return nil }
        var packet = packet
        packet.presentation = packet.presentation.map { $0 + offset }
        packet.decode = packet.decode.map { $0 + offset }
        return packet
    }
}
