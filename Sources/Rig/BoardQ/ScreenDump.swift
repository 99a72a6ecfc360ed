import Devices
import Foundation
import Glibc
import MediaCore
import OriginPattern

/// The eyes that see what board Q's graphics card scans out, from outside the machine.
package struct ScreenDump: Eyes {
    package let name = "QMP screendump"
    package let seesEveryFrame = false
    // Unchecked: the rig's verbs run one after the other, on the scenario's own thread.
    private nonisolated(unsafe) let board: BoardQ

    package init(_ board: BoardQ) { self.board = board }

    package func look(at gaze: Gaze) -> any Looking {
        let path = "\(board.machine.folder)/screen.ppm"
        return ScreenLook(board: board, path: path, gaze: gaze)
    }
}

private final class ScreenLook: Looking {
    private let board: BoardQ
    private let path: String
    private let gaze: Gaze
    private let clock = MonotonicClock()

    init(board: BoardQ, path: String, gaze: Gaze) {
        self.board = board
        self.path = path
        self.gaze = gaze
    }

    /// The lost frames, always 0: what happens between two dumps is not seen, and not counted.
    let lost = 0

    /// Takes a dump and waits for it, however long it takes; none are there without being asked for.
    func next(timeout: Duration) throws -> SeenFrame? {
        guard timeout > .zero else { return nil }
        try board.qmp().run(.screendump(EmulatedMachine.display, to: path))
        let time = clock.now
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        unlink(path)
        guard let image = Image(portablePixmap: Array(file)) else { return nil }
        var frame = SeenFrame(time: time, image: image)
        if case .pattern = gaze { frame.image = nil }
        return frame
    }

    func stop() {}
}
