import Base
import Devices
import FFmpeg
import MediaCore
import Testing
import TimedText

@testable import Playback

/// A player with a television and a sound card of its own, all moved by hand.
final class PlayerRig {
    let origin: MemoryOrigin
    let clock = HandClock()
    let player: Player
    let renderer: any AudioRenderer
    /// The traces of its sessions, in the order in which they began.
    private let traces = Locked<[TracedSession.Trace]>([])
    private var sequence: UInt64 = 0
    /// The pictures that were shown, in order, each once.
    private(set) var shown: [Picture] = []
    /// The sizes of the pictures in `shown`.
    private(set) var sizes: [PixelSize] = []
    typealias Picture = (item: ItemID, time: MediaTime, at: HostTime)
    /// The pictures that were shown in the corner, in order, each once.
    private(set) var corner: [Picture] = []
    /// What is in the corner.
    private(set) var cornerNow: VideoFrame?
    /// The text, each time it changed, with the time of the picture it came with.
    private(set) var texts: [(time: MediaTime, text: String)] = []
    private var lastFrame: VideoFrame?
    /// The locks that each vblank took on the display's thread.
    private(set) var locks: [Int] = []
    /// The peak of every rendered buffer.
    private(set) var peaks: [Float] = []
    /// All rendered sound, the left channel.
    private(set) var heard: [Float] = []
    private var events: AsyncStream<PlayerEvent>.Iterator
    /// The interval of vblanks at 50 Hz.
    static let interval = Duration.milliseconds(20)

    init(
        _ files: [String: [UInt8]] = PlaybackFixtures.files, sessions: [String: ScriptedSession] = [:],
        library: any CodecLibrary = FFmpegLibrary(), inputs: any InputLibrary = NoInputs()
    ) {
        let origin = MemoryOrigin(files)
        let traces = traces
        self.origin = origin
        player = Player(library: library, fetcher: origin, clock: clock, inputs: inputs) { source in
            if let scripted = sessions[source.url] { return scripted }
            let trace = TracedSession.Trace()
            traces.withLock { $0.append(trace) }
            return TracedSession(source.makeSession(), trace)
        }
        renderer = player.renderer
        events = player.events.makeAsyncIterator()
    }

    /// Advances by one vblank and the sound of the same time, heard 30 ms later.
    func step() {
        let time = HostTime(nanoseconds: Int64(sequence) * 20_000_000)
        clock.set(time)
        let vblank = VBlank(time: time + Self.interval, interval: Self.interval, sequence: sequence)
        var output: Player.Shown?
        locks.append(LockTakings.count { output = player.frame(for: vblank) } ?? 0)
        if let picture = output?.picture, picture.frame !== lastFrame {
            lastFrame = picture.frame
            shown.append((picture.item, picture.frame.presentation, vblank.time))
            sizes.append(picture.frame.size)
        }
        if let picture = output?.corner, picture.frame !== cornerNow {
            corner.append((picture.item, picture.frame.presentation, vblank.time))
        }
        cornerNow = output?.corner?.frame
        let text = output?.text?.cues.map(Self.words).joined(separator: " / ") ?? ""
        if text != texts.last?.text ?? "" { texts.append((lastFrame?.presentation ?? .zero, text)) }
        var buffer = [Float](repeating: 0, count: 960 * 2)
        buffer.withUnsafeMutableBufferPointer {
            renderer.render(into: $0, format: .standard, presentation: time + .milliseconds(30))
        }
        for index in stride(from: 0, to: buffer.count, by: 2) { heard.append(buffer[index]) }
        peaks.append(buffer.reduce(0) { max($0, abs($1)) })
        sequence += 1
    }

    /// What a cue reads, or the place and size of its picture.
    private static func words(_ cue: TextCue) -> String {
        guard let picture = cue.picture else { return cue.text }
        return "\(picture.place.size) at \(picture.place.x),\(picture.place.y)"
    }

    func run(_ count: Int) async {
        for _ in 0..<count {
            // A time limit ends the loop by cancelling the task.
            while !player.isFed, !Task.isCancelled { await Task.yield() }
            if Task.isCancelled {
                Issue.record("vblank \(sequence) was waited for in vain: \(report)")
                return
            }
            await catchUp()
            step()
        }
    }

    /// Waits until sessions have done what is due by now, as far as the machine lets them: longer waits of theirs are
    /// not waited for here.
    func catchUp() async {
        let limit = ContinuousClock.now + .milliseconds(100)
        while let busy = traces.withLock({ $0 }).first(where: { $0.isBusy(at: clock.now) }), !Task.isCancelled {
            if ContinuousClock.now > limit { busy.ignore() }
            await Task.yield()
        }
    }

    private var report: String {
        let sessions = traces.withLock { $0.enumerated().map { "\nsession \($0.offset + 1)\n  \($0.element.text)" } }
        return
            "\(player.feeding) at \(clock.now), asked for last \(origin.requests.suffix(6))\(sessions.suffix(4).joined())"
    }

    /// Releases the last frame.
    func forget() { (lastFrame, cornerNow) = (nil, nil) }

    /// Waits for the next event of this kind, passing over others.
    func wait(for wanted: (PlayerEvent.Kind) -> Bool) async -> PlayerEvent? {
        while let event = await events.next(isolation: nil) {
            if wanted(event.kind) { return event }
        }
        if Task.isCancelled { Issue.record("an event was waited for in vain: \(report)") }
        return nil
    }
}
