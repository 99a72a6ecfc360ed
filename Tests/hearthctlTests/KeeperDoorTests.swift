import Base
import Devices
import Foundation
import Headless
import MediaCore
import RemoteKeymaps
import Synchronization
import Testing

@testable import hearthctl

/// What somebody who may talk to the keeper can't make of it.
@Suite("The keeper's door")
struct KeeperDoorTests {
    @Test("Nothing that was sent is kept as it came, only what it means")
    func words() throws {
        let desk = try KeeperDesk()
        let sent = """
            # mischief
            other = "mischief"
            [[protocols]]
            name = "mischief\\n[[protocols]]"
            protocol = "N-E_c"
            variant = "mischief"
            mischief = 7
            [protocols.scancodes]
            0x4001 = "KEY_OK" # mischief
            0x4002 = "KEY_MISCHIEF"

            """
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: sent)
        #expect(desk.text("etc/rc_keymaps/hearth-tv.toml") == KeeperDesk.kept)
        #expect(desk.text("tested") == KeeperDesk.kept)
    }

    @Test("What is small but long when it is written out is refused")
    func long() throws {
        let desk = try KeeperDesk()
        let parts = String(repeating: "[[protocols]]\nprotocol = \"nec\"\n", count: 5_000)
        #expect(parts.utf8.count < KeymapOrder.longestKeymap)
        #expect(throws: KeymapKeeper.Trouble.self) {
            try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap + parts)
        }
        #expect(desk.files == [] && desk.calls == [])
    }

    @Test("Of many connections at once each keeps what it had tried, and the table has them all")
    func crowd() async throws {
        let desk = try KeeperDesk()
        let count = 6
        let keeper = desk.keeper
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await blocking(on: "keeper") {
                        // All of one name, and each of one of its own.
                        for name in ["tv", "tv\(number)"] {
                            let keymap = KeeperDesk.keymap.replacingOccurrences(of: "0x4001", with: "0x\(1 + number)")
                            _ = try keeper.keep(name, receiver: "rc0", keymap: keymap)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let names = LearntRemote.names(in: desk.keeper.folder)
        #expect(names.sorted() == (["tv"] + (0..<count).map { "tv\($0)" }).sorted())
        let files = KeymapTable(text: desk.text("etc/rc_maps.cfg") ?? "").lines.map(\.file)
        #expect(Set(files) == Set(names.map(KeymapOrder.file(of:)) + ["rc6_mce.toml"]) && files.count == count + 2)
        for name in names {
            let text = try #require(desk.text("etc/rc_keymaps/hearth-\(name).toml"))
            #expect(desk.text("tested")?.contains(text) == true, "\(name)")
            if name != "tv" { #expect(text.contains("0x\(1 + (Int(name.dropFirst(2)) ?? -1)) = \"KEY_OK\"")) }
        }
    }

    @Test("There is a most of remotes, and of backups")
    func most() throws {
        let desk = try KeeperDesk()
        for number in 0..<KeymapOrder.mostKept { try desk.write("", "etc/rc_keymaps/hearth-r\(number).toml") }
        let trouble = #expect(throws: KeymapKeeper.Trouble.self) {
            try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        }
        #expect(trouble?.description.contains("hearthctl remote forget") == true)
        #expect(desk.calls == [] && desk.files.count == KeymapOrder.mostKept)
        // One of them may be learnt anew.
        _ = try desk.keeper.keep("r7", receiver: "rc0", keymap: KeeperDesk.keymap)
        for number in 0..<KeymapOrder.mostKept { try desk.write("", "etc/rc_keymaps/hearth-old\(number).toml.bak") }
        try desk.keeper.forget("r7")
        #expect(desk.files.count { $0.hasSuffix(".bak") } == KeymapOrder.mostKept)
        #expect(desk.files.contains("hearth-r7.toml.bak"), "the newest stays")
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
    }

    /// What a connection says and hears when nothing is said after `said`, and how long it lasts.
    ///
    /// - Parameter quiet: called when the keeper waits and nothing is there; it may say more, and then returns true
    private func silence(
        _ desk: KeeperDesk, _ said: String,
        quiet: @escaping @Sendable (_ mine: Int32, _ clock: ManualClock, _ deadline: HostTime) -> Bool = { _, _, _ in
            false
        }
    ) throws -> (answers: [String], lasted: Duration) {
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (mine, its) = (ends[0], ends[1])
        defer { close(mine) }
        #expect(Output.write(Array(said.utf8), to: mine))
        let clock = ManualClock()
        let start = clock.now
        var session = KeeperSession(keeper: desk.keeper, input: its, output: its)
        session.clock = clock
        session.canGoOn = { descriptor, events, deadline in
            while true {
                var wanted = pollfd(fd: descriptor, events: Int16(events), revents: 0)
                if poll(&wanted, 1, 0) > 0 { return true }
                guard quiet(mine, clock, deadline) else { break }
            }
            if clock.now < deadline { clock.advance(by: deadline - clock.now) }
            return false
        }
        session.run()
        close(its)
        var answers: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(mine, &chunk, chunk.count), count > 0 { answers += chunk.prefix(count) }
        return (
            String(decoding: answers, as: UTF8.self).split(separator: "\n").map(String.init), clock.now - start
        )
    }

    private static let end = "error nothing was asked for: the connection ends"

    @Test("Who asks for nothing is sent away, who listens when a lesson could not last longer")
    func idle() throws {
        let desk = try KeeperDesk()
        var silence = try silence(desk, "")
        #expect(silence.answers == [Self.end] && silence.lasted == KeeperPatience.order)
        silence = try self.silence(desk, "forget tv\nlis")
        #expect(silence.answers == ["error no remote is called tv", Self.end])
        #expect(silence.lasted == KeeperPatience.order)
        silence = try self.silence(desk, "keep tv rc0 500\n[[protocols]]")
        #expect(silence.answers == ["error the keymap did not come whole", Self.end])
        #expect(silence.lasted == KeeperPatience.order * 2 && desk.files.isEmpty)
        silence = try self.silence(desk, "listen rc0\n")
        #expect(silence.answers == ["ok", Self.end] && silence.lasted == KeeperPatience.connection)
        #expect(desk.text("sys/rc0/protocols")?.hasPrefix("none +rc-6") == true, "it decodes what it did before")
    }

    @Test("A byte now and then holds nobody else up for longer, nor do orders without end")
    func drip() throws {
        let desk = try KeeperDesk()
        func after(_ pause: Duration, _ text: String) -> @Sendable (Int32, ManualClock, HostTime) -> Bool {
            { mine, clock, deadline in
                guard clock.now + pause <= deadline else { return false }
                clock.advance(by: pause)
                return Output.write(Array(text.utf8), to: mine)
            }
        }
        let bytes = try silence(desk, "", quiet: after(.seconds(7), "x"))
        #expect(bytes.answers == [Self.end] && bytes.lasted == KeeperPatience.order)
        let orders = try silence(desk, "", quiet: after(.seconds(29), "x\n"))
        #expect(orders.lasted == KeeperPatience.connection)
        #expect(orders.answers.count == 63 && orders.answers.dropLast().allSatisfy { $0 == "error that is no order" })
    }

    @Test("Who reads no answers does not hold it either")
    func unread() throws {
        let desk = try KeeperDesk()
        let result = try silence(desk, String(repeating: "x\n", count: 20_000))
        #expect(result.answers.count < 20_000 && result.lasted == KeeperPatience.order)
    }

    @Test("A keeper that serves a socket of its own serves one at a time, and tells the others")
    func server() throws {
        let desk = try KeeperDesk()
        let path = "\(desk.root)/keeper.sock"
        let keeper = desk.keeper
        let stop = try EventDescriptor()
        let raw = stop.raw
        let server = try KeeperServer(path: path, group: "")
        let thread = try NamedThread("server") { try? server.run(keeper, until: raw) }
        do {
            let first = try LocalConnection(to: path)
            try first.send("listen rc0\n")
            #expect(try first.line() == "ok")
            for _ in 0..<3 {
                let other = try LocalConnection(to: path)
                #expect(try other.line() == "error somebody else has the keeper of keymaps")
                #expect(try other.line() == nil)
            }
            // A line without end: the connection is closed from the other side, and the next is served.
            try first.send(String(repeating: "x", count: 256))
            #expect(try first.line() == nil)
        }
        do {
            let next = try LocalConnection(to: path)
            try next.send("forget tv\n")
            #expect(try next.line() == "error no remote is called tv")
        }
        stop.signal()
        thread.join()
    }
}
