import Capture
import Foundation

/// Makes a bench of a real box, as its file describes it.
package enum BoardRBench {
    /// Connects to the box, tries eyes and ears, and starts an origin where the file names none: it lives
    /// as long as the bench.
    ///
    /// - Parameter programs: the folder of the built programs
    package static func make(_ file: BenchFile, programs: String) throws -> Bench {
        let local = LocalShell()
        let connection = try file.box.ssh.map { address in
            try SSHConnection(
                .init(address: address, port: file.box.port, identity: file.box.identity, hostKey: file.box.hostKey))
        }
        let folder = "/tmp/hearth-rig-\(getpid())"
        let own = try file.origin == nil ? LocalOrigin(programs: programs, folder: folder) : nil
        let farewell = try own?.process.map { try local.whenGone("kill \($0); rm -rf \(folder)") }
        let keeps: [AnyObject?] = [own, farewell]
        let origin = try file.origin ?? own.map { try reach($0, through: connection) } ?? ""
        let shell: any CommandShell = connection ?? local
        let box = ServiceBox(file.box, through: shell, origin: origin, refreshRate: file.display.rate)
        let bus = try file.hands.cec.map { try EmulatedBus(television: $0, receiver: nil) }
        return Bench(
            name: file.name, isSimulated: Board.isSimulated, box: box,
            eyes: try file.eyes.map { try eyes($0, file.display) },
            ears: try file.ears.map { try CaptureEars(device: $0.device, latency: $0.latency) },
            hands: try hands(file.hands, of: box, bus), bus: bus,
            faults: faults(file, local: local, box: box, on: shell), keeps: keeps.compactMap(\.self))
    }

    /// The origin's address as the box reaches it.
    private static func reach(_ origin: LocalOrigin, through connection: SSHConnection?) throws -> String {
        guard let connection, let port = origin.address.split(separator: ":").last.flatMap({ Int($0) }) else {
            return origin.address
        }
        return "http://127.0.0.1:\(try connection.forward(port: port))"
    }

    private static func eyes(_ eyes: BenchFile.Eyes, _ display: BenchFile.Display) throws -> CaptureEyes {
        try CaptureEyes(
            CaptureSettings(
                device: eyes.device, input: eyes.input, size: display.size, format: eyes.format, rate: display.rate,
                latency: eyes.latency), refreshRate: display.rate)
    }

    /// The hands, the one with the least latency first: a scenario that does not ask for another takes
    /// that.
    private static func hands(_ hands: BenchFile.Hands, of box: ServiceBox, _ bus: EmulatedBus?) throws -> [any Hand] {
        var found: [any Hand] = []
        if hands.control { found.append(RequestHand(.socket(box.socket), of: box)) }
        if hands.web { found.append(RequestHand(.page, of: box)) }
        if let lirc = hands.lirc { found += try hands.protocols.compactMap { try InfraredHand($0, lirc: lirc) } }
        if let bus { found.append(CECHand(bus)) }
        return found
    }

    private static func faults(
        _ file: BenchFile, local: LocalShell, box: ServiceBox, on shell: any CommandShell
    ) -> [any Fault] {
        file.faults.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, commands in
            CommandFault(kind, commands, in: commands.on == .rig ? local : shell) {
                // A box that was switched off boots first.
                if kind == .powerCut { try box.waitUntilUp(timeout: .seconds(120)) }
            }
        }
    }
}
