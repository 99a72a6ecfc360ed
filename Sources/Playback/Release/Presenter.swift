import Devices
import HLS
import MediaCore

/// Decides at each vblank what a playing item shows and whether its time runs: start, release of frames, stall, pause,
/// end. A value without a clock or a queue of its own.
package struct Presenter: Sendable {
    /// The state of the item's queues at a vblank.
    package struct Input: Sendable {
        package var vblank: VBlank
        /// Whether there is video; nil: not yet known.
        package var hasVideo: Bool?
        package var hasAudio: Bool?
        /// The presentation times of decoded frames not yet shown, oldest first.
        package var frames: [MediaTime] = []
        /// Whether nothing more will be decoded.
        package var isVideoEnded = false
        package var isAudioEnded = false
        /// The end of the last picture or sample that was decoded; nil when nothing was.
        package var end: MediaTime?
        /// The duration of decoded sound not yet taken by the mixer, and the time of its first sample.
        package var audioBuffered: Duration = .zero
        package var audioHead: MediaTime?
        /// The duration of compressed media that waits for a decoder.
        package var videoAhead: Duration = .zero
        package var audioAhead: Duration = .zero
        /// Whether all media of the picture's stream is here, so that nothing more is to be waited for.
        package var isWhole = false
        /// What is expected of the line; nil: nothing is known.
        package var outlook: LineOutlook?
        /// The newest pair of media and host time that the mixer published, given once.
        package var heard: (media: MediaTime, host: HostTime)?
        /// The place where a live item should be at this vblank.
        package var live: LivePace.Target?
        /// How far behind what came last an item is played that is of the moment; nil: it is not.
        package var lag: Duration?
        /// The viewer's speed for what is not live, in media seconds a second.
        package var speed = 1.0
        /// How much later a sound is to be heard than its picture is seen; negative: earlier.
        package var soundDelay: Duration = .zero
        /// Whether its sound plays already, as it followed another item's: playing begins where that is.
        package var isSounding = false

        package init(vblank: VBlank) {
            self.vblank = vblank
        }
    }

    package enum Notice: Sendable, Hashable {
        case stalled, resumed, ended
        /// It went on so much later than where it stood, to be at its distance from the live edge again.
        case leftOut(Duration)
    }

    package struct Output: Sendable, Equatable {
        /// The index into `Input.frames` of the frame to show from now on; those before it go unseen.
        package var show: Int?
        package var sound: Sound?
        /// The rate from now on, in media seconds a second, for the sound too; nil: as before.
        package var rate: Double?
        package var notices: [Notice] = []
        /// Whether frames come too late, so that less should be decoded.
        package var isBehind = false
        /// The time before which no vblank brings anything new, as long as nobody interferes; nil: any may.
        package var rest: HostTime?
    }

    /// An order to the item's voice in the mixer.
    package enum Sound: Sendable, Hashable {
        case play(media: MediaTime, at: HostTime)
        case hold
    }

    package enum Phase: Sendable, Hashable {
        /// Waiting for enough pictures and sound to start with.
        case starting
        case playing
        case stalled
        case ended
    }

    package private(set) var phase = Phase.starting
    package private(set) var isPaused = false
    package private(set) var clock = PlaybackClock()
    /// The media time of the frame on screen.
    package private(set) var shown: MediaTime?
    package private(set) var framesShown: UInt64 = 0
    package private(set) var framesDropped: UInt64 = 0
    package private(set) var stalls = 0

    private var release = FrameRelease()
    private var pace = LivePace()
    private var rule = StartRule()
    private var waitingSince: HostTime?
    private var hasStarted = false
    private var sound = SoundState.joined
    /// Whether playing has stopped once for sound that lags behind the picture.
    private var hasWaitedForSound = false
    /// The delay of the sound that the clock knows of.
    private var soundDelay: Duration = .zero

    private enum SoundState: Sendable, Hashable {
        /// The voice was told to play and takes its samples as soon as there are enough.
        case joining(since: HostTime)
        case joined
        /// No sound comes; the picture goes on without it.
        case absent
    }

    /// The sound that must be there before it starts: the mixer takes the first 50 ms or so at once.
    private static let startAudio: Duration = .milliseconds(100)
    /// How long the picture waits for sound that does not come, and sound for a picture.
    private static let patience: Duration = .milliseconds(700)
    /// The longest interval between pictures that counts as motion: where they are further apart, nothing is gained by
    /// going to the second at once.
    private static let longestPicture: Duration = .milliseconds(100)
    /// How long a refill after a stall may take: after that playing goes on if it can start at all.
    private static let refillPatience: Duration = .seconds(6)

    package init() {}

    package mutating func pause() { isPaused = true }
    package mutating func resume() { isPaused = false }

    /// The play position at a host time.
    package func position(at host: HostTime) -> MediaTime? {
        hasStarted ? clock.media(at: host) : shown
    }

    package mutating func handle(_ input: Input) -> Output {
        var output = Output()
        var input = input
        if let lag = input.lag, let reach = [pictureReach(input), soundReach(input)].compactMap(\.self).min() {
            input.live = LivePace.Target(position: reach - lag, latency: lag, part: .milliseconds(40))
        }
        take(input.soundDelay)
        if let heard = input.heard { clock.observe(media: heard.media, at: heard.host - soundDelay) }
        // The first picture is shown at once, as a still, whatever else is missing.
        if input.isSounding, !hasStarted, !isPaused, let heard = input.heard {
            return join(heard, input)
        }
        if shown == nil, phase == .starting, let first = input.frames.first {
            show(0, input, &output)
            clock = PlaybackClock(media: first)
        }
        switch phase {
        case .starting, .stalled: tryStart(input, &output)
        case .playing: play(input, &output)
        case .ended: break
        }
        if phase == .starting || phase == .stalled, waitingSince == nil { waitingSince = input.vblank.time }
        return output
    }

    /// Moves the pictures against the sound, which goes on as it is: a restart of it would be heard.
    private mutating func take(_ delay: Duration) {
        guard delay != soundDelay else { return }
        if clock.isRunning { clock.shift(by: delay - soundDelay) }
        soundDelay = delay
    }

    /// The order to play sound so that it belongs to the picture of `media` at `host`.
    package func sound(of media: MediaTime, at host: HostTime) -> Sound { .play(media: media, at: host + soundDelay) }

    private mutating func tryStart(_ input: Input, _ output: inout Output) {
        if !hasStarted, let reach = pictureReach(input) ?? soundReach(input) {
            rule.note(reach: reach, at: input.vblank.time)
        }
        guard !isPaused else { return }
        let waited = input.vblank.time - (waitingSince ?? input.vblank.time)
        let media = place(input, output)
        let isSoundReady = isSoundReady(input, from: media)
        if isOver(input) {
            // A single picture, or the last ones after a stall, are shown for their time too.
            if shown == nil, input.audioHead == nil || isAtEnd(input) {
                end(&output)
            } else {
                start(input, &output, at: media, withSound: isSoundReady)
            }
            return
        }
        let next = output.show.map { $0 + 1 } ?? 0
        let isPictureReady = shown != nil && input.frames.count > next
        guard
            isPictureReady || input.hasVideo == false || input.isVideoEnded
                || (input.audioBuffered >= Self.startAudio && waited >= Self.patience)
        else { return }
        // There must be a picture or a sample to play.
        guard shown != nil || input.audioHead != nil else { return }
        let mayGoOn =
            hasStarted
            ? isRefilled(input, from: media, waited: waited)
            : mayBegin(input, from: media, waited: waited)
        guard mayGoOn, isSoundReady || waited >= Self.patience || soundComes(input, from: media) else { return }
        start(input, &output, at: media, withSound: isSoundReady)
        if output.show == nil, phase == .playing { releaseFrame(input, &output) }
    }

    /// The place where playing begins or goes on. It begins so that the second picture is due when the first has had
    /// one vblank, or at once when the first has been shown longer already.
    private func place(_ input: Input, _ output: Output) -> MediaTime {
        if hasStarted { return clock.media(at: input.vblank.time) }
        guard let shown else { return input.audioHead ?? .zero }
        let next = input.frames.dropFirst(output.show.map { $0 + 1 } ?? 0).first
        guard let next, next - shown <= Self.longestPicture else { return shown }
        return max(shown, output.show == nil ? next : next - input.vblank.interval)
    }

    private func mayBegin(_ input: Input, from media: MediaTime, waited: Duration) -> Bool {
        var ends = [input.isVideoEnded ? nil : pictureReach(input)]
        if ends == [nil] || isSoundReady(input, from: media) {
            ends.append(input.isAudioEnded ? nil : soundReach(input))
        }
        guard !input.isWhole, let reach = ends.compactMap(\.self).min() else { return true }
        return rule.isSafe(reach - media, usual: pace.refill(input.live), waited: waited, outlook: input.outlook)
    }

    /// Whether there is enough media to go on after a stall.
    private func isRefilled(_ input: Input, from media: MediaTime, waited: Duration) -> Bool {
        if waited >= Self.refillPatience || input.isVideoEnded || input.isAudioEnded { return true }
        let sound = soundReach(input).map { $0 - media } ?? (input.audioBuffered + input.audioAhead)
        let stock = min(
            input.hasAudio != false ? sound : .seconds(3600),
            input.hasVideo != false ? input.videoAhead : .seconds(3600))
        return stock >= pace.refill(input.live)
    }

    private func isSoundReady(_ input: Input, from media: MediaTime) -> Bool {
        if input.hasAudio == false || input.isAudioEnded { return true }
        guard let head = input.audioHead else { return input.audioBuffered >= Self.startAudio }
        return head + input.audioBuffered - media >= Self.startAudio - min(.zero, soundDelay)
    }

    private func soundComes(_ input: Input, from media: MediaTime) -> Bool {
        guard !hasStarted, let picture = pictureReach(input) else { return false }
        return rule.soundComes(
            soundReach(input).map { $0 - media }, picture: picture - media, wanted: Self.startAudio,
            outlook: input.outlook)
    }

    private mutating func start(_ input: Input, _ output: inout Output, at place: MediaTime, withSound: Bool) {
        let now = input.vblank.time
        let media = pace.start(
            at: place, reach: reach(input, from: place), input.live, isNew: !hasStarted, now: now)
        clock.start(media: media, at: now)
        setRate(input.live == nil ? input.speed : pace.rate, now, &output)
        // A reused voice may still have another rate.
        output.rate = clock.rate
        output.sound = sound(of: media, at: now)
        sound = withSound ? .joined : .joining(since: now)
        if phase == .stalled { output.notices.append(.resumed) }
        if hasStarted, media > place { output.notices.append(.leftOut(media - place)) }
        phase = .playing
        hasStarted = true
        waitingSince = nil
    }

    /// Begins to play where the sound is that plays already.
    private mutating func join(_ heard: (media: MediaTime, host: HostTime), _ input: Input) -> Output {
        var output = Output()
        let now = input.vblank.time
        clock.start(media: heard.media + (now - (heard.host - soundDelay)), at: now)
        (phase, hasStarted, sound) = (.playing, true, .joined)
        releaseFrame(input, &output)
        // A picture that is not due yet is shown all the same: the one before is another item's.
        if output.show == nil, !input.frames.isEmpty { show(0, input, &output) }
        return output
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
            // What is of the moment goes on with what is there now: nothing of it was meant to be kept.
            let place = input.lag == nil ? media : max(media, input.live?.position ?? media)
            pace.unpaused(input.lag == nil ? input.live : nil, at: place, now: now)
            clock.start(media: place, at: now)
            output.sound = sound(of: place, at: now)
        } else if let later = pace.correction(at: media, reach: reach(input, from: media), input.live, now: now) {
            clock.start(media: later, at: now)
            output.sound = sound(of: later, at: now)
            output.notices.append(.leftOut(later - media))
        }
        let paced = pace.step(at: clock.media(at: now), reach: reach(input, from: media), input.live, now: now)
        setRate(input.live == nil && input.speed != 1 ? input.speed : paced, now, &output)
        releaseFrame(input, &output)
        let waitsForSound = follow(input, &output)
        if isOver(input) {
            if isAtEnd(input) { end(&output) }
        } else if isDry(input) || waitsForSound {
            clock.stop(at: now)
            phase = .stalled
            waitingSince = now
            stalls += 1
            pace.stalled(input.live, at: now)
            output.sound = .hold
            output.notices.append(.stalled)
        } else {
            output.rest = rest(input, output)
        }
    }

    /// The longest time for which no vblank is looked at, however far apart pictures are.
    private static let longestRest: Duration = .milliseconds(100)

    /// The time before which no vblank brings anything new; nil where the sound has yet to join, or no picture waits.
    private func rest(_ input: Input, _ output: Output) -> HostTime? {
        if case .joining = sound { return nil }
        let next = output.show.map { $0 + 1 } ?? 0
        guard next < input.frames.count, let due = clock.host(at: input.frames[next]) else { return nil }
        let (now, interval) = (input.vblank.time, input.vblank.interval)
        return min(release.firstDecision(due: due, interval: interval), now + Self.longestRest)
    }

    private mutating func setRate(_ rate: Double, _ now: HostTime, _ output: inout Output) {
        guard rate != clock.rate else { return }
        clock.setRate(rate, at: now)
        output.rate = rate
    }

    /// The time up to which there is sound and picture.
    private func reach(_ input: Input, from media: MediaTime) -> MediaTime {
        let sound = input.hasAudio == false || input.isAudioEnded ? nil : soundReach(input)
        guard let sound, let picture = pictureReach(input) else { return sound ?? pictureReach(input) ?? media }
        return min(sound, picture)
    }

    private func soundReach(_ input: Input) -> MediaTime? {
        // Sound that is heard before its picture is used up before it.
        let early = min(.zero, soundDelay)
        return input.hasAudio == false
            ? nil : input.audioHead.map { $0 + input.audioBuffered + input.audioAhead + early }
    }

    private func pictureReach(_ input: Input) -> MediaTime? {
        input.hasVideo == false ? nil : (input.frames.last ?? shown).map { $0 + input.videoAhead }
    }

    /// Tracks whether sound has joined, and whether it is gone from a stream whose picture goes on. Returns true when
    /// it comes, but later than its picture: then playing should wait for it, once.
    private mutating func follow(_ input: Input, _ output: inout Output) -> Bool {
        guard input.hasAudio != false, !input.isAudioEnded else { return false }
        let now = input.vblank.time
        let media = clock.media(at: now)
        switch sound {
        case .joining(let since):
            if input.heard != nil || (input.audioBuffered > .zero && isSoundReady(input, from: media)) {
                sound = .joined
            } else if now - since >= Self.patience {
                sound = .absent
                guard let reach = soundReach(input), reach < media, !hasWaitedForSound else { break }
                hasWaitedForSound = true
                return true
            }
        case .joined:
            guard input.audioBuffered == .zero, input.videoAhead > .seconds(2) else { break }
            sound = .absent
            output.sound = .hold
        case .absent:
            guard input.audioBuffered > .zero else { break }
            sound = .joining(since: now)
            output.sound = sound(of: media, at: now)
        }
        return false
    }

    private mutating func releaseFrame(_ input: Input, _ output: inout Output) {
        guard !input.frames.isEmpty else { return }
        let clock = clock
        func due(_ index: Int) -> HostTime { clock.host(at: input.frames[index]) ?? .distantFuture }
        guard case .show(let index) = release.decide(input.frames.count, vblank: input.vblank, due: due) else { return }
        output.isBehind = input.vblank.time - due(index) > .milliseconds(120)
        show(index, input, &output)
    }

    private mutating func show(_ index: Int, _ input: Input, _ output: inout Output) {
        output.show = index
        shown = input.frames[index]
        framesShown += 1
        framesDropped += UInt64(index)
    }

    /// Whether the track that leads (sound once it has joined) has nothing left, though it is not at its end.
    private func isDry(_ input: Input) -> Bool {
        guard input.hasAudio == true, !input.isAudioEnded, sound == .joined else { return isVideoDry(input) }
        return input.audioBuffered == .zero && (input.audioAhead == .zero || isVideoDry(input))
    }

    private func isVideoDry(_ input: Input) -> Bool {
        guard input.hasVideo != false, !input.isVideoEnded, input.frames.isEmpty, input.videoAhead == .zero,
            let shown
        else { return false }
        return clock.media(at: input.vblank.time) - shown > .milliseconds(300)
    }

    /// Whether all decoded media has had its time on the screen and in the loudspeaker.
    private func isAtEnd(_ input: Input) -> Bool {
        guard let end = input.end else { return true }
        return clock.media(at: input.vblank.time) >= end + max(.zero, soundDelay)
    }

    /// Whether nothing more is to be shown or given to the mixer.
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
