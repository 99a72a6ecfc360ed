import Base
import Devices
import FFmpeg
import MediaCore
@testable import Playback
import TimedText

/// A player with a television and a sound card of its own, all moved by hand.
final class PlayerRig {
    let origin: MemoryOrigin
    let clock = HandClock()
    let player: Player
    let renderer: any AudioRenderer
    private var sequence: UInt64 = 0
    /// In order, each once.
    private(set) var shown: [(item: ItemID, time: MediaTime, at: HostTime)] = []
    /// The words, whenever they changed, with the time of the picture they came with.
    private(set) var texts: [(time: MediaTime, text: String)] = []
    private var lastFrame: VideoFrame?
    /// Of every rendered buffer.
    private(set) var peaks: [Float] = []
    /// All that was rendered, the left channel.
    private(set) var heard: [Float] = []
    private var events: AsyncStream<PlayerEvent>.Iterator
    /// 50 Hz.
    static let interval = Duration.milliseconds(20)

    init(_ files: [String: [UInt8]] = PlaybackFixtures.files, sessions: [String: ScriptedSession] = [:],
        library: any CodecLibrary = FFmpegLibrary()
    ) {
        let origin = MemoryOrigin(files)
        self.origin = origin
        player = Player(library: library, fetcher: origin, clock: clock) { source in
            sessions[source.url] ?? source.makeSession()
        }
        renderer = player.renderer
        events = player.events.makeAsyncIterator()
    }

    /// One vblank, and the sound of the same time, heard 30 ms later.
    func step() {
        let now = HostTime(nanoseconds: Int64(sequence) * 20_000_000)
        clock.set(now)
        let vblank = VBlank(time: now + Self.interval, interval: Self.interval, sequence: sequence)
        if let picture = player.frame(for: vblank), picture.frame !== lastFrame {
            lastFrame = picture.frame
            shown.append((picture.item, picture.frame.presentation, vblank.time))
        }
        let text = player.shownText?.cues.map(\.text).joined(separator: " / ") ?? ""
        if text != texts.last?.text ?? "" { texts.append((lastFrame?.presentation ?? .zero, text)) }
        var buffer = [Float](repeating: 0, count: 960 * 2)
        buffer.withUnsafeMutableBufferPointer {
            renderer.render(into: $0, format: .standard, presentation: now + .milliseconds(30))
        }
        for index in stride(from: 0, to: buffer.count, by: 2) { heard.append(buffer[index]) }
        peaks.append(buffer.reduce(0) { max($0, abs($1)) })
        sequence += 1
    }

    func run(_ count: Int) async {
        for _ in 0..<count {
            // A time limit ends by cancelling.
            while !player.isFed, !Task.isCancelled { await Task.yield() }
            step()
        }
    }

    /// Holds no frame any more.
    func forget() { lastFrame = nil }

    /// The next event of this kind, passing over others.
    func wait(for wanted: (PlayerEvent.Kind) -> Bool) async -> PlayerEvent? {
        while let event = await events.next(isolation: nil) {
            if wanted(event.kind) { return event }
        }
        return nil
    }
}
