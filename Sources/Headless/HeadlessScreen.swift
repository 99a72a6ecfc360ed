import Compositing
import Devices
import Glibc
import MediaCore
import Synchronization

/// A picture's memory on its way from the display to the recorder and back.
final class RecordedPicture: @unchecked Sendable {
    // Unchecked: `isTaken` says whose turn it is; only that thread touches the rest.
    let isTaken = Atomic<Bool>(false)
    let target: CompositionTarget

    init(size: PixelSize) {
        target = CompositionTarget(size: size)
    }
}

/// The memory that a headless display scans out of. On the display's thread.
final class HeadlessScreen {
    private let compositor = Compositor()
    private let recorder: FrameRecorder?
    private var pictures: [RecordedPicture] = []
    private var size = PixelSize.zero
    private var next = 0
    /// The picture that is composed and not yet scanned out.
    private var ready: RecordedPicture?

    /// The number of pictures: with a recorder enough that it may fall a tenth of a second behind; without one nobody
    /// reads what was scanned out.
    private var pictureCount: Int { recorder == nil ? 1 : 6 }

    init(_ recorder: FrameRecorder?) {
        self.recorder = recorder
    }

    func compose(_ scene: Scene, size: PixelSize) {
        if size != self.size {
            self.size = size
            pictures = (0..<pictureCount).map { _ in RecordedPicture(size: size) }
            next = 0
        }
        let picture = pictures[next]
        next = (next + 1) % pictures.count
        while picture.isTaken.load(ordering: .acquiring) { usleep(500) }
        compositor.compose(scene.layers[...], into: picture.target)
        ready = picture
    }

    func scanOut(at time: HostTime) {
        guard let picture = ready else { return }
        ready = nil
        guard let recorder else { return }
        picture.isTaken.store(true, ordering: .releasing)
        recorder.record(picture, at: time)
    }
}
