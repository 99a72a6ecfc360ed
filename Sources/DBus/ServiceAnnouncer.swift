import Base
import CSystemd
import Devices
import Glibc
import MediaCore
import Synchronization

/// Has `avahi-daemon` tell the network of a service by multicast DNS (DNS-SD, RFC 6763), for as long as it runs. The thread
/// `hearth-mdns` owns its connection to the bus: Avahi forgets what it told for a program that leaves.
///
/// Where there is no Avahi nothing is told; it is asked as soon as it comes, or comes again.
package final class ServiceAnnouncer: Sendable {
    package struct Service: Hashable, Sendable {
        /// As people see it: `Hearth on living-room`. Where another has it, Avahi's next one is taken (`… #2`).
        package var name: String
        /// `_hearth._tcp`
        package var type: String
        package var port: UInt16
        /// `key=value`, each up to 255 bytes.
        package var facts: [String]

        package init(name: String, type: String, port: UInt16, facts: [String] = []) {
            (self.name, self.type, self.port, self.facts) = (name, type, port, facts)
        }
    }

    package enum Event: Hashable, Sendable {
        /// It is told under this name.
        case told(String)
        /// It is not told, and why.
        case silent(String)
    }

    package let events: AsyncStream<Event>
    private let outbox: AsyncStream<Event>.Continuation
    private let service: Service
    private let bus: BusConnection.Configuration.Bus
    private let waker: EventDescriptor
    private let isStopping = Atomic(false)
    private let thread = Mutex<NamedThread?>(nil)

    private static let avahi = "org.freedesktop.Avahi"
    /// Avahi answers at once, or is not well.
    private static let patience: UInt64 = 10_000_000
    /// Between two attempts to reach a bus that is not there, in milliseconds.
    private static let pause: Int32 = 60_000
    private static let mostNames = 20

    package init(_ service: Service, bus: BusConnection.Configuration.Bus = .system) throws {
        self.service = service
        self.bus = bus
        waker = try EventDescriptor()
        (events, outbox) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    }

    package func start() throws {
        try thread.withLock { thread in
            guard thread == nil, !isStopping.load(ordering: .acquiring) else { return }
            thread = try NamedThread("hearth-mdns") { [self] in run() }
        }
    }

    package func stop() {
        isStopping.store(true, ordering: .releasing)
        waker.signal()
        if thread.withLock({ $0 == nil }) { outbox.finish() }
    }

    // MARK: - On hearth-mdns

    private func run() {
        defer { outbox.finish() }
        var told: Event?
        func tell(_ event: Event) {
            if event != told { outbox.yield(event) }
            told = event
        }
        while !isStopping.load(ordering: .acquiring) {
            do throws(BusTrouble) {
                let bus = try self.bus.open()
                defer { sd_bus_flush_close_unref(bus) }
                try serve(bus, tell)
            } catch {
                tell(.silent(error.reason))
                var descriptor = pollfd(fd: waker.raw, events: Int16(POLLIN), revents: 0)
                _ = Glibc.poll(&descriptor, 1, Self.pause)
                waker.drain()
            }
        }
    }

    /// Tells the service whenever there is an Avahi, until the bus has gone, which is thrown, or it is to stop.
    private func serve(_ bus: OpaquePointer, _ tell: (Event) -> Void) throws(BusTrouble) {
        let rule =
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
            + "arg0='\(Self.avahi)'"
        // What the match finds is looked at in the loop: the newest Avahi is asked, whoever it is.
        try BusTrouble.check(sd_bus_add_match(bus, nil, rule, { _, _, _ in 0 }, nil), "the bus tells nothing")
        var (owner, isKnown) = (String?.none, false)
        while !isStopping.load(ordering: .acquiring) {
            let now = self.owner(on: bus)
            if now != owner || !isKnown {
                (owner, isKnown) = (now, true)
                if now == nil {
                    tell(.silent("avahi-daemon does not run"))
                } else {
                    do throws(BusTrouble) { tell(.told(try announce(on: bus))) } catch { tell(.silent(error.reason)) }
                }
            }
            while try BusTrouble.check(sd_bus_process(bus, nil), "the bus has gone") > 0 {}
            // A signal that came in an answer's company has been taken by now.
            if self.owner(on: bus) != owner { continue }
            let wanted = try BusTrouble.check(sd_bus_get_events(bus), "the bus has gone")
            var descriptors = [
                pollfd(fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: wanted), revents: 0),
                pollfd(fd: waker.raw, events: Int16(POLLIN), revents: 0),
            ]
            _ = Glibc.poll(&descriptors, 2, -1)
            waker.drain()
        }
    }

    /// The unique name of the Avahi that runs; nil: none does.
    private func owner(on bus: OpaquePointer) -> String? {
        let answer = try? call(
            bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
            [.string(Self.avahi)])
        if case .string(let name)? = answer?.first { return name }
        return nil
    }

    /// Tells the service under its name, or the next one that is free.
    private func announce(on bus: OpaquePointer) throws(BusTrouble) -> String {
        let server = "\(Self.avahi).Server"
        guard case .path(let group)? = try call(bus, Self.avahi, "/", server, "EntryGroupNew", []).first else {
            throw BusTrouble("avahi-daemon gives no group")
        }
        var name = service.name
        for _ in 0..<Self.mostNames {
            do throws(BusTrouble) {
                try call(
                    bus, Self.avahi, group, "\(Self.avahi).EntryGroup", "AddService",
                    [
                        // Every interface, IPv4, no flags.
                        .int32(-1), .int32(0), .uint32(0), .string(name), .string(service.type), .string(""),
                        .string(""), .uint16(service.port),
                        .array(of: "ay", service.facts.map { .array(of: "y", $0.utf8.map(BusValue.byte)) }),
                    ])
                try call(bus, Self.avahi, group, "\(Self.avahi).EntryGroup", "Commit", [])
                return name
            } catch {
                guard error.reason.contains("CollisionError") else { throw error }
                guard
                    case .string(let next)? = try call(
                        bus, Self.avahi, "/", server, "GetAlternativeServiceName", [.string(name)]
                    ).first
                else { throw error }
                name = next
            }
        }
        throw BusTrouble("every name of \(service.name) is taken")
    }

    @discardableResult
    private func call(
        _ bus: OpaquePointer, _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [BusValue]
    ) throws(BusTrouble) -> [BusValue] {
        var message: OpaquePointer?
        try BusTrouble.check(
            sd_bus_message_new_method_call(bus, &message, destination, path, interface, member), "\(member) has no form"
        )
        guard let message else { throw BusTrouble("\(member) has no form") }
        defer { sd_bus_message_unref(message) }
        do throws(BusMessage.Failure) { try BusMessage(message: message).append(arguments) } catch {
            throw BusTrouble("\(member) has no form")
        }
        var (error, reply) = (sd_bus_error(), OpaquePointer?.none)
        defer { sd_bus_error_free(&error) }
        let result = sd_bus_call(bus, message, Self.patience, &error, &reply)
        guard result >= 0, let reply else {
            throw BusTrouble(
                "\(member): \(error.name.map { String(cString: $0) } ?? String(cString: strerror(-result)))")
        }
        defer { sd_bus_message_unref(reply) }
        do throws(BusMessage.Failure) { return try BusMessage(message: reply).values() } catch {
            throw BusTrouble("\(member) answers what can't be read")
        }
    }
}
