import Base
import Devices
import FFmpeg
import HLS
import MediaCore

@testable import Playback

/// A source played to its end on a clock moved by hand, with a record of screen and loudspeaker. A refresh every 10 ms
/// shows every frame of 60 a second.
final class Screening {
    struct Shown {
        var time: MediaTime
        var at: HostTime
        var size: PixelSize
    }

    /// A stretch of sound without a break.
    struct Run: CustomStringConvertible {
        /// The media time of its first sample.
        var media: MediaTime
        var at: HostTime
        /// The length in frames at 48 kHz.
        var frames: Int

        var duration: Duration { AudioFormat.standard.duration(frames: frames) }
        var end: MediaTime { media + duration }
        var description: String { "\(media)…\(end)" }
    }

    private(set) var shown: [Shown] = []
    private(set) var sound: [Run] = []
    private(set) var failure: PlaybackFailure?
    /// When the player reported the end.
    private(set) var ended: HostTime?
    private(set) var stalls = 0
    private(set) var dropped: UInt64 = 0
    /// How many refreshes after the first picture had none.
    private(set) var blanks = 0
    /// Whether the test waited for media in vain.
    private(set) var isStarved = false
    /// The left channel, where sound was not marked.
    private(set) var samples: [Float] = []
    private var lastFrame: VideoFrame?
    private let library = MarkingLibrary()
    private let isMarked: Bool
    /// The tracks for which a decoder was opened, in order.
    var tracks: [Track] { library.tracks }

    /// - Parameter isMarked: whether sound is replaced by marks that encode its time; else it is kept in `samples`
    init(isMarked: Bool = true) {
        self.isMarked = isMarked
    }

    static let interval = Duration.milliseconds(10)
    /// How much later than its request sound is heard.
    static let latency = Duration.milliseconds(30)

    /// - Parameters:
    ///   - limit: the most time, by the clock
    ///   - action: called before each refresh
    func play(
        _ url: String, _ files: [String: [UInt8]], options: SessionOptions = SessionOptions(),
        sessions: [String: ScriptedSession] = [:], limit: Duration = .seconds(100),
        _ action: (Player, HostTime) -> Void = { _, _ in }
    ) async {
        let events = Locked<[PlayerEvent]>([])
        let collecting = await run(MediaSource(url: url, options: options), files, sessions, limit, events, action)
        // The player is gone, so its events end: a failure may have been sent just before the end of what is buffered.
        await collecting.value
        failure = Self.failure(events)
    }

    /// Plays to the end with a player of its own, which is gone afterwards; gives the task that collects its events.
    private func run(
        _ source: MediaSource, _ files: [String: [UInt8]], _ sessions: [String: ScriptedSession], _ limit: Duration,
        _ events: Locked<[PlayerEvent]>, _ action: (Player, HostTime) -> Void
    ) async -> Task<Void, Never> {
        let clock = HandClock()
        let player = Player(
            library: isMarked ? library : FFmpegLibrary(decoding: .software), fetcher: MemoryOrigin(files), clock: clock
        ) { source in
            sessions[source.url] ?? source.makeSession()
        }
        defer { player.stop() }
        let stream = player.events
        let collecting = Task { for await event in stream { events.withLock { $0.append(event) } } }
        player.prepare(source, id: ItemID(1))
        player.reveal(ItemID(1))
        var sequence: UInt64 = 0
        while true {
            guard await isFed(player, events) else { break }
            let now = HostTime.zero + Self.interval * Int(sequence)
            guard now - .zero < limit else {
                isStarved = true
                break
            }
            clock.set(now)
            action(player, now)
            let vblank = VBlank(time: now + Self.interval, interval: Self.interval, sequence: sequence)
            look(player, vblank)
            listen(player.renderer, at: now)
            sequence += 1
            if let status = player.status {
                stalls = status.stalls
                dropped = status.framesDropped
                if status.phase == .ended {
                    ended = vblank.time
                    break
                }
            }
        }
        if ended != nil {
            // The sound that fades out at the end.
            for step in 0..<4 {
                listen(player.renderer, at: HostTime.zero + Self.interval * Int(sequence + UInt64(step)))
            }
        }
        lastFrame = nil
        return collecting
    }

    private func look(_ player: Player, _ vblank: VBlank) {
        let picture = player.frame(for: vblank).picture
        if let frame = picture?.frame, frame !== lastFrame {
            lastFrame = frame
            shown.append(Shown(time: frame.presentation, at: vblank.time, size: frame.size))
        } else if picture == nil, !shown.isEmpty {
            blanks += 1
        }
    }

    private static func failure(_ events: Locked<[PlayerEvent]>) -> PlaybackFailure? {
        events.withLock { events in
            for case .failed(let failure) in events.map(\.kind) { return failure }
            return nil
        }
    }

    /// Waits until there is something for the next refresh; false when there never is.
    private func isFed(_ player: Player, _ events: Locked<[PlayerEvent]>) async -> Bool {
        let began = ContinuousClock.now
        // With less than this buffered, playing begins only once the rate of arrival is known: with a clock that stands
        // while threads read, that would be chance. Short media never has so much.
        func mayHaveMore() -> Bool {
            guard let status = player.status, status.phase == .starting, status.mediaBuffered < .milliseconds(1600)
            else { return false }
            return ContinuousClock.now - began < .milliseconds(500)
        }
        while player.status == nil || !player.isFed || mayHaveMore() {
            if Self.failure(events) != nil, player.status == nil { return false }
            if player.status == nil { look(player, VBlank(time: .zero, interval: Self.interval, sequence: 0)) }
            // Against a wait for ever only: among other tests each step may take seconds.
            if ContinuousClock.now - began > .seconds(300) {
                isStarved = true
                return false
            }
            await Task.yield()
        }
        return true
    }

    private func listen(_ renderer: any AudioRenderer, at now: HostTime) {
        let format = AudioFormat.standard
        let count = format.frames(in: Self.interval)
        var buffer = [Float](repeating: 0, count: count * format.channels)
        buffer.withUnsafeMutableBufferPointer {
            renderer.render(into: $0, format: format, presentation: now + Self.latency)
        }
        guard isMarked else {
            samples += stride(from: 0, to: buffer.count, by: format.channels).map { buffer[$0] }
            return
        }
        for frame in 0..<count {
            let expected = sound.last.map { format.frames(in: $0.end - .zero) } ?? 0
            guard
                let number = SoundMark.number(
                    left: buffer[frame * 2], right: buffer[frame * 2 + 1], expected: expected)
            else {
                isBroken = true
                continue
            }
            // Timestamps are rounded where blocks meet.
            if !isBroken, abs(number - expected) <= 2, !sound.isEmpty {
                sound[sound.count - 1].frames += 1
            } else {
                sound.append(
                    Run(
                        media: MediaTime.zero + format.duration(frames: number),
                        at: now + Self.latency + format.duration(frames: frame), frames: 1))
            }
            isBroken = false
        }
    }

    private var isBroken = true

    /// The intervals between the presentation times of successive frames in milliseconds, each value once.
    var steps: Set<Int> {
        Set(zip(shown, shown.dropFirst()).map { Int((($1.time - $0.time).inSeconds * 1000).rounded()) })
    }

    /// The intervals between successive frames' times on screen, in milliseconds.
    var gaps: Set<Int> {
        Set(zip(shown, shown.dropFirst()).map { Int((($1.at - $0.at).inSeconds * 1000).rounded()) })
    }

    /// How much later than its picture a run is heard: on screen and in the loudspeaker time runs evenly, so one frame
    /// and one sample suffice.
    func lag(of run: Run) -> Duration {
        guard let frame = shown.last(where: { $0.at <= run.at }) ?? shown.first else { return .zero }
        return (run.at - frame.at) - (run.media - frame.time)
    }

    /// The silences between runs, by the loudspeaker's clock.
    var silences: [Duration] {
        // Shorter runs are what a cross-fade from one piece into the next looks like.
        let runs = sound.filter { $0.frames > AudioSplice.ramp }
        return zip(runs, runs.dropFirst()).map { $1.at - ($0.at + $0.duration) }
    }

    var heard: Duration { sound.reduce(.zero) { $0 + $1.duration } }

    /// The results in one line for people.
    var summary: String {
        let picture = shown.first.flatMap { first in
            shown.last.map {
                "\(shown.count) frames \(first.time)…\($0.time) steps \(steps.sorted()) gaps \(gaps.sorted())"
            }
        }
        return [
            picture ?? "no picture", "sound \(sound.prefix(8)) \(sound.count) runs",
            "ended \(ended.map { "\($0 - HostTime.zero)" } ?? "never")", "stalls \(stalls)", "dropped \(dropped)",
            "blanks \(blanks)",
            "failure \(failure.map { "\($0)" } ?? "none")", isStarved ? "starved" : "",
            "tracks \(tracks.map { "\($0.codec) \($0.size) \($0.sampleRate)/\($0.channels)" })",
        ].joined(separator: "; ")
    }
}
