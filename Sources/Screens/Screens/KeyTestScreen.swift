import Layout
import MediaCore

/// The keys that were pressed last, for trying a remote. It takes none.
struct KeyTestScreen: Screen {
    static let row = ScreenRow(id: .keyTest, kind: .sign, style: .fade())

    let state: KeyTestState

    var frame: Rectangle { KeyTestPanel.frame }
    func parts(at moment: Moment) -> [ScreenPart] { [.panel(KeyTestPanel.node(for: state), frame)] }
}

/// The keys that were pressed last, the newest first, for trying a remote.
package struct KeyTestState: Hashable, Sendable {
    package struct Line: Hashable, Sendable {
        /// The kernel's name of the code that came.
        package var code: String
        /// The meaning by the plan.
        package var meaning: String

        package init(code: String, meaning: String) {
            self.code = code
            self.meaning = meaning
        }
    }

    package private(set) var lines: [Line] = []

    package init() {}

    package mutating func add(_ line: Line) { lines = Array(([line] + lines).prefix(KeyTestPanel.lines)) }
}

/// The panel of keys at the right, beneath the volume; it takes no keys.
enum KeyTestPanel {
    static let lines = 4
    static let frame = Rectangle(x: Theme.safe.maxX - 460, y: Theme.safe.y + 212, width: 460, height: 440)

    static func node(for state: KeyTestState) -> Node {
        let lines = state.lines.map { line in
            Node.column([
                .text(Text(line.code, size: 28, weight: .bold)),
                .text(Text(line.meaning, size: 24, color: Theme.secondary)),
            ]).sized(width: .fill)
        }
        return Theme.panel(
            .column(
                [Theme.title(Strings.keyTest, size: 32)] + (lines.isEmpty ? [Theme.note(Strings.pressAnyKey)] : lines),
                spacing: 14
            ).padded(Insets(horizontal: 28, vertical: 22)))
    }
}
