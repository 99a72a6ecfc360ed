import Devices
import MediaCore

/// A request to the box, from any door: remote, control API, web remote, MPRIS.
package enum Command: Hashable, Sendable {
    package typealias Direction = Devices.Direction

    /// Names a channel as a person or a program does.
    package enum Channel: Hashable, Sendable {
        case number(Int)
        /// The channel's `tvg-id`, or the id the lineup gave it.
        case id(String)
        /// The channel's name, or what one remembers of it.
        case name(String)
    }

    /// The target of a preview, counted from the one that was previewed last, or else from the one
    /// chosen.
    package enum Preview: Hashable, Sendable {
        case next, previous
        /// The channel before.
        case last
        case channel(Channel)
    }

    case channelUp, channelDown, tuneLast
    /// The next of what programs have queued, or the one before; the next channel where nothing of the queue plays.
    case next, previous
    case tune(Channel)
    /// One digit of a channel number or a passcode, 0–9.
    case digit(Int)
    /// Shows over the picture where a flip would lead, and flips nowhere: OK goes there.
    case preview(Preview)
    /// Plays an address that is in no lineup.
    case play(url: String)

    case move(Direction)
    case confirm
    /// Closes the top layer.
    case back
    /// A page up or down in a guide, or a day back or on.
    case page(Direction)
    case showFavourites, showGuide, showChannels, showGroups, showInfo, showTransport, showMenu
    /// Shows what there is to begin with: what plays, what was begun, what is on; over again, the picture.
    case showHome
    /// Shows what a viewer may set, in sections.
    case showSettings
    /// Shows the televisions and loudspeakers in the house that could play what is on.
    case showRenderers
    /// Shows the field in which channels and programmes are looked for.
    case showSearch
    /// Types text where the screen takes some, up to `longestText` characters.
    case type(String)
    /// Takes the last letter back where the screen takes text.
    case erase
    /// Shows this page of the owner's overlays, by the name of its file without `.toml`.
    case showOverlay(String)
    /// Says what the keys do, as after a start.
    case showHint
    /// Leaves every layer for the live picture.
    case showVideo
    case retry

    case playPause, resume, pause, stop

    /// A place in what plays.
    package enum Place: Hashable, Sendable {
        /// The live edge, where a new viewer joins.
        case live
        /// So long after the beginning: of a film, or of what the server still has of a channel.
        case at(Duration)
        /// So long before the end, or before the live edge.
        case beforeEnd(Duration)
    }

    /// Moves the play position by so much, forwards or back. Several that follow closely add up.
    case skip(Duration)
    case seek(Place)
    /// Moves by the interval that the configuration says.
    case skipBack, skipForward
    /// Looks for another place as a finger does that turns so many notches, forwards where positive: by seconds where it
    /// turns slowly, far where it is quick. OK goes there, Back stays.
    case scrub(Int)
    /// Plays what is on, a film, from its beginning.
    case startOver
    /// Leaves the rest of the break that plays, where that may be.
    case skipBreak
    /// Goes back a little, with captions until the present place is reached again.
    case whatDidSheSay

    /// How fast what is not live is played.
    package enum Speed: Hashable, Sendable {
        /// In hundredths of the usual speed, 50–200.
        case percent(Int)
        /// The speed after this one, round and round.
        case next

        /// The speeds on offer, in hundredths.
        package static let offered = [50, 75, 100, 125, 150, 200]
    }

    case speed(Speed)

    case volumeUp, volumeDown
    /// Sets the volume, 0–100.
    case setVolume(Int)
    case toggleMute
    case setMute(Bool)

    /// Names one of the sound or text tracks on offer.
    package enum Track: Hashable, Sendable {
        /// The track after the chosen one; after the last text comes "off".
        case next
        case off
        /// The track of this number in the list, from 1.
        case number(Int)
        /// The track of this name or language.
        case name(String)
    }

    case audio(Track)
    case subtitles(Track)

    /// Names a way to lay the picture on the screen.
    package enum Picture: Hashable, Sendable {
        /// The mode after the present one.
        case next
        case mode(PictureMode)
    }

    /// Lays the picture of this channel so, now and when one comes back to it.
    case picture(Picture)
    /// Keeps so many per cent free at each edge of the screen, 0–5: the TV cuts them off.
    case overscan(Int)
    /// Has sound heard so much later than its picture is seen, or earlier, at the output that is used.
    case soundDelay(Duration)
    /// Makes quiet sound louder and loud sound quieter, or no longer.
    case night(Bool)

    /// What is done with the second picture, in a corner of the screen.
    package enum PictureInPicture: Hashable, Sendable {
        /// Shows the channel before this one there, or closes it.
        case toggle
        case open(Channel)
        case close
        /// What is there and what is watched change places.
        case swap
        /// To the next corner, clockwise.
        case move
        /// The next size; after the largest both lie side by side.
        case size
        /// Its sound is heard in place of the other's, or no longer.
        case sound
    }

    case pip(PictureInPicture)

    /// Shows or hides the panel of figures, for whoever looks after the box.
    case toggleDiagnostics
    case setDiagnostics(Bool)
    /// Shows or hides the panel of keys, for trying a remote: keys still work, and are named.
    case toggleKeyTest
    /// Teaches the infrared receiver a remote, on the screen.
    case learnRemote

    case togglePower, standBy, wake

    /// What a viewer says of what is on.
    package enum Feedback: String, Hashable, Sendable, CaseIterable { case like, dislike, bookmark }

    /// Tells whoever follows the box what the viewer says of what is on; the box itself does nothing with it.
    case feedback(Feedback)
    /// Builds anew what plays, as after a fault of a decoder; channel, place, tracks and queue stay.
    case resetPlayer
}

extension Command {
    /// The commands without a parameter, in the order in which people are told of them.
    package static let plain: [(word: String, command: Command)] = [
        ("channel_up", .channelUp), ("channel_down", .channelDown), ("last_channel", .tuneLast),
        ("next", .next), ("previous", .previous),
        ("favourites", .showFavourites), ("guide", .showGuide), ("channels", .showChannels), ("groups", .showGroups),
        ("info", .showInfo), ("search", .showSearch), ("home", .showHome), ("settings", .showSettings),
        ("renderers", .showRenderers),
        ("erase", .erase),
        ("transport", .showTransport), ("menu", .showMenu), ("video", .showVideo),
        ("up", .move(.up)), ("down", .move(.down)), ("left", .move(.left)), ("right", .move(.right)),
        ("page_up", .page(.up)), ("page_down", .page(.down)), ("page_back", .page(.left)), ("page_on", .page(.right)),
        ("ok", .confirm), ("back", .back), ("retry", .retry),
        ("play_pause", .playPause), ("resume", .resume), ("pause", .pause), ("stop", .stop), ("start_over", .startOver),
        ("skip_back", .skipBack), ("skip_forward", .skipForward), ("what_did_she_say", .whatDidSheSay),
        ("skip_break", .skipBreak),
        ("volume_up", .volumeUp), ("volume_down", .volumeDown), ("toggle_mute", .toggleMute), ("mute", .setMute(true)),
        ("unmute", .setMute(false)),
        ("pip", .pip(.toggle)), ("pip_close", .pip(.close)), ("pip_swap", .pip(.swap)), ("pip_move", .pip(.move)),
        ("pip_size", .pip(.size)), ("pip_sound", .pip(.sound)),
        ("toggle_diagnostics", .toggleDiagnostics), ("show_diagnostics", .setDiagnostics(true)),
        ("hide_diagnostics", .setDiagnostics(false)), ("toggle_key_test", .toggleKeyTest),
        ("learn_remote", .learnRemote), ("hint", .showHint),
        ("like", .feedback(.like)), ("dislike", .feedback(.dislike)), ("bookmark", .feedback(.bookmark)),
        ("reset_player", .resetPlayer),
        ("toggle_power", .togglePower), ("standby", .standBy), ("wake", .wake),
    ]

    /// The words of commands with a parameter, what each expects, and an example.
    package static let withParameter: [(word: String, expected: String, example: Command)] = [
        ("tune", "a channel's number or name", .tune(.number(1))),
        ("preview", "next, previous, last, or a channel's number or name", .preview(.next)),
        ("digit", "0 to 9", .digit(1)), ("type", "text, up to 200 letters", .type("news")),
        ("overlay", "the name of a page of overlays", .showOverlay("favourites")),
        ("play", "an http or https address", .play(url: "https://")), ("volume", "0 to 100", .setVolume(50)),
        ("skip", "seconds, with - before them to go back", .skip(.seconds(10))),
        ("seek", "live, seconds or h:mm:ss after the beginning, or before the end with -", .seek(.live)),
        ("scrub", "notches of a finger's turn, with - before them to go back", .scrub(1)),
        ("speed", "0.5 to 2, or next", .speed(.percent(150))),
        ("audio", "next, a number, a name or a language", .audio(.next)),
        ("subtitles", "next, off, a number, a name or a language", .subtitles(.next)),
        ("picture", "next, auto, fit, fill or zoom", .picture(.next)), ("overscan", "0 to 5 per cent", .overscan(0)),
        ("sound_delay", "-250 to 500 milliseconds", .soundDelay(.zero)), ("night", "on or off", .night(true)),
        ("pip_channel", "a channel's number or name", .pip(.open(.number(1)))),
    ]

    /// Whether holding its key means giving it again and again.
    package var repeats: Bool {
        switch self {
        case .channelUp, .channelDown, .next, .previous, .preview(.next), .preview(.previous), .move, .page, .skip,
            .skipBack,
            .skipForward,
            .scrub, .erase, .volumeUp, .volumeDown:
            true
        default: false
        }
    }

    /// So many characters are typed at once at most.
    package static let longestText = 200

    /// Whether a paired phone may give it: what a hand with a remote can do. Channels are named by their numbers, as by
    /// digits: names would tell which there are.
    package var isForPhones: Bool {
        switch self {
        case .play, .resetPlayer: false
        case .tune(let channel), .preview(.channel(let channel)), .pip(.open(let channel)):
            if case .number = channel { true } else { false }
        default: true
        }
    }

    /// The delays of the sound that make sense.
    package static let soundDelays = Duration.milliseconds(-250)...Duration.milliseconds(500)

    package var isPreview: Bool { if case .preview = self { true } else { false } }

    /// The command that previews where this one leads without going there; nil: it leads to no
    /// channel.
    package var previewed: Command? {
        switch self {
        case .channelUp: .preview(.next)
        case .channelDown: .preview(.previous)
        case .tuneLast: .preview(.last)
        case .tune(let channel): .preview(.channel(channel))
        default: nil
        }
    }
}
