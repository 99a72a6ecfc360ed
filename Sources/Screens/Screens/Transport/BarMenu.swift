import Commands
import Overlays

/// A menu above the bar: what can be chosen there, or one thing that it does at once.
package struct BarMenu: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var title: String
        package var isChosen: Bool
        package var action: InterfaceAction

        package init(_ title: String, isChosen: Bool = false, _ command: Command) {
            self.title = title
            self.isChosen = isChosen
            action = .command(command)
        }

        /// What the owner of the box made.
        package init(_ title: String, owner action: OverlayAction) {
            self.title = title
            isChosen = false
            self.action = .overlay(action)
        }
    }

    package var title: String
    /// What is chosen now; nil where there is nothing to choose.
    package var value: String?
    /// One: OK does it. More: OK opens the menu.
    package var entries: [Entry]

    package init(_ title: String, value: String? = nil, entries: [Entry]) {
        self.title = title
        self.value = value
        self.entries = entries
    }
}
