import Base
import Foundation

/// The pieces of all channels; a rung is read from disk when it is first asked for.
package final class PieceLibrary: Sendable {
    private struct Key: Hashable {
        let channel: Int
        let rung: String
        let container: MediaContainer
    }

    let channels: [ChannelContent]
    private let adverts: [ChannelContent]
    private let cache: ContentCache
    private let loaded = Locked<[Key: RungPieces]>([:])

    /// Makes a library. `channels` must have been prepared in `cache`; adverts that have not been
    /// are not shown.
    package init(channels: [ChannelContent], adverts: [ChannelContent] = [], cache: ContentCache) {
        self.channels = channels
        self.adverts = adverts.filter { cache.contains($0) }
        self.cache = cache
    }

    func channel(_ number: Int) -> ChannelContent? { channels.first { $0.number == number } }

    /// The advert shown in breaks in place of a rung of a channel; nil: nothing prepared.
    func advert(_ kind: BreakKind, for content: ChannelContent, rung: ChannelContent.Rung)
        -> (content: ChannelContent, rung: ChannelContent.Rung)?
    {
        if let codecs = kind.codecs {
            guard let advert = adverts.first(where: { $0.number == codecs.number }) else { return nil }
            return (advert, advert.rungs[0])
        }
        let others = channels.filter { $0.number != content.number } + [content]
        for other in others {
            guard let index = other.rungs.firstIndex(where: { $0.name == rung.name }) else { continue }
            return (other, other.rungs[kind == .size ? (index + 1) % other.rungs.count : index])
        }
        return nil
    }

    /// A rung's pieces; read from disk the first time.
    func pieces(_ content: ChannelContent, _ rung: ChannelContent.Rung, _ container: MediaContainer) throws
        -> RungPieces
    {
        let key = Key(channel: content.number, rung: rung.name, container: container)
        if let pieces = loaded.withLock({ $0[key] }) { return pieces }
        let directory = cache.directory(of: content).appendingPathComponent("\(rung.name)/\(container.rawValue)")
        let pieces = try RungPieces(content: content, directory: directory, container: container)
        loaded.withLock { $0[key] = pieces }
        return pieces
    }

    /// The channel's logo, a PNG.
    func logo(_ content: ChannelContent) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: cache.directory(of: content).appendingPathComponent("logo.png")))
    }

    /// A still of what the channel shows, a PNG; nil: it shows no scene.
    func artwork(_ content: ChannelContent) throws -> [UInt8]? {
        guard content.scene != nil else { return nil }
        return [UInt8](try Data(contentsOf: cache.directory(of: content).appendingPathComponent("art.png")))
    }
}
