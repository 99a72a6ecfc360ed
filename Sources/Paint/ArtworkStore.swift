/// A store of logos by key, of which those that were not drawn for longest go where they take too much.
final class ArtworkStore {
    private struct Kept {
        var bitmap: Bitmap
        var lastUse: Int
    }

    private let capacity: Int
    private var kept: [String: Kept] = [:]
    private var uses = 0

    /// - Parameter capacity: the bytes of all logos together, with their copies in the sizes they are drawn in.
    init(capacity: Int) { self.capacity = capacity }

    func bitmap(for key: String) -> Bitmap? {
        uses += 1
        kept[key]?.lastUse = uses
        return kept[key]?.bitmap
    }

    /// Keeps a logo; nil forgets it.
    /// - Returns: the keys of those that went for it.
    func set(_ logo: Logo?, for key: String) -> [String] {
        uses += 1
        kept[key] = logo.map { Kept(bitmap: $0.bitmap, lastUse: uses) }
        var bytes = byteCount
        var gone: [String] = []
        for (other, old) in kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard bytes > capacity, other != key else { break }
            bytes -= old.bitmap.byteCount
            kept[other] = nil
            gone.append(other)
        }
        return gone
    }

    /// The bytes that the logos take.
    var byteCount: Int { kept.values.reduce(0) { $0 + $1.bitmap.byteCount } }
}
