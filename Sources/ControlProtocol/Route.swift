/// Everything the control API can be asked, in one table for the server and its clients.
///
/// HTTP/1.1 with JSON bodies (UTF-8, snake_case keys) on the daemon's UNIX socket. An answer that
/// is not 2xx carries an `ErrorBody`. Streams are server-sent events.
package enum Route: String, CaseIterable, Sendable {
    /// The box's state: → `Status`.
    case status
    /// What is on and what can be done with it: → `NowPlayingInfo`.
    case nowPlaying = "now-playing"
    /// What runs, in which versions: → `VersionsInfo`.
    case versions
    /// The lineup: → `ChannelList`.
    case channels
    /// Tunes a channel: `TuneRequest` → `ChannelInfo` of the channel that is being tuned.
    case tune
    /// Presses a key: `PressRequest` → `Done`.
    case press
    /// Types text where the screen takes some: `TypeRequest` → `Done`.
    case type
    /// The commands: → `CommandList`.
    case commands
    /// Carries out a command: `CommandRequest` → `CommandAnswer`.
    case command
    /// `PlayRequest` → `ChannelInfo`
    case play
    /// Stops playing: → `Done`.
    case stop
    /// Sets or moves the volume: `VolumeRequest` → `SoundLevel`.
    case volume
    /// Mutes or unmutes: `MuteRequest` → `SoundLevel`.
    case mute
    /// The tracks on offer: → `TrackList`.
    case tracks
    /// Chooses the sound: `TrackRequest` → `TrackList`.
    case audio
    /// Chooses the subtitles: `TrackRequest` → `TrackList`.
    case subtitles
    /// The recorded flips: → `FlipList`; `?channel=` a number, a name or an id, `?last=` how many
    /// of the newest.
    case flips
    /// The metrics in the OpenMetrics text format; also at `/metrics`, where scrapers look.
    case metrics
    /// Shows or hides the panel of figures: `DiagnosticsRequest` → `DiagnosticsInfo`.
    case diagnostics
    /// The CEC messages: → `CECLogList`; `?last=` how many of the newest.
    case cec
    /// Asks every address on the CEC line, which takes seconds: → `CECDeviceList`.
    case cecScan = "cec/scan"
    /// What `[inputs]` can name: → `InputDevicesInfo`.
    case inputs
    /// Starts to teach a remote, told by `ControlEvent.lesson`: `LearnRequest` → `Done`.
    case remoteLearn = "remote/learn"
    /// Steers the lesson under way: `LessonRequest` → `Done`.
    case remoteLesson = "remote/lesson"
    /// How the interface looks and reads: → `LookInfo`.
    case look
    /// Changes how it looks and reads, now and from now on: `LookRequest` → `LookInfo`.
    case lookSet = "look/set"
    /// How captions look: → `CaptionInfo`.
    case captions
    /// Changes how they look, now and from now on: `CaptionRequest` → `CaptionInfo`.
    case captionsSet = "captions/set"
    /// The pages of the owner's overlays: → `OverlayList`.
    case overlays
    /// A PNG of what is on the screen now; `?width=` in pixels scales it down.
    case shot
    /// The sound's peaks: → `SoundMeter`.
    case meter
    /// Makes a channel a favourite or no longer one: `FavouriteRequest` → `ChannelInfo` as it is
    /// after.
    case favourite
    /// Changes a channel by hand: `ChannelEditRequest` → `ChannelEditInfo` as it is after.
    case channelsEdit = "channels/edit"
    /// What was changed of channels by hand: → `ChannelEditList`.
    case channelsEdits = "channels/edits"
    /// What viewers and administrators made of the box, as one file: docs/state-json.md.
    case state
    /// Takes such a file over: → `StateImportInfo`; `?dry=1` only says what it would do, `?replace=1` removes first what
    /// the file's sections had here.
    case stateImport = "state/import"
    /// The guides, and which channels are in them: → `GuideInfo`.
    case guide
    /// Looks for all guides anew: → `Done`.
    case guideRefresh = "guide/refresh"
    /// Programmes from now on: → `ProgrammeList`; `?text=` what their titles, descriptions or people's names have words
    /// beginning with, `?first=` how many of the first in time.
    case guideSearch = "guide/search"
    /// The channel lists, and how they were read: → `ListInfo`.
    case lists
    /// Reads all channel lists anew: → `Done`.
    case listsRefresh = "lists/refresh"
    /// Where films were left: → `ResumeList`.
    case resume
    /// Forgets where a film was left, or all: `ResumeForgetRequest` → `Done`.
    case resumeForget = "resume/forget"
    /// The programmes of which viewers are to be reminded: → `ReminderList`.
    case reminders
    /// Reminds of a programme, or no longer: `ReminderRequest` → `ReminderList`.
    case remind = "reminders/set"
    /// Proposes what to watch next: `ProposalRequest` → `Done`; `proposals/withdraw` takes it back.
    case propose = "proposals"
    case proposalWithdraw = "proposals/withdraw"
    /// Does what is said: `SayRequest` → `SayAnswer`.
    case say
    /// Plays a WAV file over what plays, which is quieter meanwhile: the file's bytes → `AnnouncementInfo`; `?quieter=` dB.
    case announce
    /// Ends it: → `Done`.
    case announceStop = "announce/stop"
    /// Pauses what plays for something that matters more, or goes on with it: `InterruptRequest` → `Done`.
    case interrupt
    /// Plays a test switch: `SimulationRequest` → `Done`.
    case simulate
    /// Plays what is declared, or queues it: `ItemsRequest` → `QueueInfo`.
    case items
    /// What plays after what: → `QueueInfo`.
    case queue
    /// Changes that: `QueueRequest` → `QueueInfo`.
    case queueChange = "queue/change"
    /// What is locked, and why: → `ParentalInfo`.
    case parental
    /// Asks whether a channel may be watched before anything leads there: `TuneRequest` → `AuthorizationInfo`.
    case authorize
    /// Sets the passcode: `PasscodeRequest` → `Done`.
    case passcode
    /// Removes the passcode: `PasscodeClearRequest` → `Done`.
    case passcodeClear = "passcode/clear"
    /// Checks a code, which counts when it is wrong: `PasscodeRequest` → `Done`.
    case passcodeCheck = "passcode/check"
    /// Makes a link that opens the loopback page once: → `PageLink`.
    case page
    /// Opens the loopback page, at its own port: `PageTicket` → `PageToken`.
    case pageOpen = "page/open"
    /// The phones that are paired: → `PhoneList`.
    case phones
    /// Offers to pair one, which the screen shows: → `PhoneOffer`.
    case phonesOffer = "phones/offer"
    /// Takes the offer back: → `Done`.
    case phonesWithdraw = "phones/withdraw"
    /// Shuts a phone out, or all: `PhoneRevokeRequest` → `PhoneList`.
    case phonesRevoke = "phones/revoke"
    /// At the phones' port: pairs the phone that asks: `PhonePairRequest` → `PhoneToken`.
    case phonePair = "phone/pair"
    /// At the phones' port: the phone that asks is paired no longer: → `Done`.
    case phoneLeave = "phone/leave"
    /// What other devices in the house may send to the screen: → `CastList`.
    case casts
    /// Answers, decides or tests: `CastRequest` → `CastList`.
    case castsChange = "casts/change"
    /// Looks for other renderers in the house, which takes seconds: → `RendererList`.
    case renderers
    /// Has one play what is on, or commands it: `HandoffRequest` → `HandoffInfo`.
    case handoff
    /// What is on now and next, on all channels: → `GuideNow`.
    case guideNow = "guide/now"
    /// A channel's logo, `?channel=` its id, or the picture of what is on, without: a picture as its server gave it.
    case artwork
    /// A stream of `ControlEvent`.
    case events
    /// A stream of log lines, first the newest ones there are; `?follow=0` ends after them.
    case log

    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package var method: Method {
        switch self {
        case .status, .nowPlaying, .queue, .versions, .channels, .commands, .tracks, .flips, .metrics, .cec, .inputs,
            .shot,
            .meter,
            .parental,
            .guide, .guideSearch, .look, .captions, .overlays, .lists, .channelsEdits, .state, .resume, .reminders,
            .phones, .casts, .renderers, .guideNow, .artwork, .events, .log:
            .get
        case .tune, .press, .type, .command, .play, .stop, .volume, .mute, .audio, .subtitles, .diagnostics, .cecScan,
            .remoteLearn, .remoteLesson, .lookSet, .captionsSet, .favourite, .channelsEdit, .stateImport, .guideRefresh,
            .listsRefresh, .propose, .proposalWithdraw, .items, .queueChange, .announce, .announceStop, .interrupt,
            .simulate, .say,
            .resumeForget,
            .remind, .passcode,
            .passcodeClear,
            .passcodeCheck, .authorize, .page,
            .pageOpen, .phonesOffer, .phonesWithdraw, .phonesRevoke, .phonePair, .phoneLeave, .castsChange, .handoff:
            .post
        }
    }

    /// Whether a remote may ask it, such as the page: what a hand with a remote can do or see, and no more. All else is
    /// for who may use the box's socket.
    package var isForRemotes: Bool {
        switch self {
        case .press, .type, .shot, .meter, .status, .nowPlaying, .flips, .channels: true
        default: false
        }
    }

    /// Whether a paired phone may ask it: what a remote may, and what its page needs to show that on a small screen. Of
    /// commands it may give those that are `isForPhones`, and of the events it gets those that are.
    package var isForPhones: Bool {
        switch self {
        case .command, .tracks, .guideNow, .artwork, .events, .say, .phonePair, .phoneLeave: true
        default: isForRemotes
        }
    }

    package var path: String { "/v1/\(rawValue)" }
}
