import Base
import Compositing
import Devices
import MediaCore

/// A screen that remembers which channels' pictures leave through it: painted channels are told by their grey.
///
/// Nothing happens but in `tick`, which is a vblank: what the box gives then is on the screen at once.
final class WitnessDisplay: Display {
    private struct State {
        var output = DisplayOutput(
            isConnected: true, size: PixelSize(width: 320, height: 180), refreshRate: 60, name: "witness")
        var source: (any SceneSource)?
        var scene = Scene(layers: [])
        var sequence: UInt64 = 0
        var isIdle = false
    }

    /// None: what happens to the screen is told to the box by the rig.
    let events = AsyncStream<DisplayEvent> { $0.finish() }
    let statistics = DisplayStatistics()
    private let state = Locked(State())
    static let vblank = Duration.nanoseconds(16_666_667)

    var output: DisplayOutput { state.withLock { $0.output } }

    func plug(_ isConnected: Bool) -> DisplayOutput {
        state.withLock { state in
            state.output.isConnected = isConnected
            state.isIdle = false
            return state.output
        }
    }

    func start(_ source: any SceneSource) throws { state.withLock { $0.source = source } }
    func stop() { state.withLock { $0.source = nil } }
    func wake() { state.withLock { $0.isIdle = false } }
    func matchFrameRate(_ framesPerSecond: Double?) {}
    func capture() async throws -> Image { state.withLock { Image(of: $0.scene, size: $0.output.size) } }

    /// Makes a vblank.
    ///
    /// - Returns: the greys of the pictures that are on the screen from it on
    func tick(at now: HostTime) -> Set<UInt8> {
        let (source, output, sequence) = state.withLock { state in
            state.sequence += 1
            defer { state.isIdle = true }
            // As any screen: a box that says it has nothing new is not asked again before it wakes the screen.
            return (state.isIdle ? nil : state.source, state.output, state.sequence)
        }
        if let source {
            let update = source.scene(
                for: VBlank(time: now, interval: Self.vblank, sequence: sequence), on: output)
            switch update {
            case .show(let scene, _):
                state.withLock { state in
                    state.scene = scene
                    state.isIdle = false
                }
                source.presented(
                    PresentationFeedback(
                        tag: scene.tag, time: now, sequence: sequence, wasSkipped: !output.isConnected))
            case .unchanged: wake()
            case .idle: break
            }
        }
        return state.withLock { Self.greys(in: $0.scene) }
    }

    private static func greys(in scene: Scene) -> Set<UInt8> {
        Set(
            scene.layers.compactMap { layer in
                guard layer.opacity > 0, case .video(let frame) = layer.content else { return nil }
                return frame.planes.first?.base.pointee
            })
    }
}
