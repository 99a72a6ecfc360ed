import MediaCore

/// A screen: one CRTC with its planes, or a model of one.
///
/// Call order: `start` once; then the display asks its source for a scene before every vblank at which there may be a new
/// one, on its own thread, until `stop`. Everything else may be called from any thread at any time.
package protocol Display: AnyObject, Sendable {
    /// The output that the picture goes to now. Changes come as `DisplayEvent.outputChanged`.
    var output: DisplayOutput { get }
    var events: AsyncStream<DisplayEvent> { get }
    var statistics: DisplayStatistics { get }

    /// Starts the display's thread. A display without a TV starts too and waits for one.
    func start(_ source: any SceneSource) throws
    /// Stops the display; returns when the thread has ended and the device is released.
    func stop()
    /// Tells the display that the source has something new, before the time that it named or after it said `.idle`. From
    /// any thread; never blocks.
    func wake()
    /// The picture on the screen now, all layers, as a viewer sees it.
    func capture() async throws -> Image
    /// Asks for the mode of the same size that shows this frame rate evenly (nil: the preferred mode). Where the TV
    /// has none, or the lit one does, nothing changes. Takes the TV away for a moment: never during a flip.
    func matchFrameRate(_ framesPerSecond: Double?)
}

/// The source of a display's scenes. Called on the display's thread only: do not block.
package protocol SceneSource: AnyObject, Sendable {
    /// The scene that shall be scanned out at `vblank`.
    func scene(for vblank: VBlank, on output: DisplayOutput) -> SceneUpdate
    /// Notes that a scene given before has reached the screen (or a later one has, when `wasSkipped`).
    func presented(_ feedback: PresentationFeedback)
}

/// What a source has for a vblank. Where it names a time, nothing changes before the first vblank from then on, unless
/// `Display.wake()` says otherwise: it need not be asked for those before.
package enum SceneUpdate: Sendable {
    /// Scan this out from the vblank on.
    case show(Scene, until: HostTime = .zero)
    /// The scene is as before.
    case unchanged(until: HostTime = .zero)
    /// The scene is as before, and nothing will change until `Display.wake()`.
    case idle
}

/// A vertical blanking to come.
package struct VBlank: Sendable, Hashable {
    /// The time at which the scene given now starts to be scanned out.
    package var time: HostTime
    package var interval: Duration
    package var sequence: UInt64

    package init(time: HostTime, interval: Duration, sequence: UInt64) {
        self.time = time
        self.interval = interval
        self.sequence = sequence
    }
}

package struct PresentationFeedback: Sendable, Hashable {
    package var tag: UInt64
    /// The time of the vblank at which it was latched, by the kernel's own timestamp where there is one.
    package var time: HostTime
    package var sequence: UInt64
    /// Whether a newer scene replaced it before it was scanned out.
    package var wasSkipped: Bool

    package init(tag: UInt64, time: HostTime, sequence: UInt64, wasSkipped: Bool = false) {
        self.tag = tag
        self.time = time
        self.sequence = sequence
        self.wasSkipped = wasSkipped
    }
}

/// The TV as the display sees it.
package struct DisplayOutput: Sendable, Hashable {
    /// Whether a TV is connected. Without one scenes are still asked for, at the last known rate.
    package var isConnected: Bool
    package var size: PixelSize
    /// The refresh rate in vblanks a second.
    package var refreshRate: Double
    /// The connector's name and the TV's (from its EDID), for people.
    package var name: String
    /// A name that tells this TV from others, by its EDID; nil when it has none.
    package var identity: String?
    /// Why there is no device that a TV could be plugged into, for people; nil: there is one. It is waited for.
    package var trouble: String?

    package init(
        isConnected: Bool, size: PixelSize, refreshRate: Double, name: String, identity: String? = nil,
        trouble: String? = nil
    ) {
        self.isConnected = isConnected
        self.size = size
        self.refreshRate = refreshRate
        self.name = name
        self.identity = identity
        self.trouble = trouble
    }
}

package enum DisplayEvent: Sendable, Hashable {
    case outputChanged(DisplayOutput)
    /// Another program has become DRM master; `ownershipRegained` means that we are again.
    case ownershipLost
    case ownershipRegained
    /// A part stopped working and was switched off; the picture goes on. For the log.
    case degraded(String)
}

/// Figures counted since `start`.
package struct DisplayStatistics: Sendable, Hashable {
    package var commits: UInt64 = 0
    /// The number of vblanks for which a scene was given but came too late.
    package var missedVBlanks: UInt64 = 0
    /// The number of scenes whose layers all had planes of their own.
    package var scannedOutDirectly: UInt64 = 0
    /// The number of scenes composed in software.
    package var composed: UInt64 = 0
    /// The number of mode changes: each takes the picture away for as long as the TV needs.
    package var modeSets: UInt64 = 0

    package init() {}
}
