import Devices
import Logging
import Playback

/// The devices of a box. A real box and a headless one differ in nothing else.
package struct BoxDevices: Sendable {
    package var clock: any HostClock
    package var display: any Display
    package var sink: any AudioSink
    /// Remotes and keyboards; HDMI-CEC is one of them.
    package var keySources: [any KeySource]
    package var cec: (any CECBus)?
    /// The infrared receivers; nil where there is no kernel to ask: a headless box.
    package var infrared: (any InfraredReceivers)?
    package var batteries: (any RemoteBatteries)?
    package var fetcher: any Fetcher
    /// Where it is asked what is on; nil: there is no guide.
    package var guide: (any ProgrammeGuide)?
    package var codecs: any CodecLibrary
    /// What is wired to the box and can be watched.
    package var inputs: any InputLibrary = NoInputs()
    /// What runs programs of the owner's; nil: none are allowed.
    package var programs: (any OwnerPrograms)?
    /// What says words aloud; nil: nothing does.
    package var speaker: (any Speaker)?
    /// The door for phones; nil: there is none.
    package var phones: PhoneDoor?
    /// The peak of the last tenth of a second by channel, in dB below full scale, where the sink
    /// knows.
    package var soundPeaks: @Sendable () -> [Double]

    package init(
        clock: any HostClock, display: any Display, sink: any AudioSink, keySources: [any KeySource] = [],
        cec: (any CECBus)? = nil, infrared: (any InfraredReceivers)? = nil, batteries: (any RemoteBatteries)? = nil,
        fetcher: any Fetcher, codecs: any CodecLibrary, guide: (any ProgrammeGuide)? = nil,
        soundPeaks: @escaping @Sendable () -> [Double] = { [] }
    ) {
        self.clock = clock
        self.display = display
        self.sink = sink
        self.keySources = keySources
        self.cec = cec
        self.infrared = infrared
        self.batteries = batteries
        self.fetcher = fetcher
        self.codecs = codecs
        self.guide = guide
        self.soundPeaks = soundPeaks
    }

    func makePlayer() -> Player { Player(library: codecs, fetcher: fetcher, clock: clock, inputs: inputs) }

    /// Makes the stage with its player, and with the owner's film where there is one.
    ///
    /// - Parameter splash: the path of the film that is seen where nothing plays; nil: none is
    func makeStage(splash: String?, _ logger: Logger) -> Stage {
        let player = makePlayer()
        return Stage(
            player: player, splash: splash.map { SplashFilm($0, beside: player, clock: clock, logger: logger) })
    }
}
