import Base
import Devices
import MediaCore

/// A scene source that follows a script, and records what it was asked and told.
final class ScriptedSource: SceneSource {
    struct Ask: Equatable {
        var vblank: VBlank
        var output: DisplayOutput
    }

    private struct State {
        var script: @Sendable (Int) -> SceneUpdate
        var asks: [Ask] = []
        var feedback: [PresentationFeedback] = []
    }

    private let state: Locked<State>
    let feedback: AsyncStream<PresentationFeedback>
    private let continuation: AsyncStream<PresentationFeedback>.Continuation

    /// - Parameter script: called with the number of scenes asked for before this one
    init(_ script: @escaping @Sendable (Int) -> SceneUpdate) {
        state = Locked(State(script: script))
        (feedback, continuation) = AsyncStream.makeStream()
    }

    var asks: [Ask] { state.withLock { $0.asks } }
    var presented: [PresentationFeedback] { state.withLock { $0.feedback } }

    func scene(for vblank: VBlank, on output: DisplayOutput) -> SceneUpdate {
        state.withLock { state in
            state.asks.append(Ask(vblank: vblank, output: output))
            return state.script(state.asks.count - 1)
        }
    }

    func presented(_ feedback: PresentationFeedback) {
        state.withLock { $0.feedback.append(feedback) }
        continuation.yield(feedback)
    }

    /// The first feedback that meets the condition; nil after `seconds`.
    func feedback(
        within seconds: Double = 10, where fits: @escaping @Sendable (PresentationFeedback) -> Bool
    ) async -> PresentationFeedback? {
        await withTaskGroup(of: PresentationFeedback?.self) { group in
            group.addTask { [feedback] in
                for await one in feedback where fits(one) { return one }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(seconds))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}

/// Scenes for tests.
enum Scenes {
    static func color(_ argb: UInt32, tag: UInt64, size: PixelSize = PixelSize(width: 8192, height: 8192)) -> Scene {
        Scene(layers: [Layer(.color(argb), at: PixelRectangle(size))], tag: tag)
    }
}
