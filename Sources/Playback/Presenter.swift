import Devices
import MediaCore

/// Decides at each vblank what a playing item shows and whether its time runs: start, release of
/// frames, stall, pause, end. A value without a clock or a queue of its own.
package struct Presenter: Sendable {
    /// What is there at this moment.
    package struct Input: Sendable {
        package var vblank: VBlank
        /// Nil: not yet known.
        package var hasVideo: Bool?
        package var hasAudio: Bool?
        /// Presentation times of decoded frames not yet shown, oldest first.
        package var frames: [MediaTime] = []
        /// Nothing more will be decoded.
        package var isVideoEnded = false
        package var isAudioEnded = false
        /// Where the last picture and the last sample that were decoded end; nil when nothing was.
        package var end: MediaTime?
        /// Decoded sound not yet taken by the mixer, and the time of its first sample.
        package var audioBuffered: Duration = .zero
        package var audioHead: MediaTime?
        /// Compressed media waiting for a decoder.
        package var videoAhead: Duration = .zero
        package var audioAhead: Duration = .zero
        /// The newest pair the mixer published, once.
        package var heard: (media: MediaTime, host: HostTime)?
        /// Where a live item should be at this vblank.
        package var live: LivePace.Target?

        package init(vblank: VBlank) {
            self.vblank = vblank
        }
    }

    package enum Notice: Sendable, Hashable {
        case stalled, resumed, ended
    }

    package struct Output: Sendable, Equatable {
        /// Index into `Input.frames` of the frame to show from now on; those before it go unseen.
        package var show: Int?
        package var sound: Sound?
        package var notices: [Notice] = []
        /// Frames come too late: decode less.
        package var isBehind = false
    }

    /// For the item's voice in the mixer.
    package enum Sound: Sendable, Hashable {
        case play(media: MediaTime, at: HostTime)
        case hold
    }

    package enum Phase: Sendable, Hashable {
        /// Waiting for enough of both to start with.
        case starting
        case playing
        case stalled
        case ended
    }

    package private(set) var phase = Phase.starting
    package private(set) var isPaused = false
    package private(set) var clock = PlaybackClock()
    /// Media time of the frame on screen.
    package private(set) var shown: MediaTime?
    package private(set) var framesShown: UInt64 = 0
    package private(set) var framesDropped: UInt64 = 0
    package private(set) var stalls = 0

    private var release = FrameRelease()
    private var pace = LivePace()
    private var waitingSince: HostTime?
    private var hasStarted = false
    /// Sound has dried up while the picture goes on: the picture does not wait for it.
    private var playsWithoutSound = false

    /// Sound that must be there before it starts: the mixer takes the first 40 ms or so at once.
    private static let startAudio: Duration = .milliseconds(100)
    /// The picture waits this long for sound, and sound for a picture.
    private static let patience: Duration = .milliseconds(700)
    /// Media that must be there before playing goes on after a stall …
    private static let refill: Duration = .milliseconds(1500)
    /// … unless it has waited this long and can start at all.
    private static let refillPatience: Duration = .seconds(6)

    package init() {}

    package mutating func pause() { isPaused = true }
    package mutating func resume() { isPaused = false }

    /// The play position.
    package func position(at host: HostTime) -> MediaTime? {
        hasStarted ? clock.media(at: host) : shown
    }

    package mutating func handle(_ input: Input) -> Output {
        var output = Output()
        if let heard = input.heard { clock.observe(media: heard.media, at: heard.host) }
        // The first picture is shown at once, as a still, whatever else is missing.
        if shown == nil, phase == .starting, let first = input.frames.first {
            show(0, input, &output)
            clock = PlaybackClock(media: first)
        }
        switch phase {
        case .starting, .stalled: tryStart(input, &output)
        case .playing: play(input, &output)
        case .ended: break
        }
        return finish(&output, input)
    }

    private mutating func finish(_ output: inout Output, _ input: Input) -> Output {
        if phase == .starting || phase == .stalled, waitingSince == nil { waitingSince = input.vblank.time }
        return output
    }

    private mutating func tryStart(_ input: Input, _ output: inout Output) {
        guard !isPaused else { return }
        let since = waitingSince ?? input.vblank.time
        let waited = input.vblank.time - since
        let isPatient = waited < Self.patience
        let remaining = input.frames.count + (output.show == nil ? 0 : -1)

        let mayHaveAudio = input.hasAudio != false
        let audioReady = !mayHaveAudio || input.audioBuffered >= Self.startAudio || input.isAudioEnded
        let mayHaveVideo = input.hasVideo != false
        let videoReady = !mayHaveVideo || (shown != nil && remaining >= 1) || input.isVideoEnded
        if isOver(input) {
            // A single picture, or the last ones after a stall, have their time too.
            if shown == nil, input.audioHead == nil || isAtEnd(input) {
                end(&output)
            } else {
                start(input, &output, withSound: audioReady)
            }
            return
        }
        guard audioReady || (videoReady && shown != nil && !isPatient) else { return }
        guard videoReady || (audioReady && input.audioBuffered >= Self.startAudio && !isPatient) else { return }
        // Something must be there to play.
        guard shown != nil || input.audioHead != nil else { return }
        if phase == .stalled, waited < Self.refillPatience, !input.isVideoEnded, !input.isAudioEnded {
            let audio = mayHaveAudio ? input.audioBuffered + input.audioAhead : .seconds(3600)
            let video = mayHaveVideo ? input.videoAhead : .seconds(3600)
            guard min(audio, video) >= pace.refill(input.live, usual: Self.refill) else { return }
        }
        start(input, &output, withSound: audioReady)
    }

    private mutating func start(_ input: Input, _ output: inout Output, withSound: Bool) {
        var media = clock.media(at: input.vblank.time)
        if !hasStarted { media = shown ?? input.audioHead ?? .zero }
        media = pace.start(at: media, reach: reach(input, from: media), input.live, isNew: !hasStarted)
        clock.start(media: media, at: input.vblank.time)
        output.sound = .play(media: media, at: input.vblank.time)
        playsWithoutSound = !withSound
        if phase == .stalled { output.notices.append(.resumed) }
        phase = .playing
        hasStarted = true
        waitingSince = nil
    }

    private mutating func play(_ input: Input, _ output: inout Output) {
        let now = input.vblank.time
        if isPaused {
            if clock.isRunning {
                clock.stop(at: now)
                output.sound = .hold
            }
            return
        }
        let media = clock.media(at: now)
        if !clock.isRunning {
            pace.unpaused(input.live, at: media)
            clock.start(media: media, at: now)
            output.sound = .play(media: media, at: now)
        } else if let later = pace.correction(at: media, reach: reach(input, from: media), input.live, now: now) {
            clock.start(media: later, at: now)
            output.sound = .play(media: later, at: now)
        }
        releaseFrame(input, &output)
        if isOver(input) {
            if isAtEnd(input) { end(&output) }
        } else if isDry(input) {
            clock.stop(at: now)
            phase = .stalled
            waitingSince = now
            stalls += 1
            pace.stalled(input.live, at: now)
            output.sound = .hold
            output.notices.append(.stalled)
        }
    }

    /// Up to where there is sound and picture.
    private func reach(_ input: Input, from media: MediaTime) -> MediaTime {
        let sound = input.audioHead.map { $0 + input.audioBuffered + input.audioAhead }
        let picture = (input.frames.last ?? shown).map { $0 + input.videoAhead }
        let ends = [input.hasAudio == false || input.isAudioEnded ? nil : sound, input.hasVideo == false ? nil : picture]
        return ends.compactMap(\.self).min() ?? media
    }

    private mutating func releaseFrame(_ input: Input, _ output: inout Output) {
        guard !input.frames.isEmpty else { return }
        let due = input.frames.map { clock.host(at: $0) ?? .distantFuture }
        guard case .show(let index) = release.decide(due: due, vblank: input.vblank) else { return }
        output.isBehind = input.vblank.time - due[index] > .milliseconds(120)
        show(index, input, &output)
    }

    private mutating func show(_ index: Int, _ input: Input, _ output: inout Output) {
        output.show = index
        shown = input.frames[index]
        framesShown += 1
        framesDropped += UInt64(index)
    }

    /// What leads (sound if there is any) has nothing left, though it is not at its end.
    private mutating func isDry(_ input: Input) -> Bool {
        if input.hasAudio == true, !input.isAudioEnded {
            if input.audioBuffered > .zero {
                playsWithoutSound = false
                return false
            }
            if playsWithoutSound { return isVideoDry(input) }
            // Sound is gone from a stream whose picture goes on: go on without it.
            if input.videoAhead > .seconds(2) {
                playsWithoutSound = true
                return false
            }
            return input.audioAhead == .zero || isVideoDry(input)
        }
        return isVideoDry(input)
    }

    private func isVideoDry(_ input: Input) -> Bool {
        guard input.hasVideo != false, !input.isVideoEnded, input.frames.isEmpty, input.videoAhead == .zero,
            let shown
        else { return false }
        return clock.media(at: input.vblank.time) - shown > .milliseconds(300)
    }

    /// What was decoded last has had its time on the screen and in the loudspeaker.
    private func isAtEnd(_ input: Input) -> Bool {
        guard let end = input.end else { return true }
        return clock.media(at: input.vblank.time) >= end
    }

    /// Nothing more is to be shown or given to the mixer.
    private func isOver(_ input: Input) -> Bool {
        let videoOver = input.hasVideo == false || (input.isVideoEnded && input.frames.isEmpty)
        let audioOver = input.hasAudio == false || (input.isAudioEnded && input.audioBuffered == .zero)
        return videoOver && audioOver && (input.hasVideo != nil || input.hasAudio != nil || input.isVideoEnded)
    }

    private mutating func end(_ output: inout Output) {
        phase = .ended
        output.sound = .hold
        output.notices.append(.ended)
    }
}
