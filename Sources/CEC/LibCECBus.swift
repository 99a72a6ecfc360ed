import Base
import Devices
import Glibc
import Logging
import MediaCore
import Synchronization

/// The HDMI-CEC line through libcec: the TV remote's keys. The thread `hearth-cec` opens the adapter
/// when there is one and looks again now and then; without one it costs a few `stat` calls each time.
package final class LibCECBus: CECBus {
    package struct Configuration: Sendable, Hashable {
        /// What the TV shows in its list of inputs: at most 12 bytes arrive on every TV.
        package var osdName: String
        /// libcec's name of the port: `Linux`, `RPI`, or a serial port; nil takes the first found.
        package var port: String?
        /// Between looks for an adapter.
        package var retry: Duration

        package init(osdName: String = "Hearth", port: String? = nil, retry: Duration = .seconds(10)) {
            self.osdName = osdName
            self.port = port
            self.retry = min(max(retry, .milliseconds(100)), .seconds(3_600))
        }
    }

    package let events: AsyncStream<KeySourceEvent>
    private let continuation: AsyncStream<KeySourceEvent>.Continuation
    private let configuration: Configuration
    private let inbox: CECInbox
    private let shared = Locked(Shared())
    private let thread = Mutex<NamedThread?>(nil)
    private let log = Logger(label: "hearth.cec")

    private struct Shared {
        var status = CECStatus(trouble: CECFailure.noAdapter.description)
        var isStopping = false
    }

    package init(_ configuration: Configuration = Configuration()) throws {
        self.configuration = configuration
        inbox = try CECInbox()
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    package var status: CECStatus { shared.withLock { $0.status } }

    package func start() throws {
        try thread.withLock { thread in
            guard thread == nil, !isStopping else { return }
            thread = try NamedThread("hearth-cec") { [self] in run() }
        }
    }

    /// May take a second: libcec lets go of the line in good order.
    package func stop() {
        shared.withLock { $0.isStopping = true }
        inbox.post(.stop)
        thread.withLock { thread in
            if let running = thread.take() { running.join() }
        }
        continuation.finish()
    }

    private var isStopping: Bool { shared.withLock { $0.isStopping } }

    // MARK: - On hearth-cec

    private func run() {
        while !isStopping {
            do throws(CECFailure) {
                guard Self.mayHaveAdapter(configuration.port) else { throw .noAdapter }
                try serve(CECConnection(name: configuration.osdName, port: configuration.port, inbox: inbox))
            } catch {
                if status.trouble != error.description, error != .noAdapter {
                    log.notice("no CEC", metadata: ["reason": "\(error)"])
                }
                shared.withLock { $0.status = CECStatus(trouble: error.description) }
            }
            if !isStopping { wait(for: configuration.retry) }
        }
    }

    /// Returns when stopping; throws when the line is lost.
    private func serve(_ connection: CECConnection) throws(CECFailure) {
        shared.withLock { $0.status = connection.status }
        let device = InputDevice(id: "cec:\(connection.port)", name: "TV remote (CEC)", bus: .cec)
        log.info("CEC", metadata: ["port": "\(connection.port)"])
        continuation.yield(.attached(device))
        var keys = CECKeys(device: device)
        defer {
            tell(keys.release(at: MonotonicClock().now))
            continuation.yield(.detached(device))
        }
        while !isStopping {
            wait(for: keys.deadline.map { $0 - MonotonicClock().now } ?? .seconds(5))
            for message in inbox.takeAll() {
                switch message {
                case .key(let userControl, let milliseconds, let time):
                    tell(keys.handle(userControl: userControl, milliseconds: milliseconds, time: time))
                case .connectionLost:
                    throw .connectionLost
                case .stop:
                    return
                }
            }
            tell(keys.expire(at: MonotonicClock().now))
            // Addresses change with what is plugged into the TV.
            if keys.deadline == nil { shared.withLock { $0.status = connection.status } }
        }
    }

    private func tell(_ keys: [KeyEvent]) {
        for key in keys { continuation.yield(.key(key)) }
    }

    private func wait(for duration: Duration) {
        var poll = pollfd(fd: inbox.ready.raw, events: Int16(POLLIN), revents: 0)
        let milliseconds = max(0, duration.nanoseconds) / 1_000_000 + 1
        _ = Glibc.poll(&poll, 1, Int32(clamping: milliseconds))
    }

    /// Asking libcec costs threads and USB traffic; without one of these nodes it finds nothing.
    private static func mayHaveAdapter(_ port: String?) -> Bool {
        if let port, port.hasPrefix("/") { return access(port, F_OK) == 0 }
        let nodes = (0..<4).flatMap { ["/dev/cec\($0)", "/dev/ttyACM\($0)"] } + ["/dev/aocec", "/dev/vchiq"]
        return nodes.contains { access($0, F_OK) == 0 }
    }
}
