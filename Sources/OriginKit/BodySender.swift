import Hummingbird
import NIOCore

/// Sends an answer's body: whole, at the channel's bandwidth, cut off, stalled or without end.
struct BodySender: Sendable {
    /// Thrown to cut the connection: fewer bytes went than were promised.
    private struct CutOff: Error {}

    /// A paced chunk: some 4 ms at 20 Mbit/s.
    private static let pacedBytes = 10_000
    /// What an endless playlist ends at after all: 2 GB.
    private static let endlessBytes = 2_000_000_000

    let answer: OriginAnswer
    let link: ChannelLink
    let kilobits: Int?
    let isHead: Bool

    /// In bytes, as promised; nil for a body without end.
    var length: Int? {
        switch answer.body {
        case .bytes(let bytes): bytes.count
        case .pieces(_, let bytes, _): bytes
        case .endless: nil
        }
    }

    func send(to writer: inout any ResponseBodyWriter) async throws {
        if isHead { return }
        switch answer.body {
        case .bytes(let bytes):
            let end = min(answer.cutAfter ?? bytes.count, answer.stallAfter ?? bytes.count, bytes.count)
            try await send(bytes[..<end], to: &writer)
            if answer.stallAfter != nil {
                // The client is the one to give up; an hour stands for ever.
                try await Task.sleep(for: .seconds(3600))
            }
            if end < bytes.count { throw CutOff() }
        case .pieces(let count, _, let make):
            for index in 0..<count { try await send(make(index)[...], to: &writer) }
        case .endless(let head, let repeated):
            try await send(Array(head.utf8)[...], to: &writer)
            let chunk = Array(String(repeating: repeated, count: 4000).utf8)
            for _ in 0..<Self.endlessBytes / chunk.count { try await send(chunk[...], to: &writer) }
        }
    }

    private func send(_ bytes: ArraySlice<UInt8>, to writer: inout any ResponseBodyWriter) async throws {
        guard let kilobits else {
            try await writer.write(ByteBuffer(bytes: bytes))
            return
        }
        var rest = bytes
        while !rest.isEmpty {
            let chunk = rest.prefix(Self.pacedBytes)
            try await Task.sleep(for: .nanoseconds(link.wait(bytes: chunk.count, kilobits: kilobits)))
            try await writer.write(ByteBuffer(bytes: chunk))
            rest = rest.dropFirst(chunk.count)
        }
    }
}
