import Layout
import MediaCore

/// Draws the last flip, step by step along one line of time, and the usual times.
extension DiagnosticsPanel {
    static func node(for figures: FlipFigures) -> Node {
        var lines = [header(figures.last), line]
        if let flip = figures.last {
            lines += FlipFigures.Step.Kind.allCases.map { bar($0, flip) }
            lines.append(verdict(flip))
        } else {
            lines.append(Theme.note(Strings.noFlips, size: 26))
        }
        if !figures.usual.isEmpty {
            lines.append(line)
            lines.append(columns(Strings.keyToPicture, ["p50", "p95", "p99"], Theme.secondary))
            lines += figures.usual.prefix(4).map { usual in
                columns(
                    Strings.usual(usual), [usual.p50, usual.p95, usual.p99].map(Strings.milliseconds), Theme.primary)
            }
        }
        return Theme.panel(.column(lines, spacing: 4).padded(padding))
    }

    private static func header(_ flip: FlipFigures.Flip?) -> Node {
        var parts = [Theme.title(Strings.lastFlip, size: 34)]
        guard let flip else { return .row(parts, spacing: 16) }
        parts.append(
            Node.row(
                [.text(Text(flip.isWarm ? Strings.warm : Strings.cold, size: 24, weight: .bold))], alignment: .center
            )
            .padded(Insets(horizontal: 12, vertical: 3)).boxed(Theme.raised, cornerRadius: 10))
        parts.append(.spacer.sized(height: .fixed(1)))
        if let total = flip.total {
            parts.append(
                .text(
                    Text(
                        Strings.milliseconds(total) + " ms", size: 34, weight: .bold,
                        color: flip.isSlow ? Theme.accent : Theme.primary)))
        }
        return Node.row(parts, spacing: 16).sized(width: .fill)
    }

    private static let nameWidth = 118.0
    private static let valueWidth = 108.0
    private static let track = flipsFrame.width - padding.left - padding.right - nameWidth - valueWidth - 28

    private static func bar(_ kind: FlipFigures.Step.Kind, _ flip: FlipFigures.Flip) -> Node {
        let step = flip.steps.first { $0.kind == kind }
        let end = max(flip.steps.map { $0.start + $0.length }.max() ?? .zero, .milliseconds(1))
        let isSlowest = kind == flip.slowest && (flip.isSlow || flip.hasFailed)
        let color = isSlowest ? Theme.accent : Theme.secondary
        var bar = [Node(.empty).sized(width: .fixed(0), height: .fixed(12))]
        if let step {
            // The bar is never too thin to be seen, and never beyond the track.
            let width = min(track, max(4, track * (step.length / end)))
            let left = min(track - width, max(0, track * (step.start / end)))
            bar = [
                Node(.empty).sized(width: .fixed(left), height: .fixed(12)),
                Node(.empty).sized(width: .fixed(width), height: .fixed(12)).boxed(color, cornerRadius: 4),
            ]
        }
        return .row(
            [
                .text(Text(Strings.step(kind), size: 24, color: isSlowest ? Theme.accent : Theme.secondary))
                    .sized(width: .fixed(nameWidth)),
                Node.row(bar).sized(width: .fixed(track), height: .fixed(12)),
                Node.text(
                    Text(
                        step.map { Strings.milliseconds($0.length) } ?? Strings.unknown, size: 24,
                        color: isSlowest ? Theme.accent : Theme.primary, alignment: .end)
                ).sized(width: .fixed(valueWidth)).aligned(.trailing),
            ], spacing: 14)
    }

    private static func verdict(_ flip: FlipFigures.Flip) -> Node {
        let text = Strings.verdict(flip)
        let isBad = flip.isSlow || flip.hasFailed
        return .text(
            Text(text, size: 26, weight: isBad ? .bold : .regular, color: isBad ? Theme.accent : Theme.secondary))
    }

    private static func columns(_ name: String, _ values: [String], _ color: Color) -> Node {
        .row(
            [Theme.note(name, size: 24).sized(width: .fill)]
                + values.map { value in
                    Node.text(Text(value, size: 24, color: color, alignment: .end)).sized(width: .fixed(94)).aligned(
                        .trailing)
                }, spacing: 6
        ).sized(width: .fill)
    }
}
