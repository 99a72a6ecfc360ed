import Base
import Devices
import Foundation
import TestSupport
import Testing

@testable import DBus

/// With a stand-in for Avahi on a bus of the tests' own: its answers are those of avahi-daemon 0.8's interfaces.
@Suite("A service told to the network", .timeLimit(.minutes(5)), .enabled(if: PrivateBus.isThere))
struct ServiceAnnouncerTests {
    private static let service = ServiceAnnouncer.Service(
        name: "Hearth on box", type: "_hearth._tcp", port: 8421, facts: ["path=/", "https=0"])

    /// Answers as Avahi does; the names in `taken` are others'.
    private final class Avahi: Sendable {
        let connection: BusConnection
        let calls = AsyncStream.makeStream(of: BusCall.self)
        let ups = AsyncStream.makeStream(of: Void.self)
        private let answering: Task<Void, Never>

        init(_ bus: PrivateBus, taken: Set<String> = []) throws {
            connection = try BusConnection(
                .init(bus: .address(bus.address), name: "org.freedesktop.Avahi", path: "/", retry: .milliseconds(5)))
            let (connection, calls, ups) = (connection, calls, ups)
            answering = Task {
                for await event in connection.events {
                    switch event {
                    case .up: ups.continuation.yield()
                    case .down: break
                    case .call(let call):
                        connection.reply(to: call.id, Self.answer(call, taken))
                        calls.continuation.yield(call)
                    }
                }
            }
            try connection.start()
        }

        private static func answer(_ call: BusCall, _ taken: Set<String>) -> BusAnswer {
            switch call.member {
            case "EntryGroupNew": return .values([.path("/")])
            case "GetAlternativeServiceName":
                guard case .string(let name)? = call.arguments.first else { break }
                return .values([.string(name + " #2")])
            case "AddService":
                guard call.arguments.count == 9, case .string(let name) = call.arguments[3] else { break }
                guard taken.contains(name) else { return .values([]) }
                return .failure(name: "org.freedesktop.Avahi.CollisionError", text: "Local name collision")
            case "Commit": return .values([])
            default: break
            }
            return .failure(name: "org.freedesktop.Avahi.InvalidArgumentError", text: call.member)
        }

        func isUp() async { _ = await ups.stream.first { _ in true } }
    }

    @Test("It is told with its port and facts; under another name where its own is taken")
    func told() async throws {
        for taken in [[], ["Hearth on box"]] as [Set<String>] {
            let bus = try PrivateBus()
            let avahi = try Avahi(bus, taken: taken)
            await avahi.isUp()
            let announcer = try ServiceAnnouncer(Self.service, bus: .address(bus.address))
            try announcer.start()
            let name = taken.isEmpty ? "Hearth on box" : "Hearth on box #2"
            #expect(await announcer.events.first { _ in true } == .told(name))
            let added = try #require(
                await avahi.calls.stream.first { $0.member == "AddService" && $0.arguments[3] == .string(name) })
            #expect(added.interface == "org.freedesktop.Avahi.EntryGroup")
            #expect(added.arguments[4] == .string("_hearth._tcp") && added.arguments[7] == .uint16(8421))
            #expect(
                added.arguments[8]
                    == .array(of: "ay", ["path=/", "https=0"].map { .array(of: "y", $0.utf8.map(BusValue.byte)) }))
            announcer.stop()
            avahi.connection.stop()
        }
    }

    @Test("Without Avahi it is silent and says so; it is told when one comes, and again when that is another")
    func comesAndGoes() async throws {
        let bus = try PrivateBus()
        let announcer = try ServiceAnnouncer(Self.service, bus: .address(bus.address))
        try announcer.start()
        var events = announcer.events.makeAsyncIterator()
        #expect(await events.next() == .silent("avahi-daemon does not run"))
        for _ in 0..<3 {
            let avahi = try Avahi(bus)
            #expect(await events.next() == .told("Hearth on box"))
            avahi.connection.stop()
            #expect(await events.next() == .silent("avahi-daemon does not run"))
        }
        announcer.stop()
        #expect(await events.next() == nil)
    }

    @Test("A bus that is not there is no failure, and stopping does not wait for it")
    func noBus() async throws {
        let announcer = try ServiceAnnouncer(Self.service, bus: .address("unix:path=/nonexistent/bus"))
        try announcer.start()
        var events = announcer.events.makeAsyncIterator()
        guard case .silent(let reason)? = await events.next() else {
            Issue.record("nothing was said")
            return
        }
        #expect(reason.contains("can't be reached"))
        announcer.stop()
        #expect(await events.next() == nil)
    }
}
