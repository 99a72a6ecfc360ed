import Foundation
import Hummingbird
import MediaCore
import NIOCore

/// Sends an answer's body: whole, as it comes into being, at a line's pace, cut off, stalled or without end.
struct BodySender: Sendable {
    /// The error that cuts the connection: fewer bytes were sent than promised.
    private struct CutOff: Error {}

    /// A line, and the connection on it that this answer goes through.
    struct Way: Sendable {
        let line: SharedLine
        let connection: Int
    }

    /// The number of bytes written in small chunks, before the rest.
    private static let drippedBytes = 4000
    /// The bytes after which even an endless playlist ends: 2 GB.
    private static let endlessBytes = 2_000_000_000

    let answer: OriginAnswer
    /// nil: as fast as the connection takes it.
    let way: Way?
    let faults: FaultOptions
    let isHead: Bool
    /// Told of bytes that were written.
    let count: @Sendable (Int) -> Void

    /// The length in bytes, as promised; nil for a body without end.
    var length: Int? {
        switch answer.body {
        case .bytes(let bytes): bytes.count
        case .pieces(_, let bytes, _): bytes
        case .endless, .growing: nil
        }
    }

    /// The bytes of a whole body that are sent.
    private func sent(of bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes[..<min(answer.cutAfter ?? bytes.count, answer.stallAfter ?? bytes.count, bytes.count)]
    }

    /// Puts the body on the line, as far as it is known, and waits for what comes first: the header comes with it.
    func begin() async throws {
        guard let way else { return try await pass() }
        var parts: [(at: HostTime, bytes: Int)] = []
        switch answer.body {
        case .bytes(let bytes): parts = [(.now, sent(of: bytes).count)]
        case .growing(let growths):
            let now = HostTime.now
            let wall = Date().timeIntervalSince1970
            parts = growths.map { (now + .seconds(max(0, $0.at - wall)), $0.bytes.count) }
        case .pieces, .endless: break
        }
        guard !isHead, let first = parts.first else { return try await pass() }
        way.line.offer(parts, on: way.connection, faults: faults)
        if first.bytes > 0, first.at <= .now, faults.delayMilliseconds == 0 {
            try await way.line.arrival(on: way.connection)
        } else {
            try await pass()
        }
    }

    /// Waits as long as the answer's header takes to the client.
    private func pass() async throws {
        if faults.roundTrip > .zero { try await Task.sleep(for: faults.roundTrip / 2) }
    }

    /// Writes the body; `begin` has come before.
    func send(to writer: inout any ResponseBodyWriter) async throws {
        if isHead { return }
        if faults.delayMilliseconds > 0 {
            // The header is sent first, with the length.
            try await writer.write(ByteBuffer())
            try await Task.sleep(for: .milliseconds(faults.delayMilliseconds))
        }
        switch answer.body {
        case .bytes(let bytes):
            let sent = sent(of: bytes)
            try await write(sent, to: &writer)
            if answer.stallAfter != nil {
                // The client must give up; an hour stands for ever.
                try await Task.sleep(for: .seconds(3600))
            }
            if sent.count < bytes.count { throw CutOff() }
        case .pieces(let count, _, let make):
            for index in 0..<count { try await offer(make(index)[...], to: &writer) }
        case .growing(let growths):
            for growth in growths {
                if way == nil { try await Self.sleep(until: growth.at) }
                try await write(growth.bytes[...], to: &writer)
            }
        case .endless(let head, let repeated):
            try await offer(Array(head.utf8)[...], to: &writer)
            let chunk = Array(String(repeating: repeated, count: 4000).utf8)
            for _ in 0..<Self.endlessBytes / chunk.count { try await offer(chunk[...], to: &writer) }
        }
    }

    /// Sleeps until `time`, in seconds since 1970.
    static func sleep(until time: Double) async throws {
        let left = time - Date().timeIntervalSince1970
        if left > 0 { try await Task.sleep(for: .seconds(left)) }
    }

    /// Writes bytes that were not known before.
    private func offer(_ bytes: ArraySlice<UInt8>, to writer: inout any ResponseBodyWriter) async throws {
        way?.line.offer([(.now, bytes.count)], on: way?.connection ?? 0, faults: faults)
        try await write(bytes, to: &writer)
    }

    /// Writes bytes that are on the line, when they have arrived.
    private func write(_ bytes: ArraySlice<UInt8>, to writer: inout any ResponseBodyWriter) async throws {
        var rest = bytes
        while !rest.isEmpty {
            let arrived = try await way?.line.next(on: way?.connection ?? 0, most: rest.count) ?? rest.count
            var chunk = rest.prefix(arrived)
            rest = rest.dropFirst(arrived)
            while !chunk.isEmpty {
                let isDripping = chunk.startIndex - bytes.startIndex < Self.drippedBytes
                let piece = chunk.prefix(isDripping ? faults.dripBytes ?? chunk.count : chunk.count)
                try await writer.write(ByteBuffer(bytes: piece))
                count(piece.count)
                chunk = chunk.dropFirst(piece.count)
            }
            way?.line.take(arrived, on: way?.connection ?? 0)
        }
    }
}
