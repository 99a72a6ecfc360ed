import Languages
import Layout
import MediaCore

/// Says that a programme begins of which the viewer wanted to be reminded. It takes no keys: nothing that he is about to
/// press means anything else for it. The menu leads there while it is on.
struct ReminderScreen: Screen {
    static let row = ScreenRow(id: .reminder, kind: .sign, yieldsTo: [.passcode])

    let notice: ReminderNotice

    var stay: Duration? { .seconds(30) }
    var frame: Rectangle { ReminderPanel.frame }

    func parts(at moment: Moment) -> [ScreenPart] { [.panel(ReminderPanel.node(for: notice), frame)] }
}

/// What a reminder says.
package struct ReminderNotice: Hashable, Sendable {
    package var channel: ChannelLabel
    package var title: String
    /// When it begins, as the viewer reads it.
    package var time: String
    /// Whether its channel is watched already: there is no way there to be told of.
    package var isHere = false

    package init(channel: ChannelLabel, title: String, time: String) {
        self.channel = channel
        self.title = title
        self.time = time
    }
}

/// A card in the upper right corner: the channel, what begins when, and how to get there.
enum ReminderPanel {
    private static let size = Size(width: 720, height: 168)
    static let frame = Rectangle(
        x: Theme.safe.maxX - size.width, y: Theme.safe.y, width: size.width, height: size.height)

    static func node(for notice: ReminderNotice) -> Node {
        Theme.panel(
            .row(
                [
                    Theme.logo(notice.channel, side: 108),
                    Node.column(
                        [
                            Theme.title(notice.title, size: 34),
                            Theme.note("\(notice.time) · \(notice.channel.heading)", size: 26),
                            notice.isHere ? Node(.empty) : Theme.note(Strings.menuLeadsThere, size: 24),
                        ], spacing: 6, alignment: .leading
                    ).sized(width: .fill),
                ], spacing: 24, alignment: .center
            ).padded(Insets(horizontal: 28, vertical: 20)))
    }
}

extension Strings {
    static var menuLeadsThere: String { say(.menuLeadsThere) }
    /// The row of the menu that leads to what a reminder told of.
    package static func watchReminded(_ title: String) -> String { say(.watchReminded, ["title": title]) }
}
