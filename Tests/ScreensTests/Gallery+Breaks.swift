import Commands
import Layout
import MediaCore

@testable import Screens

extension Gallery {
    /// A break whose skip button comes in a while.
    static let breakNotice = BreakState(
        number: 1, count: 2, endsAt: time + .seconds(23), skipsAt: time + .seconds(5))
    static let skippableBreak = BreakState(number: 12, count: 12, endsAt: time + .seconds(3723), canSkip: true)

    /// The bar in a break.
    static var transportInBreak: TransportState {
        var state = TransportState(channel: one, isLive: false, isPaused: false)
        state.title = "The Long Evening"
        state.timeline = TransportState.Timeline(
            start: .zero, end: MediaTime(seconds: 3100), position: MediaTime(seconds: 900))
        state.breaks = [900, 1800].map { MediaTime(seconds: $0)...MediaTime(seconds: $0) }
        state.breakText = Strings.breakWords(1, of: 2, left: .seconds(23))
        state.menus = [
            BarMenu("Skip", entries: [.init("Skip", .skipBreak)]),
            BarMenu("Start over", entries: [.init("Start over", .startOver)]),
        ]
        return state
    }
}
