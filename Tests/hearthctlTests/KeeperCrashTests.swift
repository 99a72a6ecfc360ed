import Base
import Foundation
import RemoteKeymaps
import Synchronization
import Testing

@testable import hearthctl

/// Fails steps of a keeper: from a certain one on all of them, as if it had been killed there, or that one alone.
private final class PulledPlug: Sendable {
    private let counted = Mutex(0)
    private let failing: Range<Int>

    init(at step: Int, once: Bool = false) {
        failing = step..<(once ? step + 1 : .max)
    }

    /// Whether the step that fails was reached.
    var wasReached: Bool { counted.withLock { $0 } > failing.lowerBound }

    func files(stride: Int = 30) -> DurableFiles {
        DurableFiles(
            willStep: { [self] name throws(SystemCallError) in
                let step = counted.withLock { count in
                    defer { count += 1 }
                    return count
                }
                if failing.contains(step) { throw SystemCallError(call: name, errno: ENOSPC) }
            }, stride: stride)
    }
}

/// Where the keeper dies, whatever it does: nothing is ever half there.
@Suite("A keeper that is killed")
struct KeeperCrashTests {
    private static let stock = "# a table\n*\trc-rc6-mce\trc6_mce.toml\n*\trc-cec\tcec.toml\n"
    private static let tvLine = "mceusb\trc-rc6-mce\thearth-tv.toml\n"

    /// What is asked of the keeper, when `tv` is kept already.
    enum Deed: CaseIterable {
        case keepNew, keepAnew, forget

        func callAsFunction(_ keeper: KeymapKeeper) throws {
            switch self {
            case .keepNew: _ = try keeper.keep("new", receiver: "rc0", keymap: KeeperDesk.other)
            case .keepAnew: _ = try keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.other)
            case .forget: try keeper.forget("tv")
            }
        }
    }

    /// A desk where `tv` is kept.
    private func desk() throws -> KeeperDesk {
        let desk = try KeeperDesk(table: Self.stock)
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        return desk
    }

    private func keymaps(_ desk: KeeperDesk) -> [String: String] {
        var found: [String: String] = [:]
        for file in desk.files where !file.hasSuffix(".bak") { found[file] = desk.text("etc/rc_keymaps/\(file)") }
        return found
    }

    /// What may be there when nobody is at work: all before or all after, whole, and all that was kept was tried.
    private func expectWhole(_ desk: KeeperDesk, _ deed: Deed, _ place: String) {
        let newKept = KeeperDesk.otherKept.replacingOccurrences(of: "tv", with: "new")
        let tables: [String] =
            switch deed {
            case .keepNew:
                [Self.tvLine + Self.stock, "mceusb\trc-rc6-mce\thearth-new.toml\n" + Self.tvLine + Self.stock]
            case .keepAnew: [Self.tvLine + Self.stock]
            case .forget: [Self.tvLine + Self.stock, Self.stock]
            }
        // Comments stand before the first line, which is where the newest is put.
        let wanted = tables.map { table in
            let lines = table.split(separator: "\n").map(String.init)
            return ((lines.filter { $0.hasPrefix("#") } + lines.filter { !$0.hasPrefix("#") }).map { $0 + "\n" })
                .joined()
        }
        let table = desk.text("etc/rc_maps.cfg") ?? ""
        #expect(wanted.contains(table), "\(place): \(table)")
        let found = keymaps(desk)
        let allowed: [String: [String]] = [
            "hearth-tv.toml": [KeeperDesk.kept] + (deed == .keepAnew ? [KeeperDesk.otherKept] : []),
            "hearth-new.toml": deed == .keepNew ? [newKept] : [],
        ]
        for (file, text) in found { #expect(allowed[file]?.contains(text) == true, "\(place): \(file) \(text)") }
        for line in KeymapTable(text: table).lines where line.file.hasPrefix("hearth-") {
            #expect(found[line.file] != nil, "\(place): \(line.file) is named and not there")
        }
        for text in found.values { #expect(desk.text("tested")?.contains(text) == true, "\(place)") }
        #expect(desk.stateFiles == ["lock"], "\(place)")
    }

    @Test(
        "At every step, what was there or what was to be is there whole, as soon as a keeper starts",
        arguments: Deed.allCases)
    func killed(deed: Deed) throws {
        var step = 0
        while true {
            let desk = try desk()
            let plug = PulledPlug(at: step)
            var dying = desk.keeper
            dying.files = plug.files()
            let outcome = Result { try deed(dying) }
            guard plug.wasReached else {
                if case .failure(let error) = outcome { Issue.record("\(deed): \(error)") }
                break
            }
            // Whatever becomes of the table, no keymap is ever half there under its own name.
            for (file, text) in keymaps(desk) where KeymapOrder.name(ofFile: file) != nil {
                #expect(desk.text("tested")?.contains(text) == true, "\(deed), step \(step): \(file)")
            }
            desk.keeper.mend()
            expectWhole(desk, deed, "\(deed), step \(step)")
            // Then it can be asked again.
            if deed != .forget || desk.files.contains("hearth-tv.toml") { try deed(desk.keeper) }
            step += 1
        }
        #expect(step > (deed == .keepNew ? 25 : 10), "\(step) steps")
    }

    @Test("Killed again while it mends, it mends the next time")
    func killedTwice() throws {
        // In the midst of the table.
        let steps = Mutex<[String]>([])
        let whole = try desk()
        var counting = whole.keeper
        counting.files.stride = 30
        counting.files.willStep = { name throws(SystemCallError) in steps.withLock { $0.append(name) } }
        try Deed.keepNew(counting)
        let half = try #require(
            steps.withLock { $0 }.firstIndex { $0.hasPrefix("write") && $0.hasSuffix("/rc_maps.cfg") }
        )
        var second = 0
        while true {
            let desk = try desk()
            var dying = desk.keeper
            dying.files = PulledPlug(at: half + 2).files()
            #expect(throws: KeymapKeeper.Trouble.self) { try Deed.keepNew(dying) }
            #expect(desk.files.contains(KeymapOrder.tableNote), "the table is being written")
            let table = try Data(contentsOf: URL(fileURLWithPath: desk.keeper.table))
            #expect(table.contains(0), "it is half there")
            let plug = PulledPlug(at: second)
            dying.files = plug.files()
            dying.mend()
            desk.keeper.mend()
            expectWhole(desk, .keepNew, "step \(half) and \(second)")
            // Receivers that came up with half a table are told the whole one.
            #expect(desk.calls.last == "-a \(desk.keeper.table) -s rc0")
            guard plug.wasReached else { break }
            second += 1
        }
        #expect(second > 8, "\(second) steps")
    }

    @Test("A step that fails, for want of room or whatever, leaves all as it was", arguments: Deed.allCases)
    func failed(deed: Deed) throws {
        var step = 0
        var failures = 0
        while true {
            let desk = try desk()
            let before = (keymaps(desk), desk.text("etc/rc_maps.cfg"))
            let plug = PulledPlug(at: step, once: true)
            var failing = desk.keeper
            failing.files = plug.files()
            let outcome = Result { try deed(failing) }
            guard plug.wasReached else { break }
            if case .failure = outcome {
                failures += 1
                if deed != .forget {
                    #expect(keymaps(desk) == before.0, "\(deed), step \(step)")
                    #expect(desk.text("etc/rc_maps.cfg") == before.1, "\(deed), step \(step)")
                }
            }
            desk.keeper.mend()
            expectWhole(desk, deed, "\(deed), step \(step)")
            step += 1
        }
        #expect(failures > 8)
    }

    @Test("What is on the disk is on it before the next step counts on it")
    func order() throws {
        let steps = Mutex<[String]>([])
        let desk = try desk()
        var keeper = desk.keeper
        let root = desk.root
        keeper.files.willStep = { name throws(SystemCallError) in
            let plain = name.replacingOccurrences(of: root, with: "").replacing(#/(trial|hearth)-[0-9a-f]{17,}/#) {
                "\($0.1)-N"
            }
            steps.withLock { $0.append(plain) }
        }
        _ = try keeper.keep("new", receiver: "rc0", keymap: KeeperDesk.other)
        let (folder, table) = ("/etc/rc_keymaps", "/etc/rc_maps.cfg")
        let new = "\(folder)/.hearth-N.new"
        let note = "\(folder)/\(KeymapOrder.tableNote)"
        #expect(
            steps.withLock { $0 } == [
                // The trial.
                "create /run/trial-N.toml", "write /run/trial-N.toml", "sync /run/trial-N.toml",
                "remove /run/trial-N.toml",
                // The keymap.
                "create \(new)", "write \(new)", "sync \(new)", "rename \(new) \(folder)/hearth-new.toml",
                "sync \(folder)",
                // The note of what the table shall be, the table, the end of the note.
                "create \(new)", "write \(new)", "sync \(new)", "rename \(new) \(note)", "sync \(folder)",
                "reserve \(table)", "write \(table)", "truncate \(table)", "sync \(table)",
                "remove \(note)", "sync \(folder)",
            ])
    }

    @Test("At every step the lock is held")
    func locked() throws {
        for deed in Deed.allCases {
            let desk = try desk()
            var keeper = desk.keeper
            let lock = "\(desk.keeper.state)/lock"
            let free = Mutex(0)
            keeper.files.willStep = { _ throws(SystemCallError) in
                guard let file = try? OwnedDescriptor(open: lock, flags: O_RDWR),
                    flock(file.raw, LOCK_EX | LOCK_NB) < 0, errno == EWOULDBLOCK
                else { return free.withLock { $0 += 1 } }
            }
            try deed(keeper)
            #expect(free.withLock { $0 } == 0, "\(deed)")
        }
    }
}
