import Base
import Foundation

/// All channels' pieces; a rung is read from disk when it is first asked for.
package final class PieceLibrary: Sendable {
    private struct Key: Hashable {
        let channel: Int
        let rung: String
        let container: MediaContainer
    }

    let channels: [ChannelContent]
    private let cache: ContentCache
    private let loaded = Locked<[Key: RungPieces]>([:])

    /// `channels` must have been prepared in `cache`.
    package init(channels: [ChannelContent], cache: ContentCache) {
        self.channels = channels
        self.cache = cache
    }

    func channel(_ number: Int) -> ChannelContent? { channels.first { $0.number == number } }

    /// Reads from disk, the first time.
    func pieces(_ content: ChannelContent, _ rung: ChannelContent.Rung, _ container: MediaContainer) throws -> RungPieces {
        let key = Key(channel: content.number, rung: rung.name, container: container)
        if let pieces = loaded.withLock({ $0[key] }) { return pieces }
        let directory = cache.directory(of: content).appendingPathComponent("\(rung.name)/\(container.rawValue)")
        let pieces = try RungPieces(content: content, directory: directory, container: container)
        loaded.withLock { $0[key] = pieces }
        return pieces
    }

    /// The channel's logo, PNG.
    func logo(_ content: ChannelContent) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: cache.directory(of: content).appendingPathComponent("logo.png")))
    }
}
