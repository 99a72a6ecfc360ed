import Layout
import MediaCore

/// The notice that there is nothing to watch at all.
struct LineupScreen: Screen {
    static let row = ScreenRow(id: .lineup, kind: .notice, style: .fade(), hiddenBy: [.failure])

    let notice: LineupNotice

    var frame: Rectangle { NoticePanel.frame }
    func parts(at moment: Moment) -> [ScreenPart] {
        [NoticePanel.ground, .panel(NoticePanel.node(for: notice), frame)]
    }
}

/// The reason why there is nothing to watch at all.
package enum LineupNotice: Hashable, Sendable {
    case loading
    case empty
    /// The list can't be read; the cause in plain words.
    case unreadable(String)
}
