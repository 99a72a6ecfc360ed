import Base
import CLinux
import Devices
import FlipMeasures
import Glibc
import MediaCore

/// Carries packets between two tun interfaces at a line's pace, and notes whose media they bring. Blocks on its own
/// thread.
final class TunShaper: Sendable {
    private struct State {
        var down = DropTailLine(rate: nil, delay: 0, buffer: 0)
        var delay: Int64 = 0
        var pieces: [TrafficPiece] = []
    }

    /// A packet on its way.
    private struct Packet {
        let due: Int64
        let bytes: [UInt8]
    }

    private let near: OwnedDescriptor
    private let far: OwnedDescriptor
    private let poll: OwnedDescriptor
    private let state = Locked(State())
    private static let mostPieces = 100_000
    /// How long it waits where nothing is on its way, in nanoseconds.
    private static let rest: Int64 = 1_000_000_000
    private static let largestPacket = 65_536

    init(near: consuming OwnedDescriptor, far: consuming OwnedDescriptor) throws {
        poll = OwnedDescriptor(taking: try checked("epoll_create1") { epoll_create1(0) })
        for end in [near.raw, far.raw] {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            let poll = poll.raw
            _ = try checked("epoll_ctl") { epoll_ctl(poll, EPOLL_CTL_ADD, end, &event) }
        }
        self.near = near
        self.far = far
    }

    func shape(rate: Int?, delay: Int64, buffer: Int) {
        state.withLock { state in
            state.down = DropTailLine(rate: rate, delay: delay, buffer: buffer)
            state.delay = delay
        }
    }

    func traffic(since time: Int64) -> [TrafficPiece] { state.withLock { $0.pieces.filter { $0.at >= time } } }

    func run() {
        var down = FIFO<Packet>()
        var up = FIFO<Packet>()
        /// The request that each of the client's ports sent last: its channel, and when it came to the origin.
        var requests: [UInt16: (channel: Int, asked: Int64)] = [:]
        var piece = [UInt8](repeating: 0, count: Self.largestPacket)
        while true {
            let now = MonotonicClock().now.nanoseconds
            while let packet = down.first, packet.due <= now {
                _ = down.popFirst()
                note(packet.bytes, requests, at: now)
                _ = write(far.raw, packet.bytes, packet.bytes.count)
            }
            while let packet = up.first, packet.due <= now {
                _ = up.popFirst()
                _ = write(near.raw, packet.bytes, packet.bytes.count)
            }
            while let bytes = Self.read(near.raw, &piece) {
                let now = MonotonicClock().now.nanoseconds
                guard let due = state.withLock({ $0.down.pass(bytes.count, at: now) }) else { continue }
                down.append(Packet(due: due, bytes: bytes))
            }
            while let bytes = Self.read(far.raw, &piece) {
                let due = MonotonicClock().now.nanoseconds + state.withLock { $0.delay }
                if let segment = TCPSegment(bytes), let channel = segment.requestedChannel {
                    requests[segment.source] = (channel, due)
                }
                up.append(Packet(due: due, bytes: bytes))
            }
            let next = min(down.first?.due ?? .max, up.first?.due ?? .max)
            let wait = max(0, next == .max ? Self.rest : next - MonotonicClock().now.nanoseconds)
            var time = timespec(tv_sec: Int(wait / 1_000_000_000), tv_nsec: Int(wait % 1_000_000_000))
            var events = [epoll_event](repeating: epoll_event(), count: 2)
            _ = epoll_pwait2(poll.raw, &events, 2, &time, nil)
        }
    }

    private func note(_ bytes: [UInt8], _ requests: [UInt16: (channel: Int, asked: Int64)], at now: Int64) {
        guard let segment = TCPSegment(bytes), segment.payload > 0, let request = requests[segment.destination] else {
            return
        }
        state.withLock { state in
            if state.pieces.count >= 2 * Self.mostPieces { state.pieces.removeFirst(Self.mostPieces) }
            state.pieces.append(
                TrafficPiece(at: now, asked: request.asked, channel: request.channel, bytes: segment.payload))
        }
    }

    private static func read(_ file: Int32, _ piece: inout [UInt8]) -> [UInt8]? {
        let count = Glibc.read(file, &piece, piece.count)
        return count > 0 ? Array(piece[..<count]) : nil
    }
}
