/// A store of logos and pictures by key, of which those that were not drawn for longest go where they take too much.
final class ArtworkStore {
    private struct Kept {
        var image: ArtworkImage
        var lastUse: Int
    }

    private let capacity: Int
    private var kept: [String: Kept] = [:]
    private var uses = 0

    /// - Parameter capacity: the bytes of all together, with their copies in the sizes they are drawn in.
    init(capacity: Int) { self.capacity = capacity }

    func image(for key: String) -> ArtworkImage? {
        uses += 1
        kept[key]?.lastUse = uses
        return kept[key]?.image
    }

    /// Keeps an image; nil forgets it.
    /// - Returns: the keys of those that went for it.
    func set(_ image: ArtworkImage?, for key: String) -> [String] {
        uses += 1
        kept[key] = image.map { Kept(image: $0, lastUse: uses) }
        var bytes = byteCount
        var gone: [String] = []
        for (other, old) in kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard bytes > capacity, other != key else { break }
            bytes -= old.image.byteCount
            kept[other] = nil
            gone.append(other)
        }
        return gone
    }

    /// The bytes that all take.
    var byteCount: Int { kept.values.reduce(0) { $0 + $1.image.byteCount } }
}
