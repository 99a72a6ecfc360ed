import Channels
import Commands
import ControlProtocol
import HLS
import MediaCore

/// What questions of the control API are answered from: the box at one moment.
package struct BoxReport: Sendable {
    var snapshot: BoxSnapshot
    var remotes: [RemoteInfo] = []
    var tuner: Tuner
    var situation: Situation
    var queue = PlayQueue()
    var skipStep = Duration.seconds(10)
    var now = HostTime.zero
    var look = LookControl().info
    var captions = CaptionControl().info
    var overlays = OverlayPages()
    var shownOverlay: String?
    /// Whether who asks has a remote's rights, and is told no name that is kept from the screen.
    var isForRemote = false
}

/// A question of the control API: a route that asks for nothing but JSON made of a `BoxReport`.
package struct BoxQuestion: Sendable {
    package let route: Route
    private let make: @Sendable (BoxReport) -> any Encodable & Sendable

    /// All of them.
    package static let all = [
        BoxQuestion(.status) { Status($0.snapshot, remotes: $0.remotes) },
        BoxQuestion(.nowPlaying) {
            NowPlayingInfo($0.snapshot.playing, in: $0.situation, step: $0.skipStep, queue: $0.queue)
        },
        BoxQuestion(.queue) { QueueInfo($0.queue) },
        BoxQuestion(.channels) { box in
            let places = Dictionary(zip(box.tuner.lineup.favourites, 1...), uniquingKeysWith: min)
            return ChannelList(
                channels: box.tuner.lineup.channels.map {
                    ChannelInfo(
                        box.isForRemote ? box.tuner.veiled($0) : $0, isRestricted: box.tuner.isRestricted($0),
                        place: places[$0.id])
                })
        },
        BoxQuestion(.tracks) { TrackList($0.snapshot.playing.tracks ?? TrackMenu()) },
        BoxQuestion(.commands) { CommandList($0.situation) },
        BoxQuestion(.look) { $0.look },
        BoxQuestion(.captions) { $0.captions },
        BoxQuestion(.overlays) { OverlayList($0.overlays, shown: $0.shownOverlay, in: $0.look.language) },
        BoxQuestion(.parental) { ParentalInfo($0.tuner, at: $0.now) },
    ]

    private init(_ route: Route, _ make: @escaping @Sendable (BoxReport) -> any Encodable & Sendable) {
        self.route = route
        self.make = make
    }

    /// The question that a route asks; nil where it asks none of these.
    package init?(_ route: Route) {
        guard let question = Self.all.first(where: { $0.route == route }) else { return nil }
        self = question
    }

    func answer(from report: BoxReport) -> any Encodable & Sendable { make(report) }
}

extension CommandList {
    /// All commands there are, and whether each can be carried out now.
    init(_ situation: Situation) {
        func info(_ word: String, _ parameter: String?, _ command: Command) -> CommandInfo {
            let reason = situation.obstacle(to: command)
            return CommandInfo(command: word, parameter: parameter, enabled: reason == nil, reason: reason)
        }
        self.init(
            commands: Command.plain.map { info($0.word, nil, $0.command) }
                + Command.withParameter.map { info($0.word, $0.expected, $0.example) })
    }
}
