import Devices
import MediaCore
import Testing

@testable import CEC

@Suite("CEC: after the daemon's own restart")
struct CECRestartTests {
    private static let choose = "0f:86:12:00"
    private static let isOn = "04:90:00"

    /// The run after one that ended so.
    private func next(after tv: Conversation, _ settings: CECSettings = CECSettings()) -> Conversation {
        Conversation(settings, remembered: tv.remembered.last ?? nil)
    }

    @Test("What it wants kept is where the TV shows it, and that it doesn't any more")
    func kept() {
        var tv = Conversation()
        #expect(tv.remembered.isEmpty)
        _ = tv.hear(Self.choose)
        _ = tv.hear(Self.choose)
        #expect(tv.remembered == [0x1200])
        // A daemon that ends closes its line: that is no news of the TV.
        _ = tv.feed(.lost)
        #expect(tv.remembered == [0x1200])
        var other = Conversation()
        _ = other.hear(Self.choose)
        _ = other.hear("0f:82:00:00")
        #expect(other.remembered == [0x1200, nil])
    }

    @Test("Shown when the last run ended, and the TV is on: it is shown, and says nothing")
    func shown() {
        var before = Conversation()
        _ = before.hear(Self.choose)
        var tv = next(after: before)
        #expect(!tv.session.isActive)
        let said = tv.hear(Self.isOn)
        #expect(said.isEmpty && tv.session.isActive && tv.session.status.isActiveSource)
        // Nor when it is asked: who only believes it could take the input from who is.
        let asked = tv.hear("0f:85")
        #expect(asked.isEmpty)
        // Known again, it answers.
        _ = tv.hear(Self.choose)
        let again = tv.hear("0f:85")
        #expect(again == ["4f:82:12:00"])
    }

    @Test(
        "A key of the TV's own remote tells it too, but not those that a TV sends to anybody",
        arguments: [0x00, 0x0d, 0x30, 0x40, 0x41, 0x6d])
    func key(code: UInt8) {
        var tv = Conversation(remembered: 0x1200)
        let said = tv.hear("04:44:" + (code < 16 ? "0" : "") + String(code, radix: 16))
        #expect(said.isEmpty)
        #expect(tv.session.isActive == (code < 0x40))
    }

    @Test(
        "It does not believe it beside a TV in standby, on another input, gone elsewhere meanwhile, or that is not there",
        arguments: [
            ["04:90:01"], ["0f:36"], ["0f:82:00:00", isOn], ["8f:82:20:00", isOn], ["0f:86:20:00", isOn],
            ["0f:80:12:00:20:00", isOn], [],
        ])
    func notShown(heard: [String]) {
        var tv = Conversation(remembered: 0x1200)
        var said: [String] = []
        for message in heard { said += tv.hear(message) }
        said += tv.hear("0f:85")
        #expect(said.isEmpty && !tv.session.isActive)
    }

    @Test("Plugged in elsewhere, or plugged out and in, it begins anew")
    func moved() {
        var elsewhere = Conversation(remembered: 0x3000)
        _ = elsewhere.hear(Self.isOn)
        #expect(!elsewhere.session.isActive && elsewhere.remembered == [nil])
        var replugged = Conversation(remembered: 0x1200)
        _ = replugged.feed(.line(CECLineFacts(port: "test", logicalAddress: 4)))
        _ = replugged.feed(.line(CECLineFacts(port: "test", logicalAddress: 4, physicalAddress: 0x1200)))
        _ = replugged.hear(Self.isOn)
        #expect(!replugged.session.isActive)
    }

    @Test(
        "Believing it, a person's key still switches the TV over, and switching off sends no TV to sleep that may show something else"
    )
    func grounds() {
        var settings = CECSettings()
        settings.switchesTelevisionOff = true
        var tv = Conversation(settings, remembered: 0x1200)
        _ = tv.hear(Self.isOn)
        tv.press()
        let off = tv.feed(.news(.standby(true)))
        #expect(off == ["40:9d:12:00"])
        tv.press()
        let on = tv.feed(.news(.standby(false)))
        #expect(on == ["40:04", "4f:82:12:00"])
    }

    @Test("What the TV does next the box follows as ever: muted when the TV goes elsewhere")
    func follows() {
        var settings = CECSettings()
        settings.inputLost = .mute
        var tv = Conversation(settings, remembered: 0x1200)
        _ = tv.hear(Self.isOn)
        _ = tv.hear("0f:82:00:00")
        #expect(tv.takeOrders() == [.lock, .mute])
    }
}
