import Devices
import MediaCore
import Testing

@testable import CEC

@Suite("CEC: being the source")
struct CECSourceTests {
    private static let choose = "0f:86:12:00"
    private static let source = "4f:82:12:00"

    @Test("On the line the box asks how the TV and the AVR are, and no more")
    func begin() {
        var box = CECSession(device: InputDevice(id: "cec:0", name: "TV", bus: .cec))
        let facts = CECLineFacts(port: "test", logicalAddress: 4, physicalAddress: 0x1200)
        let actions = box.handle(.line(facts), at: .zero)
        #expect(
            actions == [
                .transmit(CECFrame(from: 4, to: 0, .giveDevicePowerStatus)),
                .transmit(CECFrame(from: 4, to: 5, .giveSystemAudioModeStatus)),
            ])
        let again = box.handle(.line(facts), at: .zero)
        #expect(again.isEmpty)
        #expect(box.status.trouble == nil && box.status.logicalAddress == 4)
    }

    @Test("Chosen by Set Stream Path, a Routing Change or Routing Information, it says that it is the source")
    func chosen() {
        for message in [Self.choose, "0f:80:00:00:12:00", "5f:81:12:00"] {
            var tv = Conversation()
            let said = tv.hear(message)
            #expect(said == [Self.source], "\(message)")
            #expect(tv.session.isActive && tv.session.status.isActiveSource)
            let asked = tv.hear("0f:85")
            #expect(asked == [Self.source])
        }
    }

    @Test("It answers who is shown only while it is")
    func asked() {
        var tv = Conversation()
        var said = tv.hear("0f:85")
        #expect(said.isEmpty)
        for lost in ["0f:82:00:00", "8f:82:20:00", "0f:86:20:00", "0f:80:12:00:20:00", "5f:81:11:00", "0f:36", "04:36"]
        {
            _ = tv.hear(Self.choose)
            #expect(tv.session.isActive)
            _ = tv.hear(lost)
            said = tv.hear("0f:85")
            #expect(said.isEmpty && !tv.session.isActive, "\(lost)")
        }
    }

    @Test("A route to a switch before the box may lead to it: nothing is lost, and Routing Information tells")
    func ancestors() {
        var tv = Conversation()
        _ = tv.hear(Self.choose)
        _ = tv.hear("0f:80:20:00:10:00")
        #expect(tv.session.isActive)
        _ = tv.hear("5f:81:11:00")
        #expect(!tv.session.isActive)
        #expect(CECAddress.path(0x0000, holds: 0x1200) && CECAddress.path(0x1200, holds: 0x1200))
        #expect(!CECAddress.path(0x1210, holds: 0x1200) && !CECAddress.path(0xffff, holds: 0x1200))
    }

    @Test(
        "A TV that chooses the box again for each answer is answered three times in two seconds, and then again later")
    func repeated() {
        var tv = Conversation()
        let said = (0..<20).flatMap { _ in tv.hear(Self.choose) }
        // The first message made it the source.
        #expect(said == Array(repeating: Self.source, count: 4))
        #expect(tv.session.isActive)
        _ = tv.wait(.seconds(3))
        let later = tv.hear("0f:85")
        #expect(later == [Self.source])
    }

    @Test("One-touch play: Image View On, then Active Source; a TV that is there already is not asked again")
    func oneTouchPlay() {
        var tv = Conversation()
        _ = tv.feed(.news(.standby(true)))
        tv.press()
        var said = tv.feed(.news(.standby(false)))
        #expect(said == ["40:04", Self.source])
        _ = tv.feed(.news(.standby(true)))
        _ = tv.hear(Self.choose)
        tv.press()
        said = tv.feed(.news(.standby(false)))
        #expect(said.isEmpty)
    }

    @Test("Without a key the box wakes nobody, and the log says why")
    func quiet() {
        var tv = Conversation()
        _ = tv.feed(.news(.standby(true)))
        let said = tv.feed(.news(.standby(false)))
        #expect(said.isEmpty)
        #expect(tv.withheld == ["40:04 the box was switched on: nobody has pressed a key"])
    }

    @Test("A TV that is booting is tried each second while the key is fresh, and no longer")
    func booting() {
        var tv = Conversation()
        tv.deaf = [0]
        _ = tv.feed(.news(.standby(true)))
        tv.press()
        var said = tv.feed(.news(.standby(false)))
        said += tv.wait(.seconds(60))
        #expect(said == Array(repeating: "40:04", count: 5))
        #expect(tv.session.nextWake == nil && !tv.session.isActive)

        tv = Conversation()
        tv.deaf = [0]
        _ = tv.feed(.news(.standby(true)))
        tv.press()
        _ = tv.feed(.news(.standby(false)))
        _ = tv.wait(.milliseconds(1_500))
        tv.deaf = []
        let late = tv.wait(.seconds(1))
        #expect(late == ["40:04", Self.source])
    }

    @Test("Switched off, the source says so; where that is set it switches the TV off")
    func switchedOff() {
        var tv = Conversation()
        _ = tv.hear(Self.choose)
        tv.press()
        var said = tv.feed(.news(.standby(true)))
        #expect(said == ["40:9d:12:00"])
        var settings = CECSettings()
        settings.switchesTelevisionOff = true
        tv = Conversation(settings)
        _ = tv.hear(Self.choose)
        tv.press()
        said = tv.feed(.news(.standby(true)))
        #expect(said == ["40:36"])
        // The box is not the source: the TV shows another device.
        tv = Conversation(settings)
        tv.press()
        said = tv.feed(.news(.standby(true)))
        #expect(said.isEmpty)
    }

    @Test(
        "The TV goes elsewhere and comes back: nothing, pause or mute, as is set",
        arguments: [(.nothing, [], []), (.pause, [.pause], [.resume]), (.mute, [.mute], [.unmute])]
            as [(CECSettings.InputLost, [CECOrder], [CECOrder])])
    func elsewhere(setting: CECSettings.InputLost, lost: [CECOrder], back: [CECOrder]) {
        var settings = CECSettings()
        settings.inputLost = setting
        var tv = Conversation(settings)
        _ = tv.feed(.news(.deck(.playing)))
        _ = tv.hear(Self.choose)
        _ = tv.hear("0f:82:00:00")
        #expect(tv.takeOrders() == [.lock] + lost)
        _ = tv.hear("0f:82:20:00")
        #expect(tv.takeOrders() == [.lock])
        _ = tv.hear(Self.choose)
        #expect(tv.takeOrders() == back)
    }

    @Test("What somebody paused stays paused, and what they resumed is theirs")
    func ownPause() {
        var settings = CECSettings()
        settings.inputLost = .pause
        var tv = Conversation(settings)
        _ = tv.feed(.news(.deck(.paused)))
        _ = tv.hear(Self.choose)
        _ = tv.hear("0f:82:00:00")
        _ = tv.hear(Self.choose)
        #expect(tv.takeOrders() == [.lock])
        _ = tv.feed(.news(.deck(.playing)))
        _ = tv.hear("0f:82:00:00")
        _ = tv.feed(.news(.deck(.paused)))
        _ = tv.feed(.news(.deck(.playing)))
        _ = tv.hear(Self.choose)
        #expect(tv.takeOrders() == [.lock, .pause])
    }

    @Test(
        "The TV goes off: nothing, pause or standby, as is set, and once",
        arguments: [(.nothing, []), (.pause, [.pause]), (.standby, [.standBy])]
            as [(CECSettings.TelevisionOff, [CECOrder])])
    func televisionOff(setting: CECSettings.TelevisionOff, orders: [CECOrder]) {
        var settings = CECSettings()
        settings.televisionOff = setting
        for message in ["0f:36", "04:36", "04:90:01", "0f:90:03"] {
            var tv = Conversation(settings)
            _ = tv.feed(.news(.deck(.playing)))
            _ = tv.hear(Self.choose)
            _ = tv.hear(message)
            _ = tv.hear(message)
            #expect(tv.takeOrders() == [.lock] + orders, "\(message)")
            #expect(tv.session.status.television == .standby)
        }
        // A device that reports at the start that it is off has not been switched off now.
        var tv = Conversation(settings)
        _ = tv.hear("04:90:01")
        #expect(tv.takeOrders() == [.lock])
    }

    @Test(
        "Whatever is set, a TV that goes off or elsewhere locks; one that stays locks nothing, nor does one in standby")
    func locks() {
        for leaves in ["0f:36", "04:90:01", "0f:82:20:00", "0f:80:10:00:20:00", "0f:86:20:00"] {
            var tv = Conversation()
            _ = tv.hear(Self.choose)
            #expect(tv.takeOrders() == [])
            _ = tv.hear(leaves)
            #expect(tv.takeOrders() == [.lock], "\(leaves)")
            _ = tv.feed(.news(.standby(true)))
            _ = tv.hear(leaves)
            #expect(tv.takeOrders() == [], "\(leaves)")
        }
        var tv = Conversation()
        _ = tv.hear(Self.choose)
        for stays in ["04:90:00", "0f:85", "04:8f", Self.choose] { _ = tv.hear(stays) }
        #expect(tv.takeOrders() == [])
    }

    @Test("A TV that was off and is woken is not taken for off; one that says that it is off is not the source's")
    func woken() {
        var tv = Conversation()
        _ = tv.hear("04:90:01")
        _ = tv.feed(.news(.standby(true)))
        tv.press()
        _ = tv.feed(.news(.standby(false)))
        #expect(tv.session.isActive && tv.session.status.television == nil)
        _ = tv.hear("0f:90:02")
        #expect(tv.session.isActive && tv.session.status.television == .on)
        _ = tv.feed(.lost)
        tv = Conversation()
        _ = tv.hear("0f:80:00:00:12:00")
        _ = tv.hear("04:90:01")
        #expect(!tv.session.isActive)
    }

    @Test(
        "A TV that lets go of the plug while it boots is answered when it asks; one that was told otherwise, or is late, not"
    )
    func booted() {
        let facts = CECLineFacts(port: "test", logicalAddress: 4, physicalAddress: 0x1200)
        for (length, other, answer) in [(14, nil, [Self.source]), (16, nil, []), (14, "0f:82:00:00", [])]
            as [(Int, String?, [String])]
        {
            var tv = Conversation()
            _ = tv.feed(.news(.standby(true)))
            tv.press()
            _ = tv.feed(.news(.standby(false)))
            if let other { _ = tv.hear(other) }
            _ = tv.feed(.line(CECLineFacts(port: "test")))
            #expect(!tv.session.isActive)
            _ = tv.wait(.seconds(length))
            let back = tv.feed(.line(facts))
            #expect(back == ["40:8f", "45:7d"])
            let said = tv.hear("0f:85")
            #expect(said == answer)
        }
    }

    @Test("With the adapter goes the silence that the TV was cause of")
    func silenceEnds() {
        var settings = CECSettings()
        settings.inputLost = .mute
        var tv = Conversation(settings)
        _ = tv.hear(Self.choose)
        _ = tv.hear("0f:82:20:00")
        _ = tv.feed(.lost)
        #expect(tv.takeOrders() == [.lock, .mute, .unmute])
        _ = tv.feed(.lost)
        #expect(tv.takeOrders() == [])
    }

    @Test("Chosen while it is in standby, the box wakes, and takes nothing that it has")
    func chosenInStandby() {
        var tv = Conversation()
        _ = tv.feed(.news(.standby(true)))
        _ = tv.hear(Self.choose)
        #expect(tv.takeOrders() == [.wake])
        let said = tv.feed(.news(.standby(false)))
        #expect(said.isEmpty && tv.withheld.isEmpty)
    }

    @Test(
        "Unplugged, plugged in elsewhere, its address taken, the adapter lost and back: it is nobody's source, and quiet"
    )
    func addresses() {
        var settings = CECSettings()
        settings.oneTouchPlay = .always
        var tv = Conversation(settings)
        var facts = CECLineFacts(port: "test", logicalAddress: 4, physicalAddress: 0x1200)
        let changes: [(UInt8?, UInt16?)] = [(nil, nil), (4, 0x2000), (8, 0x2000), (nil, 0x2000), (4, 0x1200)]
        for (logical, physical) in changes {
            (facts.logicalAddress, facts.physicalAddress) = (logical, physical)
            let said = tv.feed(.line(facts))
            let own = logical.map { String($0, radix: 16) } ?? ""
            #expect(said == (logical == nil ? [] : ["\(own)0:8f", "\(own)5:7d"]), "\(facts)")
            #expect(!tv.session.isActive)
        }
        #expect(tv.session.status.trouble == nil)
        _ = tv.hear("04:44:41")
        _ = tv.feed(.lost)
        #expect(tv.takeKeys().map(\.phase) == [.press, .release])
        #expect(tv.session.status == CECStatus())
        let deaf = tv.hear(Self.choose)
        #expect(deaf.isEmpty)
        _ = tv.feed(.line(facts))
        #expect(tv.withheld.isEmpty && !tv.session.isActive)
    }

    @Test("Where that is set the box takes the TV when it begins")
    func always() {
        var settings = CECSettings()
        settings.oneTouchPlay = .always
        var box = CECSession(settings: settings, device: InputDevice(id: "cec:0", name: "TV", bus: .cec))
        let facts = CECLineFacts(port: "test", logicalAddress: 4, physicalAddress: 0x1200)
        let actions = box.handle(.line(facts), at: .zero)
        #expect(actions.first == .transmit(CECFrame(from: 4, to: 0, .imageViewOn)))
    }

    @Test("Nothing plugged in, or no address free: the status says so")
    func trouble() {
        var tv = Conversation()
        _ = tv.feed(.line(CECLineFacts(port: "test", logicalAddress: 4, physicalAddress: 0xffff)))
        #expect(tv.session.status.trouble == "no TV is plugged in")
        _ = tv.feed(.line(CECLineFacts(port: "test", physicalAddress: 0x1000)))
        #expect(tv.session.status.trouble == "no address is free on the CEC line")
        tv.press()
        _ = tv.feed(.news(.standby(true)))
        let said = tv.feed(.news(.standby(false)))
        #expect(said.isEmpty)
    }
}
