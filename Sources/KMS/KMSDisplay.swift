import Base
import Compositing
import Devices
import Glibc
import Logging
import MediaCore

/// A TV on this machine's own video output, driven by atomic modesetting.
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
    /// The device's name for people: `/dev/dri/card0 (vc4)`.
    package let deviceName: String
    private let device: Locked<KMSDevice?>
    private let configuration: Configuration
    private let log: Logger
    private let thread = Locked<RunningThread?>(nil)

    /// Opens the device; nothing on the screen changes before `start`.
    ///
    /// - Throws: `KMSError.noDevice` when there is none.
    package init(_ configuration: Configuration = Configuration(), log: Logger) throws {
        self.configuration = configuration
        self.log = log
        let device = try KMSDevice.find(configuration.device)
        deviceName = "\(device.path) (\(device.driver))"
        self.device = Locked(device)
        let (events, continuation) = AsyncStream<DisplayEvent>.makeStream(bufferingPolicy: .bufferingNewest(64))
        self.events = events
        shared = try KMSShared(continuation)
    }

    package var output: DisplayOutput { shared.output }
    package var statistics: DisplayStatistics { shared.statistics }

    package func start(_ source: any SceneSource) throws {
        guard
            let device = device.withLock({ device in
                defer { device = nil }
                return device
            })
        else { return }
        let (shared, configuration, log) = (shared, configuration, log)
        let thread = try NamedThread("hearth-display", scheduling: .realTime(priority: 20)) {
            KMSLoop(device, shared, source, setting: configuration.mode, log: log).run()
        }
        let running = RunningThread(thread)
        self.thread.withLock { $0 = running }
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
