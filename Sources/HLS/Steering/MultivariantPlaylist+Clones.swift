/// Makes pathways from others by changing their URLs (PATHWAY-CLONES).
extension MultivariantPlaylist {
    /// More variants than any ladder has on all its pathways: a server can't make more.
    private static let most = 1000

    /// Adds the variants and renditions of pathways that a steering manifest makes; those that are there keep their
    /// places in the lists. Skipped: a clone of what is not there, and one whose name is taken.
    package mutating func add(_ clones: [SteeringManifest.Clone]) {
        for clone in clones where !variants.contains(where: { $0.pathway == clone.id }) {
            let bases = variants.filter { $0.pathway == clone.baseID }
            guard variants.count + bases.count <= Self.most, variants.count + renditions.count <= Self.most else {
                return
            }
            var groups: Set<String> = []
            variants += bases.map { base in
                var variant = base
                variant.pathway = clone.id
                variant.url = base.stableID.flatMap { clone.variantURLs[$0] } ?? clone.url(from: base.url)
                groups.formUnion([base.audioGroup, base.videoGroup, base.subtitlesGroup].compactMap(\.self))
                variant.audioGroup = base.audioGroup.map(clone.group)
                variant.videoGroup = base.videoGroup.map(clone.group)
                variant.subtitlesGroup = base.subtitlesGroup.map(clone.group)
                return variant
            }
            // Captions are inside the variant, and need no playlist of their own.
            renditions += renditions.filter { $0.kind != .closedCaptions && groups.contains($0.group) }.map { base in
                var rendition = base
                rendition.group = clone.group(base.group)
                rendition.url = base.url.map { url in
                    base.stableID.flatMap { clone.renditionURLs[$0] } ?? clone.url(from: url)
                }
                return rendition
            }
        }
    }
}

extension SteeringManifest.Clone {
    /// The name of a cloned group: no playlist can have it, as no line of one holds a line feed.
    fileprivate func group(_ base: String) -> String { base + "\n" + id }

    /// A URL with the clone's host, and its parameters behind those that stay.
    fileprivate func url(from base: String) -> String {
        var components = URLComponents(base)
        if let host { components.authority = host }
        guard !parameters.isEmpty else { return components.text }
        components.replaceParameters(parameters.map(\.name), with: parameters.map { "\($0.name)=\($0.value)" })
        return components.text
    }
}
