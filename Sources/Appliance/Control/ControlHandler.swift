import Commands
import ControlProtocol
import MediaCore

/// The requests that the control API can make of the box. Called from any task, several at a time.
///
/// A call that cannot be carried out throws a `ControlError`; any other error reaches the client as
/// `failed`, with its description as the cause.
package protocol ControlHandler: Sendable {
    /// The number of changes so far that are to outlive the box.
    var changes: Int { get }
    /// Returns when what the calls before have changed will outlive a pulled plug.
    ///
    /// Throws where the disk did not take a change.
    ///
    /// - Parameter first: what `changes` was before the first call that matters
    func written(since first: Int) async throws
    /// Answers a question with a message of the control API.
    /// - Parameter toRemote: to who has a remote's rights: it is told no name that is kept from the screen
    func answer(_ question: BoxQuestion, toRemote: Bool) async throws -> any Encodable & Sendable
    func press(_ press: KeyPress) async throws
    /// Carries out a command, by whichever route it came.
    /// - Returns: what the order says that is to be answered; what was begun goes on
    /// - Parameter byHand: a viewer's hand gives it, from which a kiosk takes some
    func perform(_ order: CommandOrder, byHand: Bool) async throws -> CommandReply
    /// The recorded flips, oldest first, with a summary.
    /// - Parameter toRemote: as with `answer`
    func flips(_ query: FlipQuery, toRemote: Bool) async throws -> FlipList
    /// The metrics in the OpenMetrics text format.
    func metrics() async -> String
    /// The newest messages of the CEC line, oldest first.
    func cecMessages(last: Int) async throws -> CECLogList
    func scanCEC() async throws -> CECDeviceList
    func inputDevices() async throws -> InputDevicesInfo
    /// Begins to teach a remote; `events` tell how it goes.
    func learn(_ request: LearnRequest) async throws
    func lesson(_ deed: LessonRequest.Deed) async throws
    /// A picture of what is on the screen now, all layers, as a PNG.
    ///
    /// - Parameter width: pixels, 16…8192; nil: as wide as the screen
    func shot(scaledTo width: Int?) async throws -> [UInt8]
    func meter() async -> SoundMeter
    /// The guides, and which channels are in them.
    func guide() async -> GuideInfo
    /// Looks for all guides anew.
    func refreshGuide() async throws
    func programmes(_ text: String, first: Int) async throws -> ProgrammeList
    /// The channel lists, and how they were read last.
    func lists() async -> ListInfo
    /// Reads all channel lists anew.
    func refreshLists() async throws
    /// Where films were left, the last one first.
    func resumePoints() async -> ResumeList
    /// Forgets where a film was left; nil: where any was.
    func forgetResumePoint(_ id: String?) async throws
    /// The programmes of which viewers are to be reminded, the first in time first.
    func reminders() async -> ReminderList
    /// Reminds of the programme that is on a channel at a time, or no longer.
    func remind(_ request: ReminderRequest) async throws -> ReminderList
    /// Makes the channel a favourite, or no longer one.
    ///
    /// - Parameter place: its place among them, from 1: it is one then, whether it was or not; nil: the last
    func favourite(_ channel: TuneTarget, at place: Int?) async throws -> ChannelInfo
    /// Changes by hand what is made of a channel of the lists.
    func editChannel(_ request: ChannelEditRequest) async throws -> ChannelEditInfo
    func channelEdits() async -> ChannelEditList
    /// What moves to another box, as the file that `importState` takes.
    func exportState() async throws -> [UInt8]
    /// Takes over what was exported elsewhere, all of it or nothing.
    ///
    /// - Parameters:
    ///   - replaces: whether the sections that the file has are emptied first
    ///   - isDry: only tells what would change
    func importState(_ file: [UInt8], replaces: Bool, isDry: Bool) async throws -> StateImportInfo
    /// Changes how the interface looks and reads, now and from now on.
    func setLook(_ request: LookRequest) async throws -> LookInfo
    /// Changes how captions look, now and from now on.
    func setCaptions(_ request: CaptionRequest) async throws -> CaptionInfo
    /// Shows what somebody proposes to watch next.
    func propose(_ request: ProposalRequest) async throws
    func withdrawProposal() async throws
    /// Plays or queues what is declared, which has been checked.
    func play(_ request: ItemsRequest) async throws -> QueueInfo
    func changeQueue(_ request: QueueRequest) async throws -> QueueInfo
    /// Plays a WAV file over what plays.
    ///
    /// - Parameter decibels: by so much quieter is all else meanwhile, 0…60
    func announce(_ file: [UInt8], quieter decibels: Double) async throws -> AnnouncementInfo
    func endAnnouncement() async throws
    /// Does what is said in words.
    ///
    /// - Parameter byHand: as with `perform`
    func say(_ request: SayRequest, byHand: Bool) async throws -> SayAnswer
    /// The phones that are paired.
    func phones() async -> PhoneList
    /// Offers on the screen to pair one.
    func offerPairing() async throws -> PhoneOffer
    func withdrawPairing() async
    func pair(_ request: PhonePairRequest) async throws -> PhoneToken
    func revoke(_ request: PhoneRevokeRequest) async throws -> PhoneList
    func interrupt(_ request: InterruptRequest) async throws
    func simulate(_ request: SimulationRequest) async throws
    /// What other devices may send to the screen.
    func casts() async -> CastList
    func change(_ request: CastRequest) async throws -> CastList
    /// Other renderers in the house.
    func renderers() async throws -> RendererList
    func handOff(_ request: HandoffRequest) async throws -> HandoffInfo
    /// What is on now and next.
    ///
    /// - Parameter toRemote: as with `answer`
    func guideNow(toRemote: Bool) async -> GuideNow
    /// The bytes of a channel's logo; nil: of the picture of what is on. Throws where the box has none.
    ///
    /// - Parameters:
    ///   - room: what it is to fit, in pixels; nil: it is wanted as it is
    ///   - toRemote: as with `answer`
    func artwork(of channel: String?, fitting room: PixelSize?, toRemote: Bool) async throws -> [UInt8]
    /// Asks whether a channel may be watched before anything leads there.
    func authorize(_ target: TuneTarget) async throws -> AuthorizationInfo
    func passcode(_ order: PasscodeOrder, by caller: Caller) async throws
    /// The events from now on; the stream ends with the box. Each caller gets its own.
    func events() async -> AsyncStream<ControlEvent>
}

/// What is to be done with the passcode. `old` is the one there is, which only root needs not give.
package enum PasscodeOrder: Sendable, Equatable {
    /// - Parameter new: four to eight digits
    case set(_ new: String, old: String?)
    case clear(old: String?)
    /// Throws unless it is the right one.
    case check(String)
}

/// How a person names a channel.
package enum TuneTarget: Sendable, Equatable {
    case next, previous, last
    case number(Int)
    /// A channel's name or id, as the person wrote it.
    case name(String)

    /// Parses a person's text.
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
        /// A press and a release, this long after each other.
        case tap(hold: Duration)
    }

    /// The key's code in `linux/input-event-codes.h`.
    package var code: UInt16
    package var phase: Phase

    package init(code: UInt16, phase: Phase) {
        self.code = code
        self.phase = phase
    }
}

extension ControlHandler {
    func perform(_ order: CommandOrder) async throws -> CommandReply { try await perform(order, byHand: false) }
}
