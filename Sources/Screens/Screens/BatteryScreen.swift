import Layout
import MediaCore

/// The notice of a low battery, shown once; not over a passcode.
struct BatteryScreen: Screen {
    static let row = ScreenRow(
        id: .battery, kind: .sign, style: .fade(), yieldsTo: [.passcode], hiddenBy: [.passcode])

    let notice: BatteryNotice

    var stay: Duration? { .seconds(8) }
    var frame: Rectangle { BatteryPanel.frame }
    func parts(at moment: Moment) -> [ScreenPart] { [.panel(BatteryPanel.node(for: notice), frame)] }
}

/// The notice, shown once, that a remote's battery is low.
package struct BatteryNotice: Hashable, Sendable {
    package var remote: String
    /// The charge in per cent, 0 … 100, where it is known so exactly.
    package var percent: Int?

    package init(remote: String, percent: Int?) {
        self.remote = remote
        self.percent = percent
    }
}

/// The notice of a low battery, beneath those of the volume and the chosen sound; small, and gone
/// by itself.
enum BatteryPanel {
    static let frame = Rectangle(x: Theme.safe.maxX - 640, y: Theme.safe.y + 212, width: 640, height: 112)

    static func node(for notice: BatteryNotice) -> Node {
        var parts = [
            Theme.icon(.warning, 40, Theme.accent),
            Node.column([Theme.body(notice.remote, size: 28), Theme.note(Strings.lowBattery, size: 24)]).sized(
                width: .fill),
        ]
        if let percent = notice.percent { parts.append(Theme.note("\(percent) %", size: 28)) }
        return Theme.panel(.row(parts, spacing: 20).padded(Insets(horizontal: 28, vertical: 18)))
    }
}
