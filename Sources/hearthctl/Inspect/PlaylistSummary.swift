import HLS
import MediaCore

/// A playlist in a few lines, for people.
enum PlaylistSummary {
    static func lines(_ playlist: Playlist) -> [String] {
        switch playlist {
        case .multivariant(let playlist): lines(playlist) + warnings(playlist.warnings)
        case .media(let playlist): lines(playlist) + warnings(playlist.warnings)
        }
    }

    private static func warnings(_ warnings: [PlaylistError]) -> [String] {
        warnings.map { "warning: \(Output.printable($0.description))" }
    }

    private static func lines(_ playlist: MultivariantPlaylist) -> [String] {
        var lines = [
            "multivariant playlist, version \(playlist.version): \(count(playlist.variants.count, "variant")), "
                + "\(count(playlist.renditions.count, "rendition"))"
        ]
        lines += Output.table(
            playlist.variants.map { variant in
                [
                    "  \(variant.bandwidth / 1000) kbit/s",
                    variant.resolution.map { "\($0.width)x\($0.height)" } ?? "-",
                    variant.frameRate.map { "\($0) fps" } ?? "-", variant.codecs.joined(separator: ","), variant.url,
                ]
            }, rightAligned: [0])
        lines += Output.table(
            playlist.renditions.map { rendition in
                [
                    "  \(rendition.kind.rawValue)", rendition.group, rendition.name, rendition.language ?? "-",
                    rendition.isDefault ? "default" : rendition.isAutoselect ? "autoselect" : "-",
                    rendition.url ?? rendition.instreamID ?? "in the variant",
                ]
            })
        if !playlist.iFrameVariants.isEmpty {
            lines.append("  \(count(playlist.iFrameVariants.count, "I-frame playlist"))")
        }
        lines += playlist.sessionData.map { "  session data \(Output.printable($0.id))" }
        if let steering = playlist.contentSteering {
            lines.append("  content steering from pathway \(Output.printable(steering.pathway))")
        }
        return lines
    }

    private static func lines(_ playlist: MediaPlaylist) -> [String] {
        let kind = playlist.isIFramesOnly ? "I-frame playlist" : "media playlist"
        let state = playlist.isLive ? "live" : "with an end"
        var lines = [
            "\(kind), version \(playlist.version), \(state): \(count(playlist.segments.count, "segment")), "
                + "\(seconds(playlist.duration)), target duration \(seconds(playlist.targetDuration))"
        ]
        if let first = playlist.segments.first, let last = playlist.segments.last {
            lines.append(
                "  media sequence \(first.mediaSequence) to \(last.mediaSequence), "
                    + "discontinuity sequence \(first.discontinuitySequence) to \(last.discontinuitySequence)")
        }
        let gaps = playlist.segments.count(where: \.isGap)
        if gaps > 0 { lines.append("  \(count(gaps, "gap"))") }
        let methods = Set(playlist.segments.flatMap(\.keys).map { "\($0.method.name) (\($0.keyFormat))" })
        if !methods.isEmpty {
            lines.append("  encrypted: \(Output.printable(methods.sorted().joined(separator: ", ")))")
        }
        if let target = playlist.partTarget {
            let parts = playlist.segments.reduce(playlist.trailingParts.count) { $0 + $1.parts.count }
            lines.append("  low latency: \(count(parts, "part")) of at most \(seconds(target))")
        }
        if let skip = playlist.skip {
            lines.append("  delta update: \(count(Int(clamping: skip.segments), "segment")) skipped")
        }
        if !playlist.dateRanges.isEmpty { lines.append("  \(count(playlist.dateRanges.count, "date range"))") }
        return lines
    }

    private static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }

    private static func seconds(_ duration: Duration) -> String {
        "\((duration.inSeconds * 1000).rounded() / 1000) s"
    }
}
