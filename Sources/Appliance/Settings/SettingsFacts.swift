import Base
import Commands
import ControlProtocol
import Devices
import HLS
import MediaCore

/// The box at one moment, as far as a viewer may set it, or asks about it on the screen.
struct SettingsFacts: Sendable {
    /// What has to be asked for elsewhere, and comes later.
    struct Told: Equatable, Sendable {
        /// The languages that have texts.
        var languages: [String] = []
        var lists: [ListInfo.Source] = []
        var guide = GuideInfo()
        var hostName = ""
        var addresses: [NetworkAddress] = []
    }

    var told = Told()
    var look = LookWishes.usual
    var captions = CaptionWishes.usual
    /// Whether a viewer chose anything of them.
    var isLookChosen = false
    var areCaptionsChosen = false
    /// What is preferred of sound and text, by the configuration and as it counts.
    var configured = TrackPreferences()
    var preferences = TrackPreferences()
    var chosen = TrackChoices()
    /// The languages of what plays.
    var soundLanguages: [String] = []
    var textLanguages: [String] = []
    /// How the picture of what plays lies on the screen; nil: nothing plays.
    var pictureMode: PictureMode?
    var overscan = 0
    var output: DisplayOutput?
    var volume = 100
    var isMuted = false
    var soundDelay = Duration.zero
    var isNight = false
    var soundDevice = ""
    var remotes: [RemoteInfo] = []
    /// The phones that are paired; nil: there is no door for them.
    var phones: [PhoneList.Phone]?
    var plan = KeyPlan.Name.standard
    /// Nil: HDMI-CEC is switched off.
    var cec: CECStatus?
    var parental = ParentalInfo(passcode: false, profile: "passcode", age: nil, wrongCodes: 0, locked: [], free: 0)
    /// Whether a code has opened anything.
    var isOpened = false
    /// Bits a second; nil: not known.
    var lineRate: Double?
    var versions: [String: String] = [:]
    var uptime = Duration.zero
    var warnings: [String] = []
    /// The commands that no hand may give.
    var kiosk = Kiosk()
}
