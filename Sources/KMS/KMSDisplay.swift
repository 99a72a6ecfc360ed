import Base
import Compositing
import Devices
import Glibc
import Logging
import MediaCore

/// A TV on this machine's own video output, driven by atomic modesetting. Where there is no such output yet it waits for
/// one, and for another when the one it drives goes: `DisplayOutput.trouble` says so meanwhile.
package final class KMSDisplay: Display {
    package struct Configuration: Sendable {
        /// The device: `/dev/dri/card1`, or a driver's name (`vc4`); nil takes the first that fits, one
        /// with a TV before one without.
        package var device: String?
        package var mode: ModeSetting

        package init(device: String? = nil, mode: ModeSetting = .automatic) {
            self.device = device
            self.mode = mode
        }
    }

    package let events: AsyncStream<DisplayEvent>
    private let shared: KMSShared
    private let device: Locked<KMSDevice?>
    private let configuration: Configuration
    private let log: Logger
    private let thread = Locked<RunningThread?>(nil)

    /// Opens the device if there is one; nothing on the screen changes before `start`.
    package init(_ configuration: Configuration = Configuration(), log: Logger) throws {
        self.configuration = configuration
        self.log = log
        let (events, continuation) = AsyncStream<DisplayEvent>.makeStream(bufferingPolicy: .bufferingNewest(64))
        self.events = events
        shared = try KMSShared(continuation)
        do throws(KMSError) {
            device = Locked(try KMSDevice.find(configuration.device))
        } catch {
            device = Locked(nil)
            shared.change(trouble: "\(error)")
        }
    }

    package var output: DisplayOutput { shared.output }
    package var statistics: DisplayStatistics { shared.statistics }

    package func start(_ source: any SceneSource) throws {
        let device = device.withLock { $0.take() }
        let (shared, configuration, log) = (shared, configuration, log)
        try thread.withLock { thread in
            guard thread == nil else { return }
            thread = RunningThread(
                try NamedThread("hearth-display", scheduling: .realTime(priority: 20)) {
                    KMSLoop(device, shared, source, configuration, log: log).run()
                })
        }
    }

    package func stop() {
        shared.stop()
        thread.withLock { $0 }?.join()
        device.withLock { $0 = nil }
        shared.events.finish()
    }

    package func wake() {
        shared.wake()
    }

    package func capture() async throws -> Image {
        // Composed from the scene's own layers, away from the display's thread: it never costs a vblank.
        Image(of: shared.scene ?? Scene(layers: []), size: shared.output.size)
    }

    package func matchFrameRate(_ framesPerSecond: Double?) {
        shared.request(frameRate: framesPerSecond)
    }
}
