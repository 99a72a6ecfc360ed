import Base
import CSystemd
import Devices
import Glibc
import MediaCore
import Synchronization

/// A connection to a D-Bus by sd-bus, with one object and one name. The thread `hearth-bus` owns it, and comes back by
/// itself when the bus does.
package final class BusConnection: MessageBus {
    package struct Configuration: Hashable, Sendable {
        package enum Bus: Hashable, Sendable {
            case system
            /// The one that `DBUS_SESSION_BUS_ADDRESS` names.
            case session
            /// One by its address, as `unix:path=/run/user/1000/bus`.
            case address(String)
        }

        package var bus: Bus
        /// The wanted name; where another program has it, `.instance` and the process's id are added.
        package var name: String
        package var path: String
        /// The first time between two attempts; it doubles up to a minute.
        package var retry: Duration
        /// So many calls wait for their answers at most; others are refused.
        package var mostCalls: Int

        package init(bus: Bus, name: String, path: String, retry: Duration = .seconds(1), mostCalls: Int = 64) {
            self.bus = bus
            self.mostCalls = mostCalls
            self.name = name
            self.path = path
            self.retry = retry
        }
    }

    package let events: AsyncStream<BusEvent>
    private let outbox: AsyncStream<BusEvent>.Continuation
    private let configuration: Configuration
    private let inbox = Locked<[Order]>([])
    private let waker: EventDescriptor
    private let isStopping = Atomic(false)
    private let thread = Mutex<NamedThread?>(nil)

    private enum Order: Sendable {
        case reply(BusCall.ID, BusAnswer)
        case emit(BusSignal)
    }

    private static let longestRetry = Duration.seconds(60)

    package init(_ configuration: Configuration) throws {
        self.configuration = configuration
        waker = try EventDescriptor()
        (events, outbox) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    package func start() throws {
        try thread.withLock { thread in
            guard thread == nil, !isStopping.load(ordering: .acquiring) else { return }
            thread = try NamedThread("hearth-bus") { [self] in run() }
        }
    }

    package func stop() {
        isStopping.store(true, ordering: .releasing)
        waker.signal()
        // Who was never started has no thread that ends the events.
        if thread.withLock({ $0 == nil }) { outbox.finish() }
    }

    package func reply(to call: BusCall.ID, _ answer: BusAnswer) { post(.reply(call, answer)) }

    package func emit(_ signal: BusSignal) { post(.emit(signal)) }

    private func post(_ order: Order) {
        inbox.withLock { $0.append(order) }
        waker.signal()
    }

    // MARK: - On hearth-bus

    /// What the thread holds of one connection; a class, so that sd-bus can point to it.
    private final class Line {
        let bus: OpaquePointer
        let outbox: AsyncStream<BusEvent>.Continuation
        /// The messages that wait for their answers.
        var waiting: [BusCall.ID: OpaquePointer] = [:]
        var calls: BusCall.ID
        private let mostCalls: Int

        init(_ bus: OpaquePointer, _ outbox: AsyncStream<BusEvent>.Continuation, calls: BusCall.ID, most: Int) {
            mostCalls = most
            self.bus = bus
            self.outbox = outbox
            self.calls = calls
        }

        deinit {
            for message in waiting.values { sd_bus_message_unref(message) }
            sd_bus_flush(bus)
            sd_bus_close_unref(bus)
        }

        /// Takes a message to the object. Returns what sd-bus wants: 1 where it was taken, 0 where not.
        func take(_ message: OpaquePointer) -> Int32 {
            guard sd_bus_message_is_method_call(message, nil, nil) > 0,
                let interface = sd_bus_message_get_interface(message), let member = sd_bus_message_get_member(message)
            else { return 0 }
            guard waiting.count < mostCalls else {
                return refuse(message, "org.freedesktop.DBus.Error.LimitsExceeded", "too many calls wait for an answer")
            }
            do throws(BusMessage.Failure) {
                let arguments = try BusMessage(message: message).values()
                calls += 1
                waiting[calls] = sd_bus_message_ref(message)
                outbox.yield(
                    .call(
                        BusCall(
                            id: calls, interface: String(cString: interface), member: String(cString: member),
                            arguments: arguments)))
                return 1
            } catch {
                return refuse(message, "org.freedesktop.DBus.Error.InvalidArgs", "the arguments can't be read")
            }
        }

        private func refuse(_ message: OpaquePointer, _ name: String, _ text: String) -> Int32 {
            send(.failure(name: name, text: text), to: message)
            return 1
        }

        func reply(to call: BusCall.ID, _ answer: BusAnswer) {
            guard let message = waiting.removeValue(forKey: call) else { return }
            send(answer, to: message)
            sd_bus_message_unref(message)
        }

        private func send(_ answer: BusAnswer, to message: OpaquePointer) {
            // Who wants no answer gets none.
            guard sd_bus_message_get_expect_reply(message) > 0 else { return }
            switch answer {
            case .failure(let name, let text):
                var error = sd_bus_error()
                sd_bus_error_set(&error, name, text)
                sd_bus_reply_method_error(message, &error)
                sd_bus_error_free(&error)
            case .values(let values):
                var reply: OpaquePointer?
                guard sd_bus_message_new_method_return(message, &reply) >= 0, let reply else { return }
                defer { sd_bus_message_unref(reply) }
                do throws(BusMessage.Failure) {
                    try BusMessage(message: reply).append(values)
                    sd_bus_send(nil, reply, nil)
                } catch {
                    send(
                        .failure(name: "org.freedesktop.DBus.Error.Failed", text: "the answer has no form"), to: message
                    )
                }
            }
        }

        func emit(_ signal: BusSignal, from path: String) {
            var message: OpaquePointer?
            guard sd_bus_message_new_signal(bus, &message, path, signal.interface, signal.member) >= 0, let message
            else { return }
            defer { sd_bus_message_unref(message) }
            do throws(BusMessage.Failure) { try BusMessage(message: message).append(signal.arguments) } catch { return }
            sd_bus_send(bus, message, nil)
        }
    }

    private func run() {
        defer { outbox.finish() }
        var pause = configuration.retry
        var calls: BusCall.ID = 0
        var told: String?
        while !isStopping.load(ordering: .acquiring) {
            do throws(BusTrouble) {
                let line = try open(after: calls)
                // Signals of before say nothing to who listens from now on.
                _ = inbox.withLock { orders in
                    defer { orders = [] }
                    return orders
                }
                let name = try take(name: configuration.name, line.bus)
                outbox.yield(.up(name: name))
                (pause, told) = (configuration.retry, nil)
                defer { calls = line.calls }
                try serve(line)
            } catch {
                if told != error.reason { outbox.yield(.down(reason: error.reason)) }
                told = error.reason
                wait(pause)
                pause = min(pause * 2, Self.longestRetry)
            }
        }
    }

    private func open(after calls: BusCall.ID) throws(BusTrouble) -> Line {
        // It is given back with the line, whatever comes.
        let line = Line(try configuration.bus.open(), outbox, calls: calls, most: configuration.mostCalls)
        // The line outlives the slot, which goes with the bus.
        let result = sd_bus_add_object(
            line.bus, nil, configuration.path,
            { message, context, _ in
                guard let message, let context else { return 0 }
                return Unmanaged<Line>.fromOpaque(context).takeUnretainedValue().take(message)
            }, Unmanaged.passUnretained(line).toOpaque())
        try BusTrouble.check(result, "the object \(configuration.path) can't be had")
        return line
    }

    private func take(name: String, _ bus: OpaquePointer) throws(BusTrouble) -> String {
        let result = sd_bus_request_name(bus, name, 0)
        guard result == -EEXIST else {
            try BusTrouble.check(result, "the bus does not give the name \(name)")
            return name
        }
        let other = "\(name).instance\(getpid())"
        try BusTrouble.check(sd_bus_request_name(bus, other, 0), "the bus does not give the name \(other)")
        return other
    }

    /// Works until the bus has gone, which is thrown, or the connection is to stop.
    private func serve(_ line: Line) throws(BusTrouble) {
        while true {
            let orders = inbox.withLock { orders in
                defer { orders = [] }
                return orders
            }
            for order in orders {
                switch order {
                case .reply(let call, let answer): line.reply(to: call, answer)
                case .emit(let signal): line.emit(signal, from: configuration.path)
                }
            }
            if isStopping.load(ordering: .acquiring) { return }
            // One message at a time: who asks without end keeps nobody from an answer.
            if try BusTrouble.check(sd_bus_process(line.bus, nil), "the bus has gone") > 0 { continue }
            let wanted = try BusTrouble.check(sd_bus_get_events(line.bus), "the bus has gone")
            var deadline: UInt64 = .max
            try BusTrouble.check(sd_bus_get_timeout(line.bus, &deadline), "the bus has gone")
            poll(sd_bus_get_fd(line.bus), Int16(truncatingIfNeeded: wanted), until: deadline)
        }
    }

    /// Waits for the bus, for an order, or for a time in microseconds of CLOCK_MONOTONIC.
    private func poll(_ bus: Int32, _ events: Int16, until deadline: UInt64) {
        var timeout: Int32 = -1
        if deadline != .max {
            let now = UInt64(max(0, MonotonicClock().now.nanoseconds / 1000))
            timeout = Int32(clamping: (deadline > now ? deadline - now : 0) / 1000 + 1)
        }
        var descriptors = [
            pollfd(fd: bus, events: events, revents: 0),
            pollfd(fd: waker.raw, events: Int16(POLLIN), revents: 0),
        ]
        _ = Glibc.poll(&descriptors, 2, timeout)
        waker.drain()
    }

    private func wait(_ pause: Duration) {
        guard !isStopping.load(ordering: .acquiring) else { return }
        let end = MonotonicClock().now + pause
        // What is posted meanwhile wakes too, and is not what is waited for.
        while !isStopping.load(ordering: .acquiring), MonotonicClock().now < end {
            var descriptor = pollfd(fd: waker.raw, events: Int16(POLLIN), revents: 0)
            let rest = (end - MonotonicClock().now).nanoseconds / 1_000_000 + 1
            _ = Glibc.poll(&descriptor, 1, Int32(clamping: max(0, rest)))
            waker.drain()
        }
    }
}
