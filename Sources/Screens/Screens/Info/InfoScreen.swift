import Commands
import Devices
import Layout
import MediaCore

/// The screen of the info key. It goes by itself, and any key that has to do with it closes it.
struct InfoScreen: Screen {
    // Whatever else has the keys already tells more.
    static let row = ScreenRow(id: .info, kind: .bar, bears: [])

    let state: InfoState

    var focus: Focus? { .info }
    var stay: Duration? { .seconds(6) }
    var frame: Rectangle { InfoPanel.frame(for: state) }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        // Up is opposite to the direction that opened it.
        case .confirm, .back, .move(.up): .leave
        case .move, .digit: .stay()
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] {
        [.panel(InfoPanel.node(for: state, clock: moment.clock), frame)]
    }
}

/// The contents of the info key's banner: what is on.
package struct InfoState: Hashable, Sendable {
    package var channel: ChannelLabel
    package var now: ProgrammeLabel?
    package var next: ProgrammeLabel?
    /// The quality: "1080p", "4K HDR".
    package var quality: String?
    /// The sound and subtitles that were chosen, where there is a choice.
    package var tracks: String?

    package init(
        channel: ChannelLabel, now: ProgrammeLabel? = nil, next: ProgrammeLabel? = nil, quality: String? = nil,
        tracks: String? = nil
    ) {
        self.channel = channel
        self.now = now
        self.next = next
        self.quality = quality
        self.tracks = tracks
    }
}
