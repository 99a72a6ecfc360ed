import Base
import Devices
import Foundation
import TestSupport
import Testing

@testable import DBus

/// On a bus of the tests' own, with systemd's and GLib's tools at the other end.
@Suite("A connection to D-Bus", .timeLimit(.minutes(5)), .enabled(if: PrivateBus.isThere))
struct BusConnectionTests {
    private static let name = "io.hearth.Test", path = "/io/hearth/test"

    /// A connection whose calls are answered by a function.
    private final class Echo: Sendable {
        let connection: BusConnection
        let ups = AsyncStream.makeStream(of: String.self)
        let downs = AsyncStream.makeStream(of: String.self)
        private let task: Task<Void, Never>

        init(
            _ bus: PrivateBus, retry: Duration = .milliseconds(5), mostCalls: Int = 64,
            answer: @escaping @Sendable (BusCall) -> BusAnswer? = { .values($0.arguments) }
        ) throws {
            let connection = try BusConnection(
                .init(bus: .address(bus.address), name: name, path: path, retry: retry, mostCalls: mostCalls))
            self.connection = connection
            task = Task { [ups, downs] in
                for await event in connection.events {
                    switch event {
                    case .up(let name): ups.continuation.yield(name)
                    case .down(let reason): downs.continuation.yield(reason)
                    case .call(let call): if let answer = answer(call) { connection.reply(to: call.id, answer) }
                    }
                }
            }
            try connection.start()
        }

        func isUp() async -> String? { await ups.stream.first { _ in true } }
        func isDown() async -> String? { await downs.stream.first { _ in true } }

        /// Ends it, and waits until it has ended.
        func stop() async throws {
            connection.stop()
            await task.value
        }
    }

    private static func call(_ bus: PrivateBus, _ member: String, _ arguments: String...) async throws -> ProgramRun {
        try await bus.busctl(["call", name, path, "io.hearth.Test", member] + arguments)
    }

    @Test("Values of every type go there and back as they are")
    func values() async throws {
        let bus = try PrivateBus()
        let echo = try Echo(bus)
        #expect(await echo.isUp() == Self.name)
        let calls: [[String]] = [
            ["y", "255"], ["b", "true"], ["n", "-32768"], ["q", "65535"], ["i", "-2147483648"], ["u", "4294967295"],
            ["x", "-9223372036854775808"], ["t", "18446744073709551615"], ["d", "0.1"], ["s", "\"twelve\""],
            ["o", "\"/a/b_2f\""], ["g", "\"a{sv}\""], ["as", "2", "\"a\"", "\"\""], ["as", "0"],
            ["a{sv}", "2", "\"k\"", "x", "7", "\"l\"", "as", "1", "\"m\""], ["(sx)", "\"a\"", "1"],
            ["a(oss)", "1", "\"/p\"", "\"n\"", "\"\""], ["v", "d", "2.5"],
            ["(b(oss))", "false", "\"/\"", "\"\"", "\"\""],
            ["aa{sv}", "1", "1", "\"k\"", "i", "-1"], ["sxas", "\"three\"", "3", "1", "\"b\""],
        ]
        for arguments in calls {
            let run = try await bus.busctl(
                ["call", "--", Self.name, Self.path, "io.hearth.Test", "Echo"]
                    + arguments.map { $0.hasPrefix("\"") ? String($0.dropFirst().dropLast()) : $0 })
            #expect(run.text == arguments.joined(separator: " ") + "\n", "\(run.errors)")
        }
        let text = try await bus.gdbus("io.hearth.Test.Echo", of: Self.name, at: Self.path, ["zwölf 한국"])
        #expect(text.text == "('zwölf 한국',)\n", "\(text.errors)")
        try await echo.stop()
    }

    @Test("An error has its name and its words; who is at another path, or asks a peer, is answered by the bus")
    func errors() async throws {
        let bus = try PrivateBus()
        let echo = try Echo(bus) { _ in .failure(name: "io.hearth.Error.NotNow", text: "not now: it is late") }
        _ = await echo.isUp()
        let refused = try await Self.call(bus, "Anything")
        #expect(refused.status != 0 && refused.errors.contains("not now: it is late"))
        let gdbus = try await bus.gdbus("io.hearth.Test.Anything", of: Self.name, at: Self.path, [])
        #expect(gdbus.errors.contains("io.hearth.Error.NotNow"))
        let elsewhere = try await bus.busctl("call", Self.name, "/other", "io.hearth.Test", "Echo")
        #expect(elsewhere.status != 0)
        #expect(
            try await bus.busctl("call", Self.name, Self.path, "org.freedesktop.DBus.Peer", "Ping").status == 0)
        try await echo.stop()
    }

    @Test("A second one has a name of its own")
    func secondName() async throws {
        let bus = try PrivateBus()
        let first = try Echo(bus)
        #expect(await first.isUp() == Self.name)
        let second = try Echo(bus)
        #expect(await second.isUp() == "\(Self.name).instance\(getpid())")
        try await second.stop()
        try await first.stop()
    }

    @Test("Signals reach who listens")
    func signals() async throws {
        let bus = try PrivateBus()
        let echo = try Echo(bus)
        _ = await echo.isUp()
        let monitor = try Lines("gdbus", ["monitor", "--address", bus.address, "--dest", Self.name])
        // It has subscribed once it says who has the name.
        try #require(await monitor.line { $0.contains("is owned by") } != nil)
        echo.connection.emit(
            BusSignal(
                interface: "io.hearth.Test", member: "Moved",
                arguments: [.int64(42), .dictionary([.init("k", .path("/a"))])]))
        let line = await monitor.line { $0.contains("Moved") }
        #expect(line?.contains("io.hearth.Test.Moved (int64 42, {'k': <objectpath '/a'>})") == true)
        try await echo.stop()
    }

    @Test("A bus that goes is told once, and is found again when it is back")
    func again() async throws {
        let bus = try PrivateBus()
        let echo = try Echo(bus)
        _ = await echo.isUp()
        let other = try bus.again()
        #expect(await echo.isDown() != nil)
        #expect(await echo.isUp() == Self.name)
        #expect(try await Self.call(other, "Echo", "s", "back").text == "s \"back\"\n")
        try await echo.stop()
    }

    @Test("Who asks without end is refused, and the rest is answered")
    func flood() async throws {
        let bus = try PrivateBus()
        let waiting = Locked<[BusCall.ID]>([])
        let asked = AsyncStream.makeStream(of: Void.self)
        let echo = try Echo(bus, mostCalls: 3) { call in
            waiting.withLock { $0.append(call.id) }
            asked.continuation.yield()
            return nil
        }
        _ = await echo.isUp()
        let calls = try await withThrowingTaskGroup(of: ProgramRun.self) { group in
            for _ in 0..<5 { group.addTask { try await Self.call(bus, "Wait") } }
            // Three wait; the others were refused.
            for await _ in asked.stream where waiting.withLock({ $0.count }) == 3 { break }
            var refused = 0
            var runs: [ProgramRun] = []
            while refused < 2, let run = try await group.next() {
                refused += 1
                runs.append(run)
            }
            for id in waiting.withLock({ $0 }) { echo.connection.reply(to: id, .values([])) }
            for try await run in group { runs.append(run) }
            return runs
        }
        let others = calls.filter { $0.status != 0 && !$0.errors.contains("too many calls") }.map(\.errors)
        #expect(calls.filter { $0.status == 0 }.count == 3, "\(others)")
        #expect(calls.filter { $0.errors.contains("too many calls") }.count == 2)
        try await echo.stop()
    }

    @Test("No bus is a reason in words, told once, and no end")
    func noBus() async throws {
        let connection = try BusConnection(
            .init(bus: .address("unix:path=/nowhere/bus"), name: Self.name, path: Self.path, retry: .milliseconds(1)))
        try connection.start()
        var events: [BusEvent] = []
        for await event in connection.events {
            events.append(event)
            // Others would follow at once, were each attempt told.
            connection.stop()
        }
        #expect(
            events == [.down(reason: "the bus at unix:path=/nowhere/bus can't be reached: No such file or directory")])
    }
}
