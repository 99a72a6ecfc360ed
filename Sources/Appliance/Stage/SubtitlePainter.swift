import Base
import Devices
import Layout
import MediaCore
import Paint
import Playback
import Screens
import TimedText

/// Paints the text that goes with the picture, each set of cues once, on a thread of its own: the
/// display's never waits for it. Text that is asked for is there a vblank or two later.
final class SubtitlePainter: Sendable {
    /// The inputs on which the pixels depend.
    struct Job: Hashable, Sendable {
        var text: Player.ShownText
        var screen: PixelSize
        /// What the interface takes of the screen, in its pixels.
        var taken: [PixelRectangle] = []
        var style = CaptionStyle()
        /// What the whole picture fills, in pixels of the screen; nil: no text is a picture itself.
        var over: PixelRectangle?
    }

    struct Painted: Sendable {
        var job: Job
        /// The surfaces, from the bottom up.
        var surfaces: [(surface: Surface, frame: PixelRectangle)]
    }

    private struct State {
        var wanted: Job?
        var painted: Painted?
        var hasThread = false
        var isStopped = false
    }

    private let state = Monitor(State())

    deinit {
        state.update { $0.isStopped = true }
    }

    /// The painted text to show for a job now; starts painting if the job differs from the last.
    /// Never blocks. Until it is done, the text of the same item before stays: captions that roll
    /// would flicker.
    func painted(for job: Job) -> Painted? {
        guard !job.text.cues.isEmpty else { return nil }
        let (painted, isNew, isFirst) = state.withLock { state -> (Painted?, Bool, Bool) in
            defer { state.hasThread = true }
            return (state.painted, state.wanted != job, !state.hasThread)
        }
        if isNew { state.update { $0.wanted = job } }
        if isFirst { begin() }
        return painted?.job.text.item == job.text.item && painted?.job.screen == job.screen ? painted : nil
    }

    private func begin() {
        let state = state
        // The thread ends with the stage. Without a thread there is no text, and the picture goes on.
        _ = try? NamedThread("hearth-text-paint") {
            let painter = Painter(cacheBytes: 8 << 20)
            while true {
                let job: Job?? = state.wait { state -> Job?? in
                    if state.isStopped { return .some(nil) }
                    guard let wanted = state.wanted, wanted != state.painted?.job else { return nil }
                    return .some(wanted)
                }
                guard let job = job ?? nil else { return }
                let painted = Self.paint(job, with: painter)
                state.update { $0.painted = painted }
            }
        }
    }

    private static func paint(_ job: Job, with painter: Painter) -> Painted {
        let scale = Interface.scale(size: job.screen)
        guard scale > 0 else { return Painted(job: job, surfaces: []) }
        let left = (Double(job.screen.width) - 1920 * scale) / 2
        let top = (Double(job.screen.height) - 1080 * scale) / 2
        let room = CaptionRoom(
            taken: job.taken.map { taken in
                Rectangle(
                    x: (Double(taken.x) - left) / scale, y: (Double(taken.y) - top) / scale,
                    width: Double(taken.width) / scale, height: Double(taken.height) / scale)
            })
        let layout = SubtitleLayout(style: job.style, room: room) {
            painter.size(of: $0, within: $1, scale: scale)
        }
        let words = job.text.cues.filter { $0.picture == nil }
        let surfaces = layout.place(words).map { placed in
            let size = PixelSize(
                width: Int((placed.frame.width * scale).rounded(.up)),
                height: Int((placed.frame.height * scale).rounded(.up)))
            let frame = PixelRectangle(
                x: Int((left + placed.frame.x * scale).rounded()), y: Int((top + placed.frame.y * scale).rounded()),
                width: size.width, height: size.height)
            return (painter.surface(for: Picture(node: placed.node, size: size, scale: scale)), frame)
        }
        return Painted(job: job, surfaces: pictures(of: job, room, scale: scale, at: (left, top)) + surfaces)
    }

    private static func pictures(
        of job: Job, _ room: CaptionRoom, scale: Double, at origin: (x: Double, y: Double)
    ) -> [(Surface, PixelRectangle)] {
        guard let over = job.over else { return [] }
        return job.text.cues.compactMap(\.picture).compactMap { picture in
            var frame = picture.frame(over: over, on: PixelRectangle(job.screen))
            let points = Rectangle(
                x: (Double(frame.x) - origin.x) / scale, y: (Double(frame.y) - origin.y) / scale,
                width: Double(frame.width) / scale, height: Double(frame.height) / scale)
            guard let top = room.top(of: points) else { return nil }
            if top != points.y { frame.y = Int((origin.y + top * scale).rounded()) }
            let surface = Surface(size: picture.place.size) { picture.paint(into: $0, stride: $1) }
            return (surface, frame)
        }
    }
}
