import Base
import Capture
import Devices
import Foundation
import Glibc
import MediaCore
import OriginPattern

/// What is plugged into the box on board U: vivid's HDMI output, whose numbered pictures its input captures, and a second
/// line of snd-aloop for the sound.
package final class VividWire: PluggedSource {
    private let isStopping = Locked(false)
    private let error = Locked<(any Error)?>(nil)
    private let size: PixelSize
    /// When each picture was handed to the output, by its number.
    private let handed = Locked<[UInt32: HostTime]>([:])
    private var thread: NamedThread?
    private var player: ChildProcess?
    private static let file = "/tmp/hearth-wire.raw"

    /// - Parameter size: that of vivid's signal
    package init(size: PixelSize = PixelSize(width: 1280, height: 720)) { self.size = size }

    deinit { try? stop() }

    package let settings = """
        device = "vivid"
        format = "xrgb"
        sound = "hw:Loopback,1,1"
        """

    package func show(_ channel: Int) throws {
        try showPictures(channel)
        try Self.beeps(hertz: 400 + 100 * channel).write(to: URL(fileURLWithPath: Self.file))
        player = try ChildProcess(
            [
                "aplay", "--quiet", "--device=hw:Loopback,0,1", "--format=S16_LE", "--rate=48000", "--channels=2",
                "--file-type=raw", Self.file,
            ], output: "/tmp/hearth-wire.log")
    }

    /// Shows pictures without sound, one after the other, as fast as the output takes them.
    package func showPictures(_ channel: Int) throws {
        try stop()
        let (isStopping, error, size, handed) = (isStopping, error, size, handed)
        isStopping.withLock { $0 = false }
        thread = try NamedThread("showing") {
            do {
                let output = try VideoOutput("/dev/video1", size: size)
                for frame in 0..<UInt32.max {
                    if isStopping.withLock({ $0 }) { return }
                    let pattern = BitPattern(channel: UInt8(clamping: channel), frame: frame, isFlash: false)
                    try output.show(Image(pattern: pattern, size: size))
                    handed.withLock { $0[frame] = MonotonicClock().now }
                }
            } catch let failure {
                error.withLock { $0 = failure }
            }
        }
    }

    package func time(of picture: UInt32) -> HostTime? { handed.withLock { $0[picture] } }

    package func stop() throws {
        isStopping.withLock { $0 = true }
        thread.take()?.join()
        player?.stop()
        player = nil
        if let error = error.withLock({ $0.take() }) { throw error }
    }

    /// What a receiver without a signal says.
    package func unplug() throws { try Board.run("v4l2-ctl -d0 -c dv_timings_signal_mode=1") }
    package func plug() throws { try Board.run("v4l2-ctl -d0 -c dv_timings_signal_mode=0") }

    /// A minute of a tone of 100 ms each second.
    private static func beeps(hertz: Int) -> Data {
        var second = [Int16](repeating: 0, count: 2 * Beep.sampleRate)
        for index in 0..<Beep.sampleRate / 10 {
            let phase = 2 * Double.pi * Double(hertz * index) / Double(Beep.sampleRate)
            second[2 * index] = Int16(8_000 * sin(phase))
            second[2 * index + 1] = second[2 * index]
        }
        let bytes = second.withUnsafeBytes { Data($0) }
        return (0..<60).reduce(into: Data()) { all, _ in all.append(bytes) }
    }
}
