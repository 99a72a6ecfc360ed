import Channels
import Commands
import ControlProtocol
import Devices
import Guide
import HLS
import Languages
import MediaCore
import Overlays
import Store
import Touch

/// The configuration of the box itself.
package struct BoxSettings: Sendable {
    /// The channel lists, the first before the others: a file's or a folder's path, or an http(s) URL of a list or of one
    /// HLS playlist. Empty: no channels.
    package var lists: [String]
    /// What tells these lists from others, in the store; nil: there is none.
    package var lineup: String? { Self.lineup(lists) }
    /// The channels that are wired to the box, behind those of the lists.
    package var inputs: [ChannelEntry] = []
    /// What a channel list from elsewhere may name, beside the public network and where it lies itself.
    package var listReach: AddressReach = []
    /// What the keys of remotes do.
    package var keys = KeyPlan()
    package var touch = TouchSettings()
    package var flipTiming = FlipMachine.Timing()
    /// How many channels are kept ready, and what that may cost.
    package var warming = WarmingSettings()
    package var parentalPolicy = ParentalGate.Policy()
    package var modeMatching = ModePolicy.Matching.settled
    package var modeTiming = ModePolicy.Timing()
    /// The interval at which the list is read again, to see new channels.
    package var lineupRefresh: Duration = .seconds(3600)
    /// How often it is looked whether lists that are files have changed; nil: not between two readings.
    package var lineupLook: Duration?
    /// Where channels have their numbers from.
    package var channelNumbering = ChannelNumbering.auto
    /// The preferred sound and text, where the viewer has chosen nothing.
    package var preferences = TrackPreferences()
    /// Whether films begin where they were left.
    package var resumes = true
    /// The step of a press in the bar, and of the keys for it.
    package var skipStep: Duration = .seconds(10)
    /// How far "What did she say" goes back.
    package var saidAgain: Duration = .seconds(15)
    /// In which networks other renderers are looked for, by this machine's addresses there; empty: in all of a home.
    package var handoffNetworks: [String] = []
    /// How what other devices send is met.
    package var casts = Casts.Mode.never
    /// What becomes of what is proposed at the end of films and programmes.
    package var proposals = ContentProposals.Manner.offer
    /// What the box shows after a start.
    package enum Start: String, Sendable, CaseIterable {
        /// The channel of the last run, or the first.
        case channel
        /// The home, with that channel in its corner.
        case home
        /// Nothing, and no sound: it sleeps until somebody wakes it.
        case nothing
    }

    package var start = Start.channel

    /// How the interface looks and reads, where the viewer has chosen nothing.
    package var look = LookWishes()
    /// How captions look, where the viewer has chosen nothing.
    package var captions = CaptionWishes()
    /// The machine's language (BCP 47).
    package var systemLanguage = "en"
    /// Reads the texts of a language, off every thread that must not wait; nil: there are none.
    package var texts: @Sendable (String) -> Catalogue? = { LanguageName.primary($0) == "en" ? .english : nil }

    /// The languages that have texts (BCP 47), in the order of their tags; called where one may wait.
    package var languages: @Sendable () -> [String] = { ["en"] }

    /// What can be said, by language; called where one may wait: it may look at the disk.
    package var grammars: @Sendable () -> [IntentGrammar] = { [] }

    /// The texts to begin with: read at start, so that nothing is said in another language first.
    func catalogue(_ saved: SavedState) -> Catalogue {
        texts(LookControl.language(LookWishes(kept: saved.look).over(look), systemLanguage)) ?? .english
    }

    /// The path of the film that is seen where nothing plays; nil: none is.
    package var splash: String?
    /// Where the owner's overlays are read; nil: those that ship are all.
    package var overlays: (any OverlayShelf)?

    /// The folder where artwork is kept for the next start, made when it is not there; nil: it is kept nowhere.
    package var artworkFolder: String?

    package init(lineup: String? = nil) { lists = lineup.map { [$0] } ?? [] }

    package init(lists: [String]) { self.lists = lists }

    package static func lineup(_ lists: [String]) -> String? { lists.isEmpty ? nil : lists.joined(separator: "\n") }
}

/// The state that the last run left in the store.
package struct SavedState: Sendable {
    package var lastChannel: Channel.ID?
    package var previousChannel: Channel.ID?
    /// The volume, 0–100.
    package var volume = 80
    package var isMuted = false
    /// How much later sound is heard than its picture is seen, by output.
    package var soundDelays: [String: Duration] = [:]
    package var isNight = false
    /// The devices about which was decided.
    package var casts: [CastPermission] = []
    /// What plays after what, as the store keeps it.
    package var queue: String?
    /// What viewers chose of how the interface looks, as the store keeps it.
    package var look: String?
    /// Where the second picture lies, likewise.
    package var corner: String?
    /// … and of how captions look.
    package var captions: String?
    /// How pictures are laid on the screen, by channel.
    package var pictureModes: [Channel.ID: PictureMode] = [:]
    package var overscan = Overscan.none
    package var hasPasscode = false
    package var wrongCodes = 0
    /// The number of digits of the passcode.
    package var passcodeLength = 4
    /// In the viewer's order.
    package var favourites: [Channel.ID] = []
    /// What was changed of channels by hand.
    package var edits: [Channel.ID: ChannelEdit] = [:]
    /// The channel list as it was read last.
    package var channels: [ChannelEntry] = []
    /// The numbers that its channels had.
    package var numbers: KeptNumbers?
    package var memories: [Channel.ID: VisitRecord] = [:]
    /// The sound and text that were chosen, by channel, and last on any of them.
    package var trackChoices: [Channel.ID: TrackChoices] = [:]
    package var lastTracks = TrackChoices()
    /// Where films were left.
    package var resumePoints: [ResumePoint] = []
    /// The programmes of which viewers want to be reminded.
    package var reminders: [Reminder] = []
    /// What earlier visits taught about the screen's mode, by channel and TV.
    package var modeMemories: [ModeKey: ModeMemory] = [:]

    package init() {}

    /// Reads the saved state; what can't be read is as on a new box.
    /// - Parameter lineup: where the channel list comes from
    package init(_ store: Store, lineup: String? = nil) async throws(StoreError) {
        let last = try await store.lastState()
        lastChannel = last.channel
        previousChannel = last.previousChannel
        volume = last.volume ?? volume
        isMuted = last.isMuted
        (isNight, overscan) = (last.isNight, last.overscan)
        look = try await store.preference(.look)
        captions = try await store.preference(.captions)
        corner = try await store.preference(.corner)
        casts = CastPermission.permissions(from: try await store.preference(.casts))
        queue = try await store.preference(.queue)
        soundDelays = try await store.soundDelays()
        pictureModes = try await store.pictureModes()
        hasPasscode = try await store.hasPasscode()
        passcodeLength = try await store.passcodeLength() ?? passcodeLength
        wrongCodes = try await store.wrongCodes()
        favourites = try await store.favourites()
        edits = try await store.edits()
        if let lineup {
            channels = (try? await store.lineup(from: lineup)) ?? []
            numbers = try? await store.numbers(from: lineup)
        }
        memories = try await store.memories()
        trackChoices = try await store.trackChoices()
        lastTracks = try await store.lastTrackChoices()
        modeMemories = try await store.modeMemories()
        resumePoints = try await store.resumePoints()
        reminders = try await store.reminders()
    }
}
