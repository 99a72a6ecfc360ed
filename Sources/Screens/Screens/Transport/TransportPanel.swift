import Layout

/// The bar as it lies over the picture: the title on a shade at the top, the timeline with its menus on one at the
/// bottom.
enum TransportPanel {
    /// The panel at the bottom: menus, timeline, words beneath.
    static let frame = Rectangle(x: Theme.safe.x, y: Theme.safe.maxY - 196, width: Theme.safe.width, height: 196)
    private static let titleFrame = Rectangle(x: Theme.safe.x, y: Theme.safe.y, width: Theme.safe.width, height: 112)
    /// The line of the timeline, whose thumb is as high.
    static let track = Rectangle(x: frame.x, y: frame.y + 88, width: frame.width, height: 36)
    private static let thickness = 12.0
    private static let menuHeight = 60.0

    static func parts(for state: TransportState, _ place: BarFocus) -> [ScreenPart] {
        [
            Scrim.part(.top, depth: titleFrame.maxY), Scrim.part(.bottom, depth: Theme.screen.height - frame.y),
            ScreenPart(name: .front, nodes: [heading(state)], frame: titleFrame),
            .panel(node(for: state, place), frame),
        ]
    }

    // MARK: Title

    private static func heading(_ state: TransportState) -> Node {
        let facts = [state.subtitle, state.tracks, state.quality].compactMap(\.self)
        var lines = [state.title.map { Theme.title($0) } ?? Theme.heading(state.channel)]
        if !facts.isEmpty { lines.append(Theme.note(facts.joined(separator: " · "))) }
        return .column(lines, spacing: 6, alignment: .leading).sized(width: .fill, height: .fill)
    }

    // MARK: Timeline

    private static func node(for state: TransportState, _ place: BarFocus) -> Node {
        .column(
            [
                menus(state, place).sized(width: .fill, height: .fixed(menuHeight)),
                Node(.empty).sized(width: .fill, height: .fixed(track.y - frame.y - menuHeight)),
                bar(state).sized(width: .fill, height: .fixed(track.height)),
                words(state).sized(width: .fill, height: .fill),
            ], spacing: 0
        ).sized(width: .fill, height: .fill)
    }

    private static func menus(_ state: TransportState, _ place: BarFocus) -> Node {
        // Who looks for a place has the picture there.
        guard state.timeline?.target == nil else { return Node(.empty) }
        return .row(
            state.menus.enumerated().map { number, menu in
                let isFocused = place == .menus(number)
                return Node.row(
                    [
                        .text(
                            Text(
                                menu.value.map { "\(menu.title) · \($0)" } ?? menu.title, size: 26, weight: .medium,
                                color: isFocused ? Theme.onLight : Theme.primary))
                    ], alignment: .center
                ).padded(Insets(horizontal: 24, vertical: 0)).sized(height: .fixed(menuHeight - 4))
                    .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: menuHeight / 2)
            }, spacing: 16, alignment: .leading)
    }

    /// The bar: what was played is amber, what is in memory or still on the server is light, what is to come is dim.
    private static func bar(_ state: TransportState) -> Node {
        guard let timeline = state.timeline, let place = state.progress else { return Node(.empty) }
        let (start, end) = (state.part(timeline.start), state.part(timeline.end))
        let rest = Color(0xffffff, alpha: 0.42)
        var spans = [Bar.Span(start, end, rest)]
        if let buffered = timeline.buffered {
            spans.append(.init(place, state.part(buffered), Color(0xffffff, alpha: 0.66)))
        }
        spans.append(.init(start, place, Theme.accent))
        for stretch in state.breaks {
            let (from, to) = (state.part(stretch.lowerBound), state.part(stretch.upperBound))
            // A break without a length is a point, and seen as one.
            spans.append(.init(from, max(to, from + 0.004), Color(0x7a5a2e)))
        }
        let marks = state.marks.filter { $0.place > timeline.scale.lowerBound }
            .map { Bar.Mark(state.part($0.place), Theme.primary) }
        return Node(
            .bar(
                Bar(
                    track: Theme.track, spans: spans, marks: marks, thumb: Bar.Mark(place, Theme.focused),
                    thickness: thickness))
        ).keepingDirection()
    }

    // MARK: Words beneath

    private static func words(_ state: TransportState) -> Node {
        var leading: [Node] = []
        if state.isPaused { leading.append(Theme.icon(.pause, 32)) }
        if let text = state.leading { leading.append(Theme.time(text, color: Theme.primary)) }
        var trailing: [Node] = []
        if state.speedPercent != 100 { trailing.append(Theme.chip(Strings.speed(percent: state.speedPercent))) }
        if let text = state.trailing { trailing.append(Theme.time(text)) }
        if state.isLive { trailing.append(Theme.liveBadge(isLit: state.isAtLive)) }
        return .row(
            [
                .row(leading, spacing: 14, alignment: .center).sized(width: .fixed(300)),
                hints(state).sized(width: .fill),
                Node.row([.spacer.sized(height: .fixed(1))] + trailing, spacing: 18, alignment: .center).sized(
                    width: .fixed(420)),
            ], spacing: 0, alignment: .center)
    }

    private static func hints(_ state: TransportState) -> Node {
        guard state.timeline?.target != nil else {
            return state.breakText.map { words in
                .row(
                    [
                        .spacer.sized(height: .fixed(1)),
                        .text(Text(words, size: 28, weight: .semibold, color: Theme.accent)),
                        .spacer.sized(height: .fixed(1)),
                    ], alignment: .center)
            } ?? Node(.empty)
        }
        return .row(
            [
                .spacer.sized(height: .fixed(1)), Theme.key("← →", Strings.move),
                Theme.key(Strings.ok, Strings.playHere),
                Theme.key(Strings.back, Strings.stayHere), .spacer.sized(height: .fixed(1)),
            ], spacing: 36, alignment: .center)
    }
}
