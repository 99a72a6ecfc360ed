import Commands
import Layout
import MediaCore

/// The wheel over a picture that stands still, once it has for a while.
struct StallScreen: Screen {
    static let row = ScreenRow(
        id: .stall, kind: .sign, style: .fade(), bears: [.info, .transport], comesBack: true)
    private static let patience = Duration.seconds(1)

    let since: HostTime

    var comesAt: HostTime? { since + Self.patience }
    var frame: Rectangle { Wheel.stallFrame }

    func following(_ before: Self?) -> Self { before ?? self }
    func parts(at moment: Moment) -> [ScreenPart] { [ScreenPart(name: .wheel, nodes: Wheel.tiles, frame: frame)] }
}
