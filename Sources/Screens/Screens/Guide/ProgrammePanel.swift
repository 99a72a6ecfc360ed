import Languages
import Layout

/// The page of a programme as it is drawn: its picture and what is told of it, the deeds in a row, where else it is shown
/// below.
enum ProgrammePanel {
    private static let poster = Size(width: 560, height: 315)
    private static let top = Rectangle(
        x: Theme.safe.x, y: Theme.safe.y, width: GuidePanel.inset.x - 48 - Theme.safe.x, height: 330)
    private static let body = Rectangle(
        x: Theme.safe.x, y: top.maxY, width: Theme.safe.width, height: Theme.safe.maxY - top.maxY)
    private static let textHeight = 236.0
    private static let deedSize = Size(width: 380, height: 72)
    private static let gap = 24.0
    private static let headingHeight = 76.0
    private static let (rowHeight, rowGap) = (56.0, 4.0)

    static func place(of place: ProgrammeScreen.Place, in screen: ProgrammeScreen) -> Rectangle {
        let deeds = body.y + textHeight
        return switch place {
        case .deed(let index):
            Rectangle(
                x: body.x + Double(index) * (deedSize.width + gap), y: deeds, width: deedSize.width,
                height: deedSize.height)
        case .showing(let index):
            Rectangle(
                x: body.x, y: deeds + deedSize.height + headingHeight + Double(index) * (rowHeight + rowGap),
                width: body.width, height: rowHeight)
        }
    }

    static func parts(of screen: ProgrammeScreen, _ light: FocusLight) -> [ScreenPart] {
        let state = screen.state
        var parts = [Scrim.whole(0.92)]
        if screen.inset(Look.current.inset) != nil {
            parts.append(InsetPicture.ground(GuidePanel.inset, state.playing))
        }
        parts += [
            ScreenPart(
                name: .front, nodes: [.row([art(state), head(of: state)], spacing: 48, alignment: .topLeading)],
                frame: top),
            .panel(content(of: state), body),
        ]
        let focus = place(of: screen.place, in: screen)
        let node: Node? =
            switch screen.place {
            case .deed(let index):
                state.deeds.indices.contains(index) ? pill(state.deeds[index], isFocused: true) : nil
            case .showing(let index):
                state.showings.indices.contains(index) ? row(state.showings[index], isFocused: true) : nil
            }
        if let node { parts.append(.focus(node.sized(width: .fill, height: .fill), focus, light.glide(to: focus))) }
        return parts
    }

    private static func art(_ state: ProgrammeState) -> Node {
        guard let key = state.programme.label?.picture, !state.isLocked else {
            return Node.row([Theme.logo(state.channel, side: 160)], alignment: .center)
                .sized(width: .fixed(poster.width), height: .fixed(poster.height))
                .boxed(Theme.raisedGround, cornerRadius: Theme.cardRadius)
        }
        return Theme.poster(key, of: state.channel, poster)
    }

    private static func content(of state: ProgrammeState) -> Node {
        var rows = [
            description(of: state.programme).sized(width: .fill, height: .fixed(textHeight)),
            Node.row(
                state.deeds.map { pill($0, isFocused: false).sized(width: .fixed(deedSize.width)) }, spacing: gap,
                alignment: .leading
            ).sized(width: .fill, height: .fixed(deedSize.height)),
        ]
        if !state.showings.isEmpty {
            rows.append(
                Node.row([Theme.note(Strings.alsoShown)], alignment: Alignment(.start, .end)).padded(
                    Insets(left: 20, bottom: 8)
                )
                .sized(width: .fill, height: .fixed(headingHeight)))
            for showing in state.showings {
                rows.append(row(showing, isFocused: false))
                rows.append(Node(.empty).sized(height: .fixed(rowGap)))
            }
        }
        return .column(rows, alignment: .topLeading)
    }

    private static func head(of state: ProgrammeState) -> Node {
        let programme = state.programme
        var marks: [Node] = []
        if let times = programme.label?.times { marks.append(Theme.time(times)) }
        if let rating = programme.rating { marks.append(Theme.chip(rating)) }
        if state.isLocked { marks.append(Theme.chip(Strings.locked)) }
        if let genre = programme.genre { marks.append(Theme.note(genre)) }
        // Large words have one line of it.
        let lineCount = Look.current.textScale > 1.1 ? 1 : 2
        var lines = [
            Node.text(
                Text(
                    programme.label?.title ?? state.channel.displayName, size: 44, weight: .semibold,
                    color: Theme.primary, maximumLines: lineCount, minimumScale: 0.72)),
            Node.row(marks, spacing: 20, alignment: .center),
        ]
        if let episode = programme.episode { lines.append(Theme.note(episode)) }
        lines.append(
            .row(
                [Theme.logo(state.channel, side: 48), Theme.note(state.channel.heading).sized(width: .fill)],
                spacing: 16, alignment: .center))
        return Node.column(lines, spacing: 14, alignment: .topLeading).sized(width: .fill)
    }

    private static func description(of programme: InfoProgramme) -> Node {
        var lines: [Node] = []
        if let text = programme.description { lines.append(Theme.body(text, size: 30, lines: 3)) }
        if let people = programme.people { lines.append(Theme.note(people, lines: 1)) }
        return .column(lines, spacing: 12, alignment: .topLeading)
    }

    private static func pill(_ deed: ProgrammeState.Deed, isFocused: Bool) -> Node {
        Theme.pill(Strings.name(of: deed), isFocused: isFocused).sized(width: .fill)
    }

    private static func row(_ showing: ProgrammeState.Showing, isFocused: Bool) -> Node {
        let (primary, secondary) =
            isFocused ? (Theme.onLight, Theme.onLightSecondary) : (Theme.primary, Theme.secondary)
        return Node.row(
            [
                Node.text(Text(showing.times, size: 28, weight: .medium, color: secondary)).sized(width: .fixed(480)),
                Theme.logo(showing.channel, side: 40),
                Node.text(Text(showing.channel.displayName, size: 28, weight: .semibold, color: primary))
                    .sized(width: .fixed(380)),
                Node.text(Text(showing.title, size: 28, weight: .medium, color: primary)).sized(width: .fill),
            ], spacing: 20, alignment: .center
        ).padded(Insets(horizontal: 20, vertical: 0)).sized(width: .fill, height: .fixed(rowHeight))
            .boxed(isFocused ? Theme.focused : nil, cornerRadius: 12)
    }
}

extension Strings {
    static var alsoShown: String { say(.alsoShown) }

    static func name(of deed: ProgrammeState.Deed) -> String {
        switch deed {
        case .watch: watch
        case .startOver: startOver
        case .remind: say(.remindMe)
        case .forget: say(.doNotRemind)
        case .channel: say(.toChannel)
        }
    }
}
