import Languages

/// What is said of the thing that has the focus, for who does not see it: where it stands, its name, what it is, how it
/// is, and its place among its neighbours. A pure function of the screen; digits of a code are never in it.
package struct SpokenLabel: Hashable, Sendable {
    /// What kind of thing it is.
    package enum Role: String, Hashable, Sendable, CaseIterable {
        case channel, button, tab, row, menu, timeline, question, notice
    }

    /// The place of a thing among those that the keys reach from it, from 1.
    package struct Position: Hashable, Sendable {
        package var number: Int
        package var count: Int

        /// Makes a position of an index from 0; nil where there is nothing to count.
        init?(_ index: Int?, of count: Int) {
            guard let index, count > 1, (0..<count).contains(index) else { return nil }
            (number, self.count) = (index + 1, count)
        }
    }

    package var role: Role
    package var name: String
    /// How it is: what is chosen in it, what is on there, what it would do.
    package var states: [String]
    package var position: Position?
    /// The heading of the screen or list that it belongs to, said when that comes.
    package var heading: String?

    init(
        _ role: Role, _ name: String, states: [String?] = [], position: Position? = nil, heading: String? = nil
    ) {
        self.role = role
        self.name = name
        self.states = states.compactMap { $0 }.filter { !$0.isEmpty }
        self.position = position
        self.heading = heading
    }

    /// The words to say, in the language of the current look.
    ///
    /// - Parameter withHeading: whether the heading comes first, as it does on a screen that has just come
    package func text(withHeading: Bool) -> String {
        var parts = withHeading ? [heading].compactMap(\.self) : []
        parts.append(name)
        if let role = Strings.spoken(role) { parts.append(role) }
        parts += states
        if let position {
            parts.append(Strings.spokenPosition(position.number, of: position.count))
        }
        // What ends a sentence is not followed by a comma.
        return parts.filter { !$0.isEmpty }.reduce(into: "") { text, part in
            let isSentence = text.last.map { ".?!…".contains($0) } ?? true
            text += (isSentence ? (text.isEmpty ? "" : " ") : ", ") + part
        }
    }
}

extension Strings {
    /// The word for what a thing is; nil: its name says it.
    fileprivate static func spoken(_ role: SpokenLabel.Role) -> String? {
        switch role {
        case .channel: say(.roleChannel)
        case .button: say(.roleButton)
        case .tab: say(.roleTab)
        case .menu: say(.roleMenu)
        case .timeline: say(.roleTimeline)
        case .row, .question, .notice: nil
        }
    }

    fileprivate static func spokenPosition(_ number: Int, of total: Int) -> String {
        say(.spokenPosition, ["number": String(number), "total": String(total)])
    }

    static var spokenChosen: String { say(.spokenChosen) }
    static var spokenUnavailable: String { say(.spokenUnavailable) }
    static var spokenAdjust: String { say(.spokenAdjust) }
    static var spokenPaused: String { say(.spokenPaused) }
    static var spokenDelete: String { say(.spokenDelete) }
    static func spokenTyped(_ number: Int, of total: Int) -> String {
        say(.spokenTyped, ["number": String(number), "total": String(total)])
    }
    /// A key and what it does: `Back: Cancel`.
    static func spokenKey(_ key: String, _ meaning: String) -> String {
        say(.spokenKey, ["key": key, "meaning": meaning])
    }
}

extension Interface {
    /// What is said of the thing that has the focus; nil: the picture has it.
    package var spoken: SpokenLabel? {
        top.flatMap { id in Look.$current.withValue(look) { self[id].presented?.spoken } }
    }

    /// The screen that has the focus, by the name that events have for it.
    package var spokenScreen: String? { top.map { "\($0)" } }
}
