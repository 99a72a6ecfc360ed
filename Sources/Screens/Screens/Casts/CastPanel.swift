import Languages
import Layout

/// The panel that asks about a cast: who sends what at the left, the four answers at the right.
enum CastPanel {
    private static let size = Size(width: 1360, height: 470)
    static let frame = Rectangle(
        x: (Theme.screen.width - size.width) / 2, y: Theme.safe.maxY - size.height, width: size.width,
        height: size.height)
    private static let button = Size(width: 520, height: 86)
    private static let (gap, margin) = (18.0, 36.0)

    /// Where an answer lies on the screen, in points.
    static func place(of answer: CastAnswer) -> Rectangle {
        let index = CastAnswer.allCases.firstIndex(of: answer) ?? 0
        return Rectangle(
            x: frame.maxX - margin - button.width,
            y: frame.y + margin + Double(index) * (button.height + gap), width: button.width, height: button.height)
    }

    static func button(_ answer: CastAnswer, isFocused: Bool) -> Node {
        Node.row(
            [
                Node.text(
                    Text(
                        answer.words, size: 30, weight: .semibold,
                        color: isFocused ? Theme.onLight : Theme.primary, minimumScale: 0.7)
                ).sized(width: .fill)
            ], alignment: .center
        ).padded(Insets(horizontal: 28, vertical: 0)).sized(width: .fill, height: .fill)
            .boxed(isFocused ? Theme.focused : Theme.raisedGround, cornerRadius: Theme.cardRadius)
    }

    static func node(for state: CastState, secondsLeft: Int?) -> Node {
        let answers = CastAnswer.allCases.map {
            button($0, isFocused: false).sized(width: .fixed(button.width), height: .fixed(button.height))
        }
        return Theme.panel(
            Node.row(
                [
                    Node.column(
                        [
                            Node.text(
                                Text(
                                    Strings.castAsks(state.sender), size: 28, weight: .semibold, color: Theme.accent,
                                    maximumLines: 2)),
                            Node.text(
                                Text(
                                    state.title, size: 42, weight: .semibold, color: Theme.primary, maximumLines: 2,
                                    minimumScale: 0.8)),
                            state.subtitle.map { Theme.note($0, lines: 1) } ?? Node(.empty),
                            .spacer,
                            .row(
                                [
                                    Theme.key(Strings.back, Strings.notNow), .spacer,
                                    secondsLeft.map { Theme.time(Strings.clock($0), size: 28) } ?? Node(.empty),
                                ], alignment: .center
                            ).sized(width: .fill),
                        ], spacing: 12, alignment: .leading
                    ).sized(width: .fill, height: .fill),
                    Node.column(answers, spacing: gap),
                ], spacing: 48, alignment: .leading
            ).sized(width: .fill, height: .fixed(size.height - 2 * margin))
                .padded(Insets(horizontal: margin, vertical: margin)))
    }
}

extension CastAnswer {
    var words: String {
        switch self {
        case .once: Strings.say(.castOnce)
        case .always: Strings.say(.castAlways)
        case .no: Strings.notNow
        case .never: Strings.say(.castNever)
        }
    }
}

extension Strings {
    static func castAsks(_ sender: String) -> String { say(.castAsks, ["sender": sender]) }
    /// Says where what was on here plays now.
    package static var playElsewhere: String { say(.playElsewhere) }
    package static var lookingForRenderers: String { say(.lookingForRenderers) }
    package static var noRenderers: String { say(.noRenderers) }
    package static var howToFindRenderers: String { say(.howToFindRenderers) }
    package static var bringBack: String { say(.bringBack) }
    package static func asks(_ renderer: String) -> String { say(.asksRenderer, ["renderer": renderer]) }
    package static func playsNot(on renderer: String, _ reason: String) -> String {
        say(.playsNotOn, ["renderer": renderer, "reason": reason])
    }
    package static func playsOn(_ renderer: String) -> String { say(.playsOn, ["renderer": renderer]) }
    /// Says that what somebody sent can't be played.
    package static func castFailed(_ sender: String) -> String { say(.castFailed, ["sender": sender]) }
    /// Says who sent what plays.
    package static func castFrom(_ sender: String) -> String { say(.castFrom, ["sender": sender]) }
}
