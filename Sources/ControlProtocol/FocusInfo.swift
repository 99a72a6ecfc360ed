/// The thing on the screen that has the focus, in the words in which it is spoken; never a digit of a code.
package struct FocusInfo: Codable, Sendable, Hashable {
    /// The screen's name: `list`, `transport`, `passcode`.
    package var screen: String
    /// What it is: `channel`, `button`, `tab`, `row`, `menu`, `timeline`, `question` or `notice`.
    package var role: String
    package var name: String
    /// How it is, in words; nil: there is nothing to say.
    package var state: String?
    /// Its place among its neighbours, from 1, and how many there are; nil: it is alone.
    package var number: Int?
    package var count: Int?
    /// All that is said, with the screen's heading where that has just come.
    package var label: String

    package init(
        screen: String, role: String, name: String, state: String? = nil, number: Int? = nil, count: Int? = nil,
        label: String
    ) {
        self.screen = screen
        self.role = role
        self.name = name
        self.state = state
        self.number = number
        self.count = count
        self.label = label
    }
}
