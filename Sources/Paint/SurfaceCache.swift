import Devices
import Layout
import MediaCore

/// A cache of painted pictures, the least recently used dropped first once they take more than
/// their bytes.
struct SurfaceCache {
    private struct Entry {
        var surface: Surface
        var lastUse: UInt64
        /// What the picture is a version of; nil: it stands alone.
        var subject: AnyHashable?
    }

    private let capacity: Int
    private var entries: [Picture: Entry] = [:]
    private var uses: UInt64 = 0
    private(set) var byteCount = 0

    /// Makes a cache.
    /// - Parameter capacity: in bytes. The newest surface is kept even if it alone is larger.
    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { entries.count }

    mutating func surface(for picture: Picture) -> Surface? {
        guard let surface = entries[picture]?.surface else { return nil }
        uses += 1
        entries[picture]?.lastUse = uses
        return surface
    }

    /// The versions of one subject that are kept: the one that is shown, and the one before, to which a viewer may go
    /// back. A clock has a new one every second, and none but the newest is wanted again.
    private static let versions = 2

    /// Keeps a surface.
    /// - Parameter subject: what the picture is a version of: the versions before the last are dropped.
    mutating func insert(_ surface: Surface, for picture: Picture, versionOf subject: AnyHashable? = nil) {
        remove(picture)
        if let subject {
            let known = entries.filter { $0.value.subject == subject }.sorted { $0.value.lastUse < $1.value.lastUse }
            for (picture, _) in known.dropLast(Self.versions - 1) { remove(picture) }
        }
        uses += 1
        entries[picture] = Entry(surface: surface, lastUse: uses, subject: subject)
        byteCount += surface.byteCount
        while byteCount > capacity, entries.count > 1,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
        {
            remove(oldest)
        }
    }

    /// Forgets every picture that shows this artwork.
    mutating func removeAll(showing key: String) {
        for picture in entries.keys where picture.node.imageKeys.contains(key) {
            remove(picture)
        }
    }

    private mutating func remove(_ picture: Picture) {
        guard let entry = entries.removeValue(forKey: picture) else { return }
        byteCount -= entry.surface.byteCount
    }
}

extension Surface {
    fileprivate var byteCount: Int { stride * size.height }
}
