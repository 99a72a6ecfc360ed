import Foundation
import Hummingbird
import NIOCore

/// Sends an answer's body: whole, as it comes into being, at the channel's bandwidth, cut off, stalled or
/// without end.
struct BodySender: Sendable {
    /// The error that cuts the connection: fewer bytes were sent than promised.
    private struct CutOff: Error {}

    /// The bytes of a paced chunk: some 4 ms at 20 Mbit/s.
    private static let pacedBytes = 10_000
    /// The number of bytes written in small chunks, before the rest.
    private static let drippedBytes = 4000
    /// The bytes after which even an endless playlist ends: 2 GB.
    private static let endlessBytes = 2_000_000_000

    let answer: OriginAnswer
    let link: ChannelLink
    let faults: FaultOptions
    let isHead: Bool
    let counter: TrafficCounter

    /// The length in bytes, as promised; nil for a body without end.
    var length: Int? {
        switch answer.body {
        case .bytes(let bytes): bytes.count
        case .pieces(_, let bytes, _): bytes
        case .endless, .growing: nil
        }
    }

    func send(to writer: inout any ResponseBodyWriter) async throws {
        if isHead { return }
        if faults.delayMilliseconds > 0 {
            // The header is sent first, with the length.
            try await writer.write(ByteBuffer())
            try await Task.sleep(for: .milliseconds(faults.delayMilliseconds))
        }
        switch answer.body {
        case .bytes(let bytes):
            let end = min(answer.cutAfter ?? bytes.count, answer.stallAfter ?? bytes.count, bytes.count)
            try await send(bytes[..<end], to: &writer)
            if answer.stallAfter != nil {
                // The client must give up; an hour stands for ever.
                try await Task.sleep(for: .seconds(3600))
            }
            if end < bytes.count { throw CutOff() }
        case .pieces(let count, _, let make):
            for index in 0..<count { try await send(make(index)[...], to: &writer) }
        case .growing(let growths):
            for growth in growths {
                try await Self.sleep(until: growth.at)
                try await send(growth.bytes[...], to: &writer)
            }
        case .endless(let head, let repeated):
            try await send(Array(head.utf8)[...], to: &writer)
            let chunk = Array(String(repeating: repeated, count: 4000).utf8)
            for _ in 0..<Self.endlessBytes / chunk.count { try await send(chunk[...], to: &writer) }
        }
    }

    /// Sleeps until `time`, in seconds since 1970.
    static func sleep(until time: Double) async throws {
        let left = time - Date().timeIntervalSince1970
        if left > 0 { try await Task.sleep(for: .seconds(left)) }
    }

    private func send(_ bytes: ArraySlice<UInt8>, to writer: inout any ResponseBodyWriter) async throws {
        var rest = bytes
        while !rest.isEmpty {
            let isDripping = rest.startIndex - bytes.startIndex < Self.drippedBytes
            let size = isDripping ? faults.dripBytes : nil
            let kilobits = faults.kilobits(now: Date().timeIntervalSince1970)
            let chunk = rest.prefix(size ?? (kilobits == nil ? rest.count : Self.pacedBytes))
            if let kilobits {
                try await Task.sleep(for: .nanoseconds(link.wait(bytes: chunk.count, kilobits: kilobits)))
            }
            try await writer.write(ByteBuffer(bytes: chunk))
            counter.add(bytes: chunk.count)
            rest = rest.dropFirst(chunk.count)
        }
    }
}
