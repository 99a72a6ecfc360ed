import Base
import Foundation
import MediaCore

/// Counts what the origin has sent since it was started, for benchmarks: `GET /stats` and `GET /traffic`.
final class TrafficCounter: Sendable {
    private struct Counts: Encodable {
        var requests = 0
        var bytes = 0
        var connections = 0
        var channels: [String: Channel] = [:]
    }

    private struct Channel: Encodable {
        var requests = 0
        var bytes = 0
    }

    /// Bytes that were written at one moment.
    private struct Piece: Encodable {
        /// The moment, and when the request had come, in nanoseconds of CLOCK_MONOTONIC.
        var at: Int64
        var asked: Int64
        var channel: Int
        var bytes: Int
    }

    private struct State {
        var counts = Counts()
        var pieces: [Piece] = []
    }

    private let state = Locked(State())
    /// How many pieces are remembered: some 20 s of a line of 20 Mbit/s.
    private static let mostPieces = 20_000

    func addRequest(channel: Int?) {
        state.withLock { state in
            state.counts.requests += 1
            if let channel { state.counts.channels["\(channel)", default: Channel()].requests += 1 }
        }
    }

    /// Counts bytes of a body; headers are not counted.
    ///
    /// - Parameter asked: when the request had come
    func add(bytes: Int, channel: Int?, asked: HostTime) {
        let now = HostTime.now.nanoseconds
        state.withLock { state in
            state.counts.bytes &+= bytes
            guard let channel else { return }
            state.counts.channels["\(channel)", default: Channel()].bytes &+= bytes
            if state.pieces.count >= 2 * Self.mostPieces { state.pieces.removeFirst(Self.mostPieces) }
            state.pieces.append(Piece(at: now, asked: asked.nanoseconds, channel: channel, bytes: bytes))
        }
    }

    /// The counts as JSON. `connections`: those open now, the client's own included.
    func text(connections: Int) -> String {
        var counts = state.withLock { $0.counts }
        counts.connections = connections
        return Self.text(counts)
    }

    /// What was written since a moment, as JSON, piece by piece. `since`: in nanoseconds of CLOCK_MONOTONIC.
    func traffic(since: Int64) -> String { Self.text(state.withLock { $0.pieces.filter { $0.at >= since } }) }

    private static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? "{}\n"
    }
}
