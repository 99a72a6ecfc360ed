/// Checks rules for servers that can only be seen in the whole of a multivariant playlist. Breaking them
/// forbids nothing to a client.
struct MultivariantChecks {
    private(set) var faults: [TagFault] = []

    init(_ playlist: MultivariantPlaylist) {
        var names: Set<[String]> = []
        var defaults: Set<[String]> = []
        var groups: Set<[String]> = []
        for rendition in playlist.renditions {
            let group = [rendition.kind.rawValue, rendition.group]
            groups.insert(group)
            if !names.insert(group + [rendition.name]).inserted {
                warn(.media, "\(rendition.name) is twice in group \(rendition.group)")
            }
            if rendition.isDefault, !defaults.insert(group).inserted {
                warn(.media, "group \(rendition.group) has more than one DEFAULT")
            }
        }
        var missing: Set<[String]> = []
        for variant in playlist.variants {
            var wanted = [
                ("AUDIO", variant.audioGroup), ("VIDEO", variant.videoGroup), ("SUBTITLES", variant.subtitlesGroup),
            ]
            if case .group(let group) = variant.closedCaptions { wanted.append(("CLOSED-CAPTIONS", group)) }
            for case (let kind, let group?) in wanted where !groups.contains([kind, group]) {
                if missing.insert([kind, group]).inserted {
                    warn(.streamInf, "no EXT-X-MEDIA of \(kind) group \(group)")
                }
            }
        }
        let without = playlist.variants.count { $0.closedCaptions == .none }
        if without > 0, without < playlist.variants.count {
            warn(.streamInf, "CLOSED-CAPTIONS=NONE is not in all variants")
        }
        if let steering = playlist.contentSteering, !playlist.variants.isEmpty,
            !playlist.variants.contains(where: { $0.pathway == steering.pathway })
        {
            warn(.contentSteering, "no variant of PATHWAY-ID \(steering.pathway)")
        }
    }

    private mutating func warn(_ tag: Tag, _ text: String) {
        faults.append(.ignored(.violation(tag: tag.rawValue, text)))
    }
}
