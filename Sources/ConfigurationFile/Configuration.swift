import Commands
import MediaCore
import Touch

/// The settings of the box: the defaults, then `/etc/hearth/hearth.toml`, then its `conf.d`, then the
/// command line. Every key is described in `rootfs/etc/hearth/hearth.toml`.
package struct Configuration: Sendable, Equatable {
    /// The paths or http(s) URLs of M3U lists, the first before the others; empty: none, the screen says how to add one.
    package var lineup: [String] = []
    /// The time after which the lists are read again.
    package var lineupRefresh: Duration = .seconds(3600)
    package var guide = Guide()
    /// Where channels have their numbers from.
    package var channelNumbers = ChannelNumbers.auto
    package var stateDirectory = "/var/lib/hearth"
    package var socket = "/run/hearth/control.sock"
    package var logLevel = LogLevel.info
    package var display = Display()
    package var video = Video()
    package var audio = Audio()
    package var playback = Playback()
    package var interface = Interface()
    package var look = Look()
    package var captions = Captions()
    package var overlays = Overlays()
    package var input = Input()
    package var keys = KeyPlan()
    package var touch = TouchSettings()
    package var flip = Flip()
    package var warming = Warming()
    package var parental = Parental()
    package var cec = CEC()
    package var page = Page()
    package var phones = Phones()
    package var casts = Casts()
    package var mpris = MPRIS()
    package var network = Network()
    /// What is wired to the box, in the order of the names.
    package var inputs: [WiredInput] = []
    /// The providers, in the order of their names.
    package var providers: [Provider] = []

    package init() {}

    package enum ChannelNumbers: String, Sendable, CaseIterable {
        /// The list's own where they tell channels apart, else its order.
        case auto
        case list, order
    }

    package enum LogLevel: String, Sendable, CaseIterable { case trace, debug, info, notice, warning, error }

    package struct Display: Sendable, Equatable {
        package enum Device: Sendable, Equatable {
            /// The first card with a connector.
            case automatic
            case headless
            /// The card with this node: `/dev/dri/card1`.
            case path(String)
        }

        package struct Mode: Sendable, Equatable {
            package var size: PixelSize
            /// The refresh rate in hertz; nil: that of the mode that is lit already, else near 60.
            package var refreshRate: Double?

            package init(size: PixelSize, refreshRate: Double?) {
                self.size = size
                self.refreshRate = refreshRate
            }
        }

        package enum RateMatching: String, Sendable, CaseIterable {
            case never
            /// The mode follows the content once the viewer has settled on a channel.
            case settled
        }

        package var device = Device.automatic
        /// The screen's mode; nil: what the TV prefers.
        package var mode: Mode?
        package var rateMatching = RateMatching.settled
        package var headlessSize = PixelSize(width: 1280, height: 720)
        /// The rate of the headless display, in vblanks a second.
        package var headlessRate: Double = 60
    }

    package struct Video: Sendable, Equatable {
        package enum Decoding: String, Sendable, CaseIterable {
            /// Decodes in hardware where there is any that works.
            case automatic = "auto"
            case software
        }

        package var decoding = Decoding.automatic
    }

    package struct Audio: Sendable, Equatable {
        package enum Device: Sendable, Equatable {
            case headless
            /// The PCM of this name in ALSA: `default`, `hw:CARD=HDMI`, `plughw:0,3`.
            case pcm(String)
        }

        package var device = Device.pcm("default")
        package var period = Duration.milliseconds(5)
        /// The length of the card's buffer. It is heard to its end: sound of the channel before, under
        /// the picture of the next.
        package var buffer = Duration.milliseconds(20)
    }

    package struct Playback: Sendable, Equatable {
        package enum Subtitles: String, Sendable, CaseIterable { case off, automatic, on }

        /// The languages of sound as BCP 47 tags, best first; empty: what the stream says.
        package var audioLanguages: [String] = []
        /// The languages of subtitles as BCP 47 tags, best first; empty: the language of the sound.
        package var subtitleLanguages: [String] = []
        package var subtitles = Subtitles.automatic
        package var describedVideo = false
        package var captions = false
        /// Whether films begin where they were left.
        package var resume = true
    }

    package struct Interface: Sendable, Equatable {
        /// The step of a press in the transport bar, and of rewind and fast forward.
        package var skip = Duration.seconds(10)
        /// How far "What did she say" goes back.
        package var saidAgain = Duration.seconds(15)
        package var proposals = Proposals.offer
        package var start = Start.channel

        /// What the box shows after a start.
        package enum Start: String, Sendable, CaseIterable { case channel, home, nothing }

        /// What becomes of what is proposed at the end of films and programmes.
        package enum Proposals: String, Sendable, CaseIterable { case off, offer, accept }
    }

    package struct Input: Sendable, Equatable {
        /// Whether keys go to Hearth alone while it has the screen.
        package var grab = true
        package var cec = true
        /// The name in the TV's list; CEC has room for 14 bytes of ASCII.
        package var osdName = "Hearth"
    }

    package struct Flip: Sendable, Equatable {
        /// The time between the last press and tuning the channel.
        package var settle = Duration.milliseconds(150)
        /// The time between tuning and the screen that says it failed.
        package var timeout = Duration.seconds(12)
    }

    package struct Warming: Sendable, Equatable {
        /// The number of channels next to the one watched that are kept ready; 0: none at all.
        package var neighbours = 2
        /// The most that all of them may take of the line, in kbit a second; nil: as much as is left over.
        package var budget: Int?
    }

    package struct Parental: Sendable, Equatable {
        package enum Profile: String, Sendable, CaseIterable {
            /// The passcode opens what is locked.
            case passcode
            /// Nothing at the box opens it.
            case device
        }
        package enum Unrated: String, Sendable, CaseIterable { case open, ask }

        package var profile = Profile.passcode
        /// The age in years from which on a rating is locked; nil: only what is marked adult is.
        package var age: Int? = 16
        /// The age for marks of films; nil: `age`.
        package var filmAge: Int?
        /// The age for marks of television; nil: `age`.
        package var televisionAge: Int?
        /// The minutes of the day from which on, and to which, everything is locked; nil: none are.
        package var lockedHours: Hours?

        package struct Hours: Sendable, Equatable {
            package var start: Int
            package var end: Int

            package init(start: Int, end: Int) {
                self.start = start
                self.end = end
            }
        }

        /// What becomes of channels and addresses without a rating.
        package var unrated = Unrated.open
        package var lockedGroups: [String] = []
        /// Channels that are locked, by id or name.
        package var lockedChannels: [String] = []
        /// Whether names and pictures of locked channels are kept from the screen.
        package var hidesNames = false
        /// How long a code opens all channels; zero: it opens one, until that is left.
        package var open = Duration.zero
        /// Whether the ratings of programmes count, as guides tell them.
        package var looksAtProgrammes = true
        /// How much sooner a programme may begin, and how much later end, than its guide says.
        package var programmeGrace: Duration = .seconds(120)
        /// The longest pause over which a channel stays open.
        package var pause = Duration.seconds(300)
    }

    /// The box's behaviour on the HDMI-CEC line. By default it is quiet.
    package struct CEC: Sendable, Equatable {
        /// When the box may wake the TV and take its input.
        package enum OneTouchPlay: String, Sendable, CaseIterable { case never, press, always }
        /// What the box does when the TV goes over to something else.
        package enum InputLost: String, Sendable, CaseIterable { case nothing, pause, mute }
        /// What the box does when the TV goes off.
        package enum TelevisionOff: String, Sendable, CaseIterable { case nothing, pause, standby }
        /// The device whose volume the keys change.
        package enum Volume: String, Sendable, CaseIterable {
            case box
            /// The AVR's volume while it plays the TV's sound, else the box's.
            case receiver = "avr"
            /// The AVR's volume, else the TV's while it shows the box.
            case television = "tv"
        }

        /// The kernel's node or the serial port of Pulse-Eight's adapter; nil: the first found.
        package var adapter: String?
        package var oneTouchPlay = OneTouchPlay.press
        /// Whether switching the box off with a key switches the TV off.
        package var standbyTelevision = false
        package var inputLost = InputLost.nothing
        package var televisionOff = TelevisionOff.nothing
        package var volume = Volume.receiver
    }

    package struct Guide: Sendable, Equatable {
        /// The paths and http(s) URLs of XMLTV guides; the first that knows a channel counts.
        package var sources: [String] = []
        /// Whether guides that the channel list names count, behind `sources`.
        package var listNames = true
        /// The languages of titles as BCP 47 tags, best first; empty: what the guide has first.
        package var languages: [String] = []
        /// The time after which a guide is looked for anew.
        package var refresh: Duration = .seconds(12 * 3600)
    }

    package struct Network: Sendable, Equatable {
        /// The number of connections to one server at once; nil: as many as are of use.
        package var maximumConnections: Int?
        /// Whether a channel list from the internet may name addresses in the home.
        package var listsNameHome = false
    }

    /// A group of servers that share their limits.
    package struct Provider: Sendable, Equatable {
        package var name: String
        /// The domain names of its servers; empty: the name is the server's.
        package var hosts: [String] = []
        /// The number of connections at once; nil: as many as are of use.
        package var maximumConnections: Int?

        package init(name: String) {
            self.name = name
        }

        /// The domain names that belong to it, each with all below it.
        package var servers: [String] { hosts.isEmpty ? [name] : hosts }
    }

    package struct MPRIS: Sendable, Equatable {
        /// The D-Bus on which other programs see what is on.
        package enum Bus: String, Sendable, CaseIterable { case off, system, session }

        package var bus = Bus.off
    }

    package struct Page: Sendable, Equatable {
        /// The port on 127.0.0.1; 0: any free one; nil: no page.
        package var port: Int?
    }

    /// The door by which other devices in the house send something to the screen (UPnP AV).
    package struct Casts: Sendable, Equatable {
        package enum Receive: String, Sendable, CaseIterable { case never, prompt, automatic }

        /// `never`: there is no door.
        package var receive = Receive.never
        /// Under which others find the box; empty: `Hearth on ` and the machine's name.
        package var name = ""
        /// 0: any free one.
        package var port = 0
        /// The address of this machine at which it is found; `0.0.0.0`: all in networks of a home.
        package var listen = "0.0.0.0"
    }

    /// The door in the home's network for phones as remotes.
    package struct Phones: Sendable, Equatable {
        /// 0: any free one; nil: no door.
        package var port: Int?
        /// The address of this machine on which it is listened; `0.0.0.0`: on all.
        package var listen = "0.0.0.0"
        /// The name or address by which phones find the box; empty: its own address.
        package var host = ""
        /// Whether phones talk to it encrypted, by the certificate below.
        package var isSecure = false
        /// The owner's certificate with what it stands on, and its key (PEM); empty: the box makes one of its own.
        package var certificate = ""
        package var key = ""
        /// Whether it is told in the network, by multicast DNS.
        package var isAnnounced = true
    }
}
