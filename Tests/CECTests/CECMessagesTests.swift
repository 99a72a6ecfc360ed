import CEvdev
import Devices
import MediaCore
import Testing

@testable import CEC

@Suite("CEC: messages")
struct CECMessagesTests {
    @Test(
        "What a TV asks is answered to who asked",
        arguments: [
            ("04:8f", ["40:90:00"]), ("54:8f", ["45:90:00"]), ("04:8d:02", ["40:8e:00"]), ("04:8d:00", ["40:8e:00"]),
            ("04:1a:03", ["40:1b:19"]), ("04:46", ["40:47:48:65:61:72:74:68"]), ("04:9f", ["40:9e:05"]),
            ("04:83", ["4f:84:12:00:04"]),
        ])
    func answers(message: String, answer: [String]) {
        var tv = Conversation()
        let said = tv.hear(message)
        #expect(said == answer)
    }

    @Test("What the kernel answers is not answered twice, and what libcec answers neither")
    func below() {
        let questions = ["04:8f", "04:8d:02", "04:1a:03", "04:46", "04:9f", "04:83", "04:8c", "04:a5", "04:ff:00"]
        var kernel = Conversation(answeredBelow: CECLineFacts.kernel)
        let byKernel = questions.map { kernel.hear($0) }
        #expect(byKernel == [["40:90:00"], ["40:8e:00"], ["40:1b:19"], [], [], [], [], [], []])
        var library = Conversation(answeredBelow: CECLineFacts.libcec)
        let byLibrary = (questions + ["0f:86:12:00", "0f:85", "04:c0"]).flatMap { library.hear($0) }
        #expect(byLibrary.isEmpty)
        #expect(library.session.isActive)
    }

    @Test("What the box can't do it refuses; nothing that was for all, and nobody who can't be answered")
    func refusals() {
        var tv = Conversation()
        let refused = ["04:c0", "04:a4:02", "04:89:01", "04:91", "04:1a:07", "04:42:09", "04:41:7f", "04:8c"].map {
            tv.hear($0)
        }
        #expect(
            refused == [
                ["40:00:c0:00"], ["40:00:a4:00"], ["40:00:89:00"], ["40:00:91:00"], ["40:00:1a:03"], ["40:00:42:03"],
                ["40:00:41:03"], ["40:00:8c:00"],
            ])
        let silent = ["0f:c0", "0f:a0:00:80:45", "f4:c0", "f4:8f", "04:00:44:00", "44:8f", "48:8f", "04", "05:8f"]
        for message in silent {
            let said = tv.hear(message)
            #expect(said.isEmpty, "\(message)")
        }
    }

    @Test("What came to one and was for all, or the other way round, is passed over")
    func addressing() {
        var tv = Conversation()
        for message in ["04:86:12:00", "04:82:00:00", "04:85", "0f:8f", "0f:44:41", "04:32:64:65:75"] {
            let said = tv.hear(message)
            #expect(said.isEmpty && tv.keys.isEmpty && tv.orders.isEmpty, "\(message)")
        }
        // Only a TV may set the stream path.
        let said = tv.hear("8f:86:12:00")
        #expect(said.isEmpty && !tv.session.isActive)
    }

    @Test("Messages with operands missing or too many are passed over or refused, and none traps")
    func malformed() {
        var tv = Conversation()
        for destination in ["4", "f"] {
            for opcode in 0...255 {
                for operands in ["", ":12", ":12:00", ":ff:ff:ff", ":12:00:12:00:12:00:12:00:12:00:12:00:12:00"] {
                    let hexadecimal = (opcode < 16 ? "0" : "") + String(opcode, radix: 16)
                    _ = tv.hear("0\(destination):\(hexadecimal)\(operands)")
                    _ = tv.wait(.milliseconds(10))
                }
            }
        }
        #expect(tv.session.log.entries.count == CECLog.capacity)
        #expect(CECFrame(bytes: [UInt8]()) == nil)
    }

    @Test("A TV's remote: presses, repeats and releases of a stream as a TV sends it")
    func remote() {
        var tv = Conversation()
        // Up, tapped; channel up held for 1.1 s with a repeat each 450 ms; Back, whose release is lost; then red.
        let stream: [(Int64, String)] = [
            (0, "04:44:01"), (100, "04:45"), (500, "04:44:30"), (950, "04:44:30"), (1_400, "04:44:30"),
            (1_600, "04:45"),
            (2_000, "04:44:0d"), (4_000, "04:44:72"), (4_080, "04:45"), (4_090, "04:45"),
        ]
        let start = tv.now
        for (milliseconds, message) in stream {
            _ = tv.wait(start + .milliseconds(milliseconds) - tv.now)
            _ = tv.hear(message)
        }
        let found = tv.takeKeys().map { ($0.code, $0.phase, ($0.time - start).nanoseconds / 1_000_000) }
        let expected: [(Int32, KeyEvent.Phase, Int64)] = [
            (KEY_UP, .press, 0), (KEY_UP, .release, 100), (KEY_CHANNELUP, .press, 500), (KEY_CHANNELUP, .held, 950),
            (KEY_CHANNELUP, .held, 1_400), (KEY_CHANNELUP, .release, 1_600),
            (KEY_BACK, .press, 2_000), (KEY_BACK, .release, 2_650), (KEY_RED, .press, 4_000),
            (KEY_RED, .release, 4_080),
        ]
        #expect(found.elementsEqual(expected) { $0.0 == UInt16($1.0) && $0.1 == $1.1 && $0.2 == $1.2 })
    }

    @Test("The log says that a key was pressed, and never which")
    func keysAreMasked() {
        var tv = Conversation()
        for digit in 0x20...0x29 { _ = tv.hear("04:44:\(String(digit, radix: 16))") }
        _ = tv.hear("04:45")
        _ = tv.hear("04:8a:23")
        let entries = tv.session.log.entries.filter { $0.kind == .received }.suffix(12)
        #expect(Set(entries.map(\.frame)) == ["04:44:**", "04:45", "04:8a:**"])
        #expect(
            Set(entries.map(\.meaning)) == [
                "TV → Playback 1: User Control Pressed", "TV → Playback 1: User Control Released",
                "TV → Playback 1: Vendor Remote Button Down",
            ])
    }

    @Test("A TV's key is a person's; its Power On and Power Off are the TV's own")
    func hands() {
        for (code, isHand) in [("01", true), ("40", true), ("6b", true), ("6c", false), ("6d", false), ("ff", false)] {
            var tv = Conversation()
            _ = tv.hear("04:44:\(code)")
            #expect(tv.session.policy.hasPress(at: tv.now) == isHand, "\(code)")
        }
        // A key that hangs no longer counts as a hand after a while.
        var tv = Conversation()
        for _ in 0..<20 {
            _ = tv.hear("04:44:01")
            _ = tv.wait(.milliseconds(450))
        }
        #expect(!tv.session.policy.hasPress(at: tv.now))
    }

    @Test("Play and Deck Control are keys; without media the deck can't be controlled")
    func deck() {
        var tv = Conversation()
        let refused = tv.hear("04:42:03")
        #expect(refused == ["40:00:42:01"] && tv.keys.isEmpty)
        _ = tv.feed(.news(.deck(.playing)))
        for (message, code) in [
            ("04:41:24", KEY_PLAYCD), ("04:41:25", KEY_PAUSECD), ("04:41:05", KEY_FASTFORWARD),
            ("04:41:20", KEY_REWIND),
            ("04:42:01", KEY_NEXTSONG), ("04:42:02", KEY_PREVIOUSSONG), ("04:42:03", KEY_STOPCD),
            ("04:42:04", KEY_STOPCD),
        ] {
            let said = tv.hear(message)
            let keys = tv.takeKeys()
            #expect(said.isEmpty && keys.map(\.code) == [UInt16(code), UInt16(code)], "\(message)")
            #expect(keys.map(\.phase) == [.press, .release])
        }
    }

    @Test("Who wants to be told of the deck is told, until it wants no more")
    func deckFollower() {
        var tv = Conversation()
        var said = tv.hear("04:1a:01")
        #expect(said == ["40:1b:19"])
        said = [CECNews.Deck.playing, .playing, .paused].flatMap { tv.feed(.news(.deck($0))) }
        #expect(said == ["40:1b:11", "40:1b:14"])
        said = tv.hear("04:1a:02")
        said += tv.feed(.news(.deck(.playing)))
        #expect(said.isEmpty)
    }

    @Test("The TV's menu language is known; what is none is passed over")
    func language() {
        var tv = Conversation()
        for message in ["0f:32:44:45:55", "0f:32:65:6e", "0f:32:65:6e:31", "8f:32:65:6e:67"] { _ = tv.hear(message) }
        #expect(tv.session.status.menuLanguage == "deu")
    }

    @Test("Power is told as it is")
    func power() {
        var tv = Conversation()
        _ = tv.feed(.news(.standby(true)))
        let said = tv.hear("04:8f")
        #expect(said == ["40:90:01"])
    }

    @Test("Volume keys go to the AVR while it plays the TV's sound, as whole keys")
    func audioSystem() {
        var tv = Conversation()
        tv.press()
        var said = tv.feed(.news(.volume(.up, tv.now)))
        #expect(said.isEmpty && !tv.session.status.takesVolume)
        said = tv.hear("5f:72:01")
        #expect(said == ["45:71"])
        _ = tv.hear("54:7a:ad")
        #expect(tv.session.status.volume == 45 && tv.session.status.isMuted == true && tv.session.status.takesVolume)
        said = [.up, .down, .mute].flatMap { tv.feed(.news(.volume($0, tv.now))) }
        #expect(said == ["45:44:41", "45:45", "45:44:42", "45:45", "45:44:43", "45:45"])
        // A key press that waited too long.
        said = tv.feed(.news(.volume(.up, tv.now - .milliseconds(500))))
        #expect(said.isEmpty)
        _ = tv.hear("5f:72:00")
        #expect(!tv.session.status.takesVolume && tv.session.status.volume == nil)
    }

    @Test("An AVR that does not acknowledge has gone: the box's own volume is back")
    func audioSystemGone() {
        var tv = Conversation()
        _ = tv.hear("54:7e:01")
        tv.deaf = [5]
        tv.press()
        _ = tv.feed(.news(.volume(.up, tv.now)))
        #expect(!tv.session.status.takesVolume)
        // The device acknowledges again.
        tv.deaf = []
        let said = tv.hear("5f:84:10:00:05")
        #expect(said == ["45:7d"])
    }

    @Test("The TV's volume, only where that is set and while it shows the box")
    func televisionVolume() {
        var settings = CECSettings()
        settings.volume = .television
        var tv = Conversation(settings)
        #expect(!tv.session.status.takesVolume)
        _ = tv.hear("0f:86:12:00")
        #expect(tv.session.status.takesVolume)
        tv.press()
        var said = tv.feed(.news(.volume(.down, tv.now)))
        #expect(said == ["40:44:42", "40:45"])
        _ = tv.wait(.seconds(6))
        // A change by a program, not by a hand.
        said = tv.feed(.news(.volume(.down, tv.now)))
        #expect(said.isEmpty && tv.withheld.count == 1)
        settings.volume = .box
        tv = Conversation(settings)
        _ = tv.hear("5f:72:01")
        #expect(!tv.session.status.takesVolume)
    }

    @Test("A scan asks who is there, one at a time, and gives up on who does not answer")
    func scan() {
        var tv = Conversation()
        tv.deaf = Set(1...14).subtracting([5])
        var said = tv.feed(.scan)
        #expect(said == ["40", "40:83"])
        said = tv.hear("0f:84:00:00:00")
        #expect(said == ["40:46"])
        said = tv.hear("04:47:54:56")
        said += tv.hear("0f:87:00:e0:91")
        said += tv.hear("04:9e:05")
        #expect(said == ["40:8c", "40:9f", "40:8f"])
        said = tv.hear("04:90:01")
        #expect(said.last == "45:83")
        // The AVR refuses one message, and sends nothing more.
        said = tv.hear("54:00:83:00")
        #expect(said == ["45:46"])
        _ = tv.wait(.seconds(10))
        var first = CECPartner(logicalAddress: 0)
        (first.physicalAddress, first.name, first.vendor, first.version, first.power) = (0, "TV", 0x00e091, 5, 1)
        #expect(tv.scanned == [first, CECPartner(logicalAddress: 5)])
        #expect(tv.session.nextWake == nil)
        _ = tv.feed(.lost)
        _ = tv.feed(.scan)
        #expect(tv.scanned == [])
    }

    @Test("The log has each message with its meaning, its cause and what became of it; the oldest go")
    func log() {
        var tv = Conversation()
        tv.deaf = [0]
        _ = tv.hear("04:8f")
        let entries = tv.session.log.entries.suffix(2)
        #expect(entries.map(\.kind) == [.received, .sent])
        #expect(
            entries.map(\.meaning) == [
                "TV → Playback 1: Give Device Power Status", "Playback 1 → TV: Report Power Status 00",
            ])
        #expect(entries.last?.cause == "answers Give Device Power Status")
        #expect(entries.last?.outcome == "nobody acknowledged it")
        _ = tv.feed(.saidBelow(CECFrame(from: 4, to: 0, .imageViewOn)))
        #expect(tv.session.log.entries.last?.isNoticeable == true)
        for _ in 0..<CECLog.capacity { _ = tv.hear("0f:80:00:00:10:00") }
        #expect(tv.session.log.entries.count == CECLog.capacity)
        #expect(tv.session.log.entries.allSatisfy { $0.frame == "0f:80:00:00:10:00" })
        #expect(tv.session.log.entries.first?.meaning == "TV → all: Routing Change 0.0.0.0 → 1.0.0.0")
    }

    @Test("Lines of libcec's traffic log: what it says, and nothing else")
    func traffic() {
        #expect(LibCECTraffic.said("<< 4f:82:10:00") == CECFrame(from: 4, to: 15, .activeSource, [0x10, 0]))
        #expect(LibCECTraffic.said("<< 40") == CECFrame(from: 4, to: 0, opcode: nil))
        for line in [
            ">> 04:46", "<< powering on 'TV' (0)", "<< 4f:8", "<< ", "", "<< 4f::82",
            "<< " + Array(repeating: "00", count: 17).joined(separator: ":"),
        ] {
            #expect(LibCECTraffic.said(line) == nil, "\(line)")
        }
    }
}
