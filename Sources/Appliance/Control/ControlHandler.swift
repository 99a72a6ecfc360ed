import Commands
import ControlProtocol

/// What the control API can ask of the box. Called from any task, several at a time.
///
/// A call that cannot be carried out throws a `ControlError`; any other error reaches the client as
/// `failed`, with its description as the cause.
package protocol ControlHandler: Sendable {
    func status() async -> Status
    func channels() async -> [ChannelInfo]
    /// - Returns: the channel that is being tuned; the flip itself goes on.
    func tune(_ target: TuneTarget) async throws -> ChannelInfo
    func press(_ press: KeyPress) async throws
    /// All there are, and whether each can be carried out now.
    func commands() async -> CommandList
    /// - Parameter command: as people write it
    func perform(_ command: Command) async throws -> CommandAnswer
    /// - Parameter url: absolute, `http` or `https`
    func play(url: String) async throws -> ChannelInfo
    func stop() async throws
    func setVolume(_ order: VolumeRequest.Order) async throws -> SoundLevel
    /// - Parameter muted: nil toggles.
    func setMuted(_ muted: Bool?) async throws -> SoundLevel
    /// Of what plays; empty lists when nothing does.
    func tracks() async -> TrackList
    /// - Parameter route: `audio` or `subtitles`
    /// - Returns: what there is, with the new choice
    func chooseTrack(_ route: Route, _ target: TrackTarget) async throws -> TrackList
    /// Oldest first, with what they come to.
    func flips(_ query: FlipQuery) async throws -> FlipList
    /// In the OpenMetrics text format.
    func metrics() async -> String
    /// - Parameter shown: nil toggles.
    func setDiagnostics(_ shown: Bool?) async throws -> DiagnosticsInfo
    /// The newest messages of the CEC line, oldest first.
    func cecMessages(last: Int) async throws -> CECLogList
    func scanCEC() async throws -> CECDeviceList
    /// Teaches a remote from here on; `events` tell how it goes.
    func learn(_ request: LearnRequest) async throws
    func lesson(_ deed: LessonRequest.Deed) async throws
    /// What is on the screen now, all layers, as a PNG.
    ///
    /// - Parameter width: pixels, 16…8192; nil: as wide as the screen
    func shot(scaledTo width: Int?) async throws -> [UInt8]
    func meter() async -> SoundMeter
    /// Makes the channel a favourite, or no longer one.
    func toggleFavourite(_ channel: TuneTarget) async throws -> ChannelInfo
    /// - Parameter passcode: four to eight digits
    func setPasscode(_ passcode: String) async throws
    /// From now on; the stream ends with the box. Each caller gets its own.
    func events() async -> AsyncStream<ControlEvent>
}

/// How a person names a channel.
package enum TuneTarget: Sendable, Equatable {
    case next, previous, last
    case number(Int)
    /// A name or an id, as the person wrote it.
    case name(String)

    /// - Returns: nil for an empty name.
    package init?(_ text: String) {
        let text = String(text.drop { $0 == " " })
        switch text {
        case "": return nil
        case "next": self = .next
        case "previous": self = .previous
        case "last": self = .last
        default: self = Int(text).flatMap { $0 >= 0 ? .number($0) : nil } ?? .name(text)
        }
    }
}

/// A key that came by the control API.
package struct KeyPress: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        case down, up
        /// Both, this long after each other.
        case tap(hold: Duration)
    }

    /// `linux/input-event-codes.h`
    package var code: UInt16
    package var phase: Phase

    package init(code: UInt16, phase: Phase) {
        self.code = code
        self.phase = phase
    }
}
