import Devices
import MediaCore

/// A cache of pictures scaled to their destination's size, so that showing one again is a copy. It
/// holds what the last scenes needed, a handful at most; the one not used for longest makes room.
final class ScaledPictures {
    struct Key: Equatable {
        var identity: ContentIdentity
        /// The part of the content that is scaled, in its own pixels.
        var source: PixelRectangle
        var size: PixelSize
        /// The part on the screen, relative to the destination.
        var part: PixelRectangle
    }

    private struct Entry {
        var key: Key
        var memory: PixelMemory
        var lastUse: UInt64
        /// The scene that needed it last.
        var lastScene: UInt64
    }

    private var entries: [Entry] = []
    private var uses: UInt64 = 0
    /// The number of uses before the last scene but one: what was not used since is not needed again soon, and its
    /// memory is taken before there is more.
    private var stale: (last: UInt64, beforeLast: UInt64) = (0, 0)
    /// The number of scenes so far.
    private var scene: UInt64 = 0
    private static let capacity = 6
    /// The number of scenes, ten seconds of television, after which the memory of what was not needed is given back.
    private static let scenesKept: UInt64 = 250

    /// Notes that another scene is composed: two may take turns, in two buffers.
    func beginScene() {
        stale = (uses, stale.last)
        scene += 1
        // One at a time: giving a large piece back takes a part of a millisecond.
        if let old = entries.firstIndex(where: { scene - $0.lastScene > Self.scenesKept }) { entries.remove(at: old) }
    }

    /// The number of pictures that are kept.
    var count: Int { entries.count }

    func find(_ key: Key) -> PixelBuffer? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        uses += 1
        entries[index].lastUse = uses
        entries[index].lastScene = scene
        return entries[index].memory.buffer(of: key.part.size)
    }

    /// Memory for a new picture, to be filled by the caller.
    func make(_ key: Key) -> PixelBuffer {
        uses += 1
        if let oldest = entries.indices.min(by: { entries[$0].lastUse < entries[$1].lastUse }),
            entries.count >= Self.capacity || entries[oldest].lastUse <= stale.beforeLast
        {
            entries[oldest].key = key
            entries[oldest].lastUse = uses
            entries[oldest].lastScene = scene
            return entries[oldest].memory.buffer(of: key.part.size)
        }
        let entry = Entry(key: key, memory: PixelMemory(), lastUse: uses, lastScene: scene)
        entries.append(entry)
        return entry.memory.buffer(of: key.part.size)
    }
}
