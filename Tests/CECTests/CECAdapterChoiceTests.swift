import Foundation
import Testing

@testable import CEC

@Suite("Which CEC adapter")
struct CECAdapterChoiceTests {
    @Test("The kernel's before Pulse-Eight's, and what is named before both")
    func choice() throws {
        func choose(_ wanted: String?, _ kernel: [String], _ usb: [String]) throws(CECFailure) -> CECAdapterChoice {
            try CECAdapterChoice(wanted, kernel: kernel, pulseEight: usb)
        }
        #expect(try choose(nil, ["/dev/cec0", "/dev/cec1"], ["/dev/ttyACM0"]) == .kernel(["/dev/cec0", "/dev/cec1"]))
        #expect(try choose(nil, [], ["/dev/ttyACM1"]) == .pulseEight("/dev/ttyACM1"))
        #expect(throws: CECFailure.noAdapter) { try choose(nil, [], []) }
        #expect(try choose("/dev/cec3", ["/dev/cec0"], []) == .kernel(["/dev/cec3"]))
        #expect(try choose("/dev/ttyACM0", ["/dev/cec0"], []) == .pulseEight("/dev/ttyACM0"))
        #expect(try choose("/dev/serial/by-id/usb-Pulse", [], []) == .pulseEight("/dev/serial/by-id/usb-Pulse"))
    }

    @Test(
        "libcec's own ways to other adapters are refused, with what may be named",
        arguments: ["Linux", "RPI", "AOCEC", "/dev/aocec", "/dev/vchiq"])
    func others(port: String) {
        let failure = #expect(throws: CECFailure.self) {
            try CECAdapterChoice(port, kernel: ["/dev/cec0"], pulseEight: [])
        }
        #expect(failure?.description.contains("/dev/ttyACM0") == true && failure?.description.contains(port) == true)
    }

    @Test("Of serial ports only Pulse-Eight's are taken: a modem is none")
    func ports() throws {
        let root = "/tmp/hearth-tty-\(UInt32.random(in: 0 ... .max))"
        let files = FileManager.default
        defer { try? files.removeItem(atPath: root) }
        for (name, vendor) in [("ttyACM0", "1546\n"), ("ttyACM1", "2548\n"), ("ttyACM3", "2548\n")] {
            try files.createDirectory(atPath: "\(root)/usb-\(name)/1-1:1.0", withIntermediateDirectories: true)
            try files.createDirectory(atPath: "\(root)/tty/\(name)", withIntermediateDirectories: true)
            try Data(vendor.utf8).write(to: URL(fileURLWithPath: "\(root)/usb-\(name)/idVendor"))
            try files.createSymbolicLink(
                atPath: "\(root)/tty/\(name)/device", withDestinationPath: "\(root)/usb-\(name)/1-1:1.0")
        }
        #expect(PulseEight.ports(folder: "\(root)/tty") == ["/dev/ttyACM1", "/dev/ttyACM3"])
        #expect(PulseEight.ports(folder: "\(root)/none").isEmpty)
    }
}
