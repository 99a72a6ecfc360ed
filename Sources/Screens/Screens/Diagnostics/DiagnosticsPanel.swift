import Layout

/// Two cards of figures in the upper left, above where subtitles stand: how the channel plays, and how flips go.
enum DiagnosticsPanel {
    static let playingFrame = Rectangle(x: Theme.safe.x, y: Theme.safe.y, width: 580, height: 664)
    static let flipsFrame = Rectangle(
        x: playingFrame.maxX + 16, y: Theme.safe.y, width: 656, height: 664)

    static let padding = Insets(horizontal: 30, vertical: 22)

    /// A line with a name at one end and its value at the other.
    static func row(_ name: String, _ value: String, color: Color = Theme.primary) -> Node {
        .row(
            [
                Theme.note(name, size: 26).sized(width: .fixed(170)),
                Node.text(Text(value, size: 26, color: color, alignment: .end)).sized(width: .fill).aligned(.trailing),
            ], spacing: 12
        ).sized(width: .fill)
    }

    static func caption(_ text: String) -> Node {
        .text(Text(text, size: 24, weight: .bold, color: Theme.accent))
    }

    static var line: Node { Node(.empty).sized(width: .fill, height: .fixed(1.5)).boxed(Theme.line) }
}

extension DiagnosticsPanel {
    static func node(for figures: PlayingFigures) -> Node {
        var lines = [figures.channel.map { Theme.heading($0, size: 34) } ?? Theme.title(Strings.nothingPlays, size: 34)]
        lines.append(line)
        lines += facts(figures).map { row($0.0, $0.1) }
        if let neighbours = figures.neighbours {
            lines.append(line)
            lines += kept(neighbours, figures.notes)
        }
        return Theme.panel(.column(lines, spacing: 5).padded(padding))
    }

    private static func facts(_ figures: PlayingFigures) -> [(String, String)] {
        func joined(_ parts: String?...) -> String {
            let parts = parts.compactMap(\.self)
            return parts.isEmpty ? Strings.unknown : parts.joined(separator: " · ")
        }
        var variant: String?
        if let number = figures.variant, let count = figures.variantCount, count > 1 {
            variant = Strings.variant(number, of: count)
        }
        return [
            (Strings.picture, joined(figures.size, figures.framesPerSecond.map(Strings.framesPerSecond))),
            (Strings.decoder, joined(figures.decoder ?? figures.videoCodec)),
            (Strings.sound, joined(figures.audioCodec)),
            (Strings.variant, joined(figures.bandwidth.map(Strings.bitRate), variant)),
            (Strings.network, joined(figures.throughput.map(Strings.bitRate))),
            (Strings.buffer, joined(figures.buffer.map(Strings.seconds))),
            (Strings.behindLive, joined(figures.latency.map(Strings.seconds), figures.rate.flatMap(Strings.rate))),
            (Strings.trouble, joined(figures.framesDropped.map(Strings.dropped), figures.stalls.map(Strings.stalls))),
        ]
    }

    private static let visibleNeighbours = 4

    private static func kept(_ neighbours: [PlayingFigures.Neighbour], _ notes: [String]) -> [Node] {
        guard !neighbours.isEmpty || !notes.isEmpty else { return [row(Strings.keptReady, Strings.none)] }
        var lines = neighbours.prefix(visibleNeighbours - (notes.isEmpty ? 0 : 1)).map { neighbour in
            Node.row(
                [
                    .text(Text(neighbour.channel.heading, size: 26, color: Theme.primary)).sized(width: .fill),
                    .text(
                        Text(
                            Strings.readiness(neighbour.readiness, isOnItsWay: neighbour.isOnItsWay), size: 24,
                            color: neighbour.isOnItsWay ? Theme.secondary : Theme.accent, alignment: .end)),
                ], spacing: 12
            ).sized(width: .fill)
        }
        if let note = notes.first { lines.append(Theme.note(note, size: 24)) }
        return lines
    }
}
