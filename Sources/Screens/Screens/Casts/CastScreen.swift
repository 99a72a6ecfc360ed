import Commands
import Devices
import Layout
import MediaCore

/// Asks whether something that another device in the house sends may be played. Nobody answers: it is not played.
struct CastScreen: Screen {
    static let row = ScreenRow(
        id: .cast, kind: .question, style: .slide(height: 120), closes: [.learning, .pairing], hiddenBy: [.passcode])

    let state: CastState
    /// When it came: what is pressed in that moment was meant for something else.
    let since: HostTime
    private(set) var chosen = CastAnswer.once
    private var light = FocusLight()

    private static let guardTime = Duration.milliseconds(600)

    init(_ state: CastState, at now: HostTime) {
        self.state = state
        since = now
    }

    var focus: Focus? { .overlay }
    var farewell: [InterfaceAction] { [.cast(.no)] }
    var countdown: HostTime? { state.end }
    var frame: Rectangle { CastPanel.frame }
    var spoken: SpokenLabel? {
        let answers = CastAnswer.allCases
        return SpokenLabel(
            .question, chosen.words,
            position: SpokenLabel.Position(answers.firstIndex(of: chosen), of: answers.count),
            heading: "\(state.sender). \(state.title)")
    }

    func following(_ before: Self?) -> Self {
        guard let before, before.state.sender == state.sender else { return self }
        var screen = Self(state, at: before.since)
        (screen.chosen, screen.light) = (before.chosen, before.light)
        return screen
    }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .confirm:
            // It stays where it came under a finger.
            return now - since < Self.guardTime ? .stay() : .close([.cast(chosen)])
        case .move(.up): step(-1, at: now)
        case .move(.down): step(1, at: now)
        case .back: return .leave
        case .move, .digit, .page, .type, .erase: break
        }
        return .stay()
    }

    private mutating func step(_ step: Int, at now: HostTime) {
        let answers = CastAnswer.allCases
        guard let index = answers.firstIndex(of: chosen), answers.indices.contains(index + step) else { return }
        light.leaves(CastPanel.place(of: chosen), at: now)
        chosen = answers[index + step]
    }

    func parts(at moment: Moment) -> [ScreenPart] {
        let place = CastPanel.place(of: chosen)
        return [
            .panel(CastPanel.node(for: state, secondsLeft: moment.secondsLeft(until: state.end)), frame),
            .focus(CastPanel.button(chosen, isFocused: true), place, light.glide(to: place)),
        ]
    }
}

/// What another device in the house wants to play.
package struct CastState: Hashable, Sendable {
    /// As people know it.
    package var sender: String
    package var title: String
    package var subtitle: String?
    package var end: HostTime

    package init(sender: String, title: String, subtitle: String? = nil, end: HostTime) {
        self.sender = sender
        self.title = title
        self.subtitle = subtitle
        self.end = end
    }
}

/// A viewer's answer, in the order in which they are offered.
package enum CastAnswer: String, Hashable, Sendable, CaseIterable {
    /// Play this.
    case once
    /// Play this and whatever the device sends.
    case always
    /// Not this.
    case no
    /// Nothing that the device sends.
    case never
}

extension Interface {
    /// Whether something is asked on the screen, or shown that has the keys like a question.
    package var isAsking: Bool {
        ScreenID.allCases.contains { $0.row.kind == .question && self[$0].presented.map { !$0.lingers } == true }
    }
}
