import Base
import ControlProtocol
import Foundation
import MediaCore

extension Catalogue {
    /// Teaches an unknown remote from end to end: light, lirc, the lesson on the screen and over the socket, the
    /// keeper, ir-keytable, the next start, keys, and the forgetting of all of it.
    static let remoteLearn = Scenario(
        "remote-learn", "A remote that the receiver does not know is taught key by key, lasts, and is forgotten",
        needs: []
    ) { run in
        let box = run.bench.box
        guard let receiver = try InfraredReceiver() else {
            run.check("There is an infrared receiver", false)
            return
        }
        // Forgotten, it has no keys at all: the rig's own remote again, for who comes next.
        defer { _ = try? InfraredReceiver() }
        let light = InfraredLight(lirc: receiver.lirc, box: box)
        try LearningDesk.prepare(box)
        try run.start()
        let uevent = try box.shell("grep -l DRV_NAME=rc-loopback /sys/class/rc/*/uevent")
        let id = uevent.split(separator: "/").dropLast().last.map(String.init) ?? "rc0"
        let protocols = "/sys/class/rc/\(id)/protocols"
        func decoded() throws -> Set<String> {
            Set(
                try box.shell("cat \(protocols)").split { $0 == " " || $0 == "\n" }.filter { $0.hasPrefix("[") }.map(
                    String.init))
        }
        let before = try decoded()

        // RC-6 and NEC in one remote; once OK's code is sent where Up's was asked for.
        let lesson = LearningDesk(box, "learned --keys ok,up,KEY_RED --device \(id)")
        run.check("It asks for OK", lesson.waits { $0.step == .asked && $0.key == "KEY_OK" }, found: lesson.told)
        let all = try decoded()
        run.check(
            "Everything is decoded meanwhile", all.isSuperset(of: before) && all.contains("[sony]"),
            found: "\(all.sorted())")
        if run.bench.eyes != nil {
            let seen = try run.waitForText(
                "Press OK", region: .area(x: 225, y: 430, width: 500, height: 90), timeout: .seconds(2))
            run.check("The screen says so", seen.match, found: seen.text, frames: [seen.frame])
        }
        try light.send("rc6_mce:0x800f0422")
        run.check(
            "The first press is heard", lesson.waits { $0.step == .heard && $0.code?.variant == "rc-6-mce" },
            found: lesson.told)
        try light.send("rc6_mce:0x800f0422")
        run.check(
            "The second is OK", lesson.waits { $0.step == .learnt && $0.code?.scancode == "0x800f0422" },
            found: lesson.told)
        try light.send("rc6_mce:0x800f0422")
        run.check(
            "OK's code is not Up's too", lesson.waits { $0.step == .taken && $0.key == "KEY_OK" }, found: lesson.told)
        for _ in 0..<2 { try light.send("rc6_mce:0x800f041e") }
        run.check("Up is learnt", lesson.waits { $0.step == .learnt && $0.key == "KEY_UP" }, found: lesson.told)
        for _ in 0..<2 { try light.send("nec:0x7f01") }
        run.check("It is kept", lesson.waits { $0.step == .kept }, found: lesson.told)
        run.keep(text: lesson.text, as: "lesson")

        let file = "/etc/rc_keymaps/hearth-learned.toml"
        let tested = try box.shell("ir-keytable --test-keymap=\(file) && echo fine")
        run.check("ir-keytable takes the keymap", tested.contains("fine"), found: tested)
        let expected = ["0x7f01 = KEY_RED", "0x800f041e = KEY_UP", "0x800f0422 = KEY_OK"]
        func table() throws -> [String] {
            try box.shell("ir-keytable -r -s \(id) 2>/dev/null").split(separator: "\n").compactMap { line in
                line.hasPrefix("scancode ") ? line.dropFirst(9).split(separator: " (").first.map(String.init) : nil
            }.sorted()
        }
        run.check("The receiver has it at once", try table() == expected, found: "\(try table())")
        run.check(
            "… and decodes what it needs", try decoded() == ["[nec]", "[rc-6]", "[lirc]"],
            found: "\(try decoded().sorted())")

        // The state after a reboot: an empty receiver, then the command that udev's rule runs.
        try box.shell("ir-keytable -c -s \(id); echo none > \(protocols); ir-keytable -a /etc/rc_maps.cfg -s \(id)")
        run.check(
            "After a start it is there again", try table() == expected && decoded().contains("[nec]"),
            found: "\(try table())")
        let keys = KeyCommands(log: box.log).names.count
        try light.send("rc6_mce:0x800f041e")
        pause(.milliseconds(600))
        let commands = Array(KeyCommands(log: box.log).names.dropFirst(keys))
        run.check("Its keys are keys", commands == ["showFavourites"], found: "\(commands)")
        let listed = try box.hearthctl("remotes --json")
        run.check("It is listed with its keymap", listed.contains("hearth-learned.toml"), found: listed)

        // A daemon that dies during a lesson must leave no protocol decoded that was not decoded before.
        let usual = try decoded()
        let second = LearningDesk(box, "other --keys ok --device \(id)")
        run.check("Another lesson begins", second.waits { $0.step == .asked }, found: second.told)
        run.check("… with everything decoded", try decoded().contains("[sony]"))
        if let process = box.process { try box.shell("kill -9 \(process)") }
        let restored = waitUntil(timeout: .seconds(5)) { (try? decoded()) == usual ? true : nil }
        run.check(
            "The daemon killed, what was decoded before is decoded", restored != nil, found: "\(try decoded().sorted())"
        )

        try run.start()
        let forgotten = try box.shell("hearthctl remote forget learned")
        run.check("It is forgotten", try table().isEmpty, found: "\(forgotten) \(try table())")
        let lines = try box.shell("grep -c hearth- /etc/rc_maps.cfg; ls /etc/rc_keymaps")
        run.check("Nothing names it any more", lines.hasPrefix("0\n"), found: lines)
    }
}

/// The light of a remote, sent by ir-ctl: one press that is let go.
private struct InfraredLight {
    let lirc: String
    let box: any BoxControl

    func send(_ code: String) throws {
        try box.shell("ir-ctl -d \(lirc) -S \(code)")
        pause(.milliseconds(500))
    }
}

/// `hearthctl remote learn --json`, running in the background, and its output so far.
private final class LearningDesk {
    private let box: any BoxControl
    private let file: String
    private var read = 0

    /// Makes /etc writable where it is not, and starts the keeper where no systemd does.
    static func prepare(_ box: any BoxControl) throws {
        try box.shell(
            """
            touch /etc/.hearth 2>/dev/null && rm /etc/.hearth || { mkdir -p /run/etc/upper /run/etc/work
            mount -t overlay none /etc -o lowerdir=/etc,upperdir=/run/etc/upper,workdir=/run/etc/work; }
            rm -f /etc/rc_keymaps/hearth-*
            [ -S /run/hearth-keymaps.sock ] || {
            hearthctl remote keeper --listen /run/hearth-keymaps.sock </dev/null >/run/keeper.log 2>&1 & }
            for turn in 1 2 3 4 5 6 7 8 9; do [ -S /run/hearth-keymaps.sock ] && break; sleep 0.1; done
            """)
    }

    init(_ box: any BoxControl, _ arguments: String) {
        self.box = box
        file = "/run/lesson-\(arguments.prefix { $0 != " " })"
        let (file, arguments) = (file, arguments)
        // The other thread only runs one program through it, a process of its own; the box's state does not change by
        // that.
        nonisolated(unsafe) let shared = box
        // It prints until the lesson or the daemon ends.
        _ = try? NamedThread("lesson") {
            _ = try? shared.hearthctl("remote learn \(arguments) --json </dev/null >\(file) 2>&1")
        }
    }

    var text: String { (try? box.shell("cat \(file)")) ?? "" }
    var told: String { String(text.suffix(600)) }

    /// Waits for a step, searching after the one that was waited for last.
    func waits(_ wanted: (LessonInfo) -> Bool) -> Bool {
        waitUntil(timeout: .seconds(10)) {
            let lines = text.split(separator: "\n")
            for (index, line) in lines.enumerated().dropFirst(read) {
                guard case .lesson(let lesson)? = try? Wire.decode(ControlEvent.self, from: line.utf8), wanted(lesson)
                else { continue }
                read = index + 1
                return true
            }
            return nil
        } ?? false
    }
}
