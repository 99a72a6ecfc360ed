import Base
import Devices
import Glibc
import Logging
import MediaCore
import Synchronization

/// Drives the HDMI-CEC line: delivers the TV remote's keys, and the messages between the TV and this box. The thread
/// `hearth-cec` opens the adapter when there is one and looks again now and then; without one it costs a few `stat`
/// calls each time. `CECSession` decides what is sent.
package final class CECLine: CECBus {
    package struct Configuration: Sendable, Hashable {
        package var settings: CECSettings
        /// The kernel's node (`/dev/cec1`) or the serial port of Pulse-Eight's adapter; nil takes the first found.
        package var port: String?
        /// The time between looks for an adapter.
        package var retry: Duration
        /// What the last run wanted kept (`CECOrder.remember`), of the same start of the machine.
        package var remembered: UInt16?

        package init(
            settings: CECSettings = CECSettings(), port: String? = nil, retry: Duration = .seconds(10),
            remembered: UInt16? = nil
        ) {
            self.settings = settings
            self.port = port
            self.remembered = remembered
            self.retry = min(max(retry, .milliseconds(100)), .seconds(3_600))
        }
    }

    package let events: AsyncStream<KeySourceEvent>
    package let orders: AsyncStream<CECOrder>
    private let keys: AsyncStream<KeySourceEvent>.Continuation
    private let orderly: AsyncStream<CECOrder>.Continuation
    private let configuration: Configuration
    private let open: @Sendable (Configuration, CECInbox) throws(CECFailure) -> any CECAdapter
    private let inbox: CECInbox
    private let shared: Locked<Shared>
    private let thread = Mutex<NamedThread?>(nil)
    private let logger = Logger(label: "hearth.cec")

    private struct Shared {
        var session: CECSession
        var trouble: String? = CECFailure.noAdapter.description
        var isStopping = false
        var scans: [CheckedContinuation<[CECPartner], any Error>] = []
    }

    /// The interval of checking for changed addresses that no event reports.
    private static let lookInterval = Duration.seconds(5)

    package convenience init(_ configuration: Configuration = Configuration()) throws {
        try self.init(configuration, open: CECAdapterChoice.open)
    }

    /// Makes a line.
    /// - Parameter open: called on `hearth-cec`, again and again until it gives an adapter
    init(
        _ configuration: Configuration,
        open: @escaping @Sendable (Configuration, CECInbox) throws(CECFailure) -> any CECAdapter
    ) throws {
        self.configuration = configuration
        self.open = open
        inbox = try CECInbox()
        let device = InputDevice(id: "cec:\(configuration.port ?? "0")", name: "TV remote (CEC)", bus: .cec)
        let session = CECSession(settings: configuration.settings, device: device, remembered: configuration.remembered)
        shared = Locked(Shared(session: session))
        (events, keys) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
        (orders, orderly) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    package var status: CECStatus {
        shared.withLock { shared in
            var status = shared.session.status
            status.trouble = shared.trouble ?? status.trouble
            return status
        }
    }

    package var log: [CECLogEntry] { shared.withLock { $0.session.log.entries } }

    package func tell(_ news: CECNews) { inbox.post(.news(news)) }

    package func scan() async throws -> [CECPartner] {
        let status = status
        guard status.adapter != nil, status.logicalAddress != nil else {
            throw CECScanFailure.noLine(status.trouble ?? "the box has no address on the CEC line yet")
        }
        return try await withCheckedThrowingContinuation { continuation in
            let isStopping = shared.withLock { shared in
                if !shared.isStopping { shared.scans.append(continuation) }
                return shared.isStopping
            }
            if isStopping {
                continuation.resume(throwing: CECScanFailure.noLine("the box is stopping"))
            } else {
                inbox.post(.scan)
            }
        }
    }

    package func start() throws {
        try thread.withLock { thread in
            guard thread == nil, !isStopping else { return }
            thread = try NamedThread("hearth-cec") { [self] in run() }
        }
    }

    /// Stops the line. May take a second: the adapter leaves the line in good order.
    package func stop() {
        shared.withLock { $0.isStopping = true }
        inbox.wake()
        thread.withLock { thread in
            if let running = thread.take() { running.join() }
        }
        keys.finish()
        orderly.finish()
        answerScans(.failure(.noLine("the box is stopping")))
    }

    private var isStopping: Bool { shared.withLock { $0.isStopping } }

    private func answerScans(_ result: Result<[CECPartner], CECScanFailure>) {
        let waiting = shared.withLock { shared in
            defer { shared.scans = [] }
            return shared.scans
        }
        for continuation in waiting { continuation.resume(with: result.mapError { $0 as any Error }) }
    }

    // MARK: - On hearth-cec

    /// The messages that wait to be handled, one after the other: sending in between takes its time on the line, and
    /// keys that come meanwhile must not wait behind a scan.
    private struct Work {
        var adapter: (any CECAdapter)?
        var waiting: [CECInbox.Message] = []
        var nextLook = HostTime.zero
    }

    private func run() {
        var work = Work()
        while !isStopping {
            look(&work)
            wait(work)
            work.waiting += inbox.takeAll()
            do throws(CECFailure) {
                if let adapter = work.adapter { work.waiting += try adapter.read() }
                try handle(&work)
            } catch {
                lose(&work, error)
            }
        }
        lose(&work, .noAdapter)
    }

    private func look(_ work: inout Work) {
        let now = MonotonicClock().now
        guard now >= work.nextLook else { return }
        if let adapter = work.adapter {
            work.nextLook = now + Self.lookInterval
            work.waiting.append(CECInbox.Message(event: .line(adapter.facts)))
            return
        }
        do throws(CECFailure) {
            let adapter = try open(configuration, inbox)
            work.adapter = adapter
            work.nextLook = MonotonicClock().now + Self.lookInterval
            shared.withLock { $0.trouble = nil }
            let facts = adapter.facts
            logger.info("CEC", metadata: ["port": "\(facts.port)"])
            for action in decide(.line(facts), at: now) { perform(action, &work) }
            keys.yield(.attached(device))
        } catch {
            work.nextLook = now + configuration.retry
            complain(error)
        }
    }

    private func lose(_ work: inout Work, _ failure: CECFailure) {
        guard work.adapter != nil else { return }
        // Waiting messages were for the adapter that is gone, except those from the box.
        work.waiting = work.waiting.filter { message in
            if case .news = message.event { return true }
            return false
        }
        for action in decide(.lost, at: MonotonicClock().now) { perform(action, &work) }
        work.adapter = nil
        work.nextLook = MonotonicClock().now + configuration.retry
        keys.yield(.detached(device))
        complain(failure)
    }

    private func complain(_ failure: CECFailure) {
        let isNew = shared.withLock { shared in
            defer { shared.trouble = failure.description }
            return shared.trouble != failure.description
        }
        if isNew, failure != .noAdapter { logger.notice("no CEC", metadata: ["reason": "\(failure)"]) }
    }

    private func handle(_ work: inout Work) throws(CECFailure) {
        let now = MonotonicClock().now
        if let due = shared.withLock({ $0.session.nextWake }), now >= due {
            work.waiting.insert(CECInbox.Message(event: .wake), at: 0)
        }
        guard !work.waiting.isEmpty else { return }
        let message = work.waiting.removeFirst()
        if message.event == .lost { throw .connectionLost }
        for action in decide(message.event, at: message.time ?? now) { perform(action, &work) }
    }

    private func decide(_ event: CECSession.Event, at time: HostTime) -> [CECSession.Action] {
        shared.withLock { $0.session.handle(event, at: time) }
    }

    private func perform(_ action: CECSession.Action, _ work: inout Work) {
        switch action {
        case .transmit(let frame):
            let outcome = work.adapter?.transmit(frame) ?? .failed
            // The outcome goes before messages that have come meanwhile: it is older.
            work.waiting.insert(CECInbox.Message(event: .outcome(frame, outcome)), at: 0)
        case .key(let key): keys.yield(.key(key))
        case .order(let order): orderly.yield(order)
        case .remember(let address): orderly.yield(.remember(address))
        case .scanned(let partners): answerScans(.success(partners))
        }
    }

    private func wait(_ work: Work) {
        let due = shared.withLock { $0.session.nextWake } ?? .distantFuture
        let until = work.waiting.isEmpty ? min(due, work.nextLook) - MonotonicClock().now : .zero
        var polls = [pollfd(fd: inbox.ready.raw, events: Int16(POLLIN), revents: 0)]
        if let descriptor = work.adapter?.descriptor {
            polls.append(pollfd(fd: descriptor, events: Int16(POLLIN | POLLPRI), revents: 0))
        }
        let milliseconds = work.waiting.isEmpty ? max(0, until.nanoseconds) / 1_000_000 + 1 : 0
        _ = Glibc.poll(&polls, nfds_t(polls.count), Int32(clamping: milliseconds))
    }

    private var device: InputDevice { shared.withLock { $0.session.device } }
}
