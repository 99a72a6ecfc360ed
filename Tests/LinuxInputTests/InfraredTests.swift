import Devices
import Foundation
import Testing

@testable import LinuxInput

/// Files of a synthetic /sys.
private final class Tree {
    let root = "/tmp/hearth-sys-\(UInt32.random(in: 0 ... .max))"

    init(_ files: [String: String], links: [String: String] = [:]) throws {
        for (file, text) in files {
            let path = URL(fileURLWithPath: "\(root)/\(file)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
        }
        for (link, target) in links {
            let path = URL(fileURLWithPath: "\(root)/\(link)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: path.path, withDestinationPath: "\(root)/\(target)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }
}

@Suite("Infrared receivers")
struct InfraredDirectoryTests {
    @Test("Receivers are found with their nodes and protocols; CEC adapters and what is no receiver are not")
    func find() throws {
        let tree = try Tree([
            "rc10/uevent": "NAME=rc-empty\nDRV_NAME=gpio_ir_recv\nDEV_NAME=gpio=1\n",
            "rc10/protocols": "[nec] [lirc]\n",
            "rc2/uevent": "NAME=rc-rc6-mce\nDRV_NAME=mceusb\nDEV_NAME=Media Center Ed. eHome\n",
            "rc2/protocols": "rc-5 nec [rc-6] jvc [sony] [lirc]\n", "rc2/lirc0/dev": "", "rc2/input5/event3/dev": "",
            "rc0/uevent": "NAME=rc-cec\nDRV_NAME=cec\n", "rc0/protocols": "[cec]\n",
            "rc1/uevent": "NAME=x\n", "other/uevent": "",
        ])
        let receivers = InfraredDirectory(path: tree.root).receivers()
        #expect(receivers.map(\.id) == ["rc2", "rc10"])
        #expect(receivers.first?.name == "Media Center Ed. eHome")
        #expect(receivers.first?.driver == "mceusb" && receivers.first?.table == "rc-rc6-mce")
        #expect(receivers.first?.supported == ["rc-5", "nec", "rc-6", "jvc", "sony"])
        #expect(receivers.first?.enabled == ["rc-6", "sony"])
        #expect(receivers.first?.lirc == "/dev/lirc0" && receivers.first?.input == "/dev/input/event3")
        #expect(receivers.last?.name == "gpio=1" && receivers.last?.lirc == nil)
        #expect(InfraredDirectory(path: "/nonexistent").receivers().isEmpty)
    }

    @Test("A key's light is told once, a flicker is not")
    func light() {
        var counter = PulseCounter()
        func pulse(_ length: UInt32) -> UInt32 { 0x0100_0000 | length }
        func told(_ samples: [UInt32]) -> Int { samples.count { counter.handle($0) } }
        let frame: [UInt32] = (0..<33).flatMap { _ in [pulse(560), 560] }
        #expect(told(frame) == 1)
        #expect(told([40_000] + frame) == 1)
        // A timeout ends a frame, too.
        #expect(told([0x0300_0000 | 125_000] + frame) == 1)
        for _ in 0..<20 { #expect(told([40_000, pulse(100), 300, pulse(80)]) == 0) }
    }
}

@Suite("Batteries of remotes")
struct PowerSuppliesTests {
    private func tree(_ battery: String) throws -> Tree {
        try Tree(
            [
                "devices/hid1/input/input7/uniq": "AA:bb:cc:dd:ee:ff\n", "devices/hid1/input/input7/event4/dev": "",
                "devices/hid1/power_supply/hid-aa:bb:cc:dd:ee:ff-battery/uevent": battery,
                "devices/hid2/input/input8/uniq": "\n", "devices/hid2/input/input8/event5/dev": "",
                "devices/ac/uevent": "POWER_SUPPLY_CAPACITY=55\nPOWER_SUPPLY_SCOPE=System\n",
            ],
            links: [
                "class/input/event4": "devices/hid1/input/input7/event4",
                "class/input/event5": "devices/hid2/input/input8/event5",
                "devices/hid1/input/input7/event4/device": "devices/hid1/input/input7",
                "devices/hid2/input/input8/event5/device": "devices/hid2/input/input8",
                "class/power/hid-aa:bb:cc:dd:ee:ff-battery": "devices/hid1/power_supply/hid-aa:bb:cc:dd:ee:ff-battery",
                "devices/hid1/power_supply/hid-aa:bb:cc:dd:ee:ff-battery/device": "devices/hid1",
                "class/power/AC": "devices/ac",
                "devices/ac/device": "devices/hid2",
            ])
    }

    private func level(_ battery: String, of node: String = "event4") throws -> BatteryLevel? {
        let tree = try tree(battery)
        let supplies = PowerSupplies(power: "\(tree.root)/class/power", input: "\(tree.root)/class/input")
        return supplies.level(of: InputDevice(id: "/dev/input/\(node)", name: "Remote", bus: .bluetooth))
    }

    @Test("Of the remote's own device, as a number or as a word")
    func own() throws {
        #expect(
            try level("POWER_SUPPLY_SCOPE=Device\nPOWER_SUPPLY_CAPACITY=12\nPOWER_SUPPLY_STATUS=Discharging\n")
                == BatteryLevel(percent: 12))
        #expect(
            try level("POWER_SUPPLY_SCOPE=Device\nPOWER_SUPPLY_CAPACITY_LEVEL=Critical\nPOWER_SUPPLY_STATUS=Charging\n")
                == BatteryLevel(word: .critical, isCharging: true))
    }

    @Test(
        "Not another's, nor the machine's, nor what tells nothing",
        arguments: [
            "POWER_SUPPLY_SCOPE=System\nPOWER_SUPPLY_CAPACITY=12\n",
            "POWER_SUPPLY_SCOPE=Device\nPOWER_SUPPLY_CAPACITY=999\n",
            "POWER_SUPPLY_SCOPE=Device\nPOWER_SUPPLY_CAPACITY_LEVEL=Unknown\n",
            "POWER_SUPPLY_SCOPE=Device\nPOWER_SUPPLY_PRESENT=0\nPOWER_SUPPLY_CAPACITY=5\n",
            "", "=\n==\n",
        ])
    func none(_ battery: String) throws {
        #expect(try level(battery) == nil)
        #expect(try level("POWER_SUPPLY_SCOPE=Device\nPOWER_SUPPLY_CAPACITY=12\n", of: "event5") == nil)
        #expect(try level("POWER_SUPPLY_SCOPE=Device\nPOWER_SUPPLY_CAPACITY=12\n", of: "event99") == nil)
    }
}
