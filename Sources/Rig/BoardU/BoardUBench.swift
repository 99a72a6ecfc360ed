import Foundation

/// Makes a bench of board U from inside: everything that the rig needs is a device of this very kernel.
package enum BoardUBench {
    private static let folder = "/tmp/hearth-rig"

    /// Makes the bench.
    /// - Parameters:
    ///   - programs: the folder of the built programs
    ///   - origin: the address of one on the host (`BoardNetwork.origin`); nil: one is started beside the
    ///     box, which lives as long as the bench
    ///   - state: the folder of the box's state
    package static func make(
        programs: String, origin: String? = nil, state: String = "/var/lib/hearth/state"
    ) throws -> Bench {
        let local =
            origin == nil
            ? try LocalOrigin(programs: programs, folder: folder, arguments: ["--profile", "rates"]) : nil
        let address = origin ?? local?.address ?? ""
        let box = LocalBox(programs: programs, folder: "\(folder)/box", state: state, origin: address)
        let bus = Board.hasCEC ? try EmulatedBus() : nil
        let remote = try UinputHand()
        return Bench(
            name: "u", isSimulated: Board.isSimulated, box: box, eyes: ScanOutTap(), ears: LoopbackEars(),
            hands: [remote] + (try otherHands(of: box, bus)), bus: bus, wire: bus == nil ? nil : VividWire(),
            faults: faults(box, local, remote),
            origin: address, keeps: [local].compactMap(\.self))
    }

    private static func otherHands(of box: LocalBox, _ bus: EmulatedBus?) throws -> [any Hand] {
        var hands: [any Hand] = []
        if let receiver = try InfraredReceiver() {
            hands += try [.nec, .rc5, .rc6].compactMap { try InfraredHand($0, lirc: receiver.lirc) }
        }
        if let bus { hands.append(CECHand(bus)) }
        return hands + [RequestHand(.socket(box.socket), of: box), RequestHand(.page, of: box)]
    }

    /// The faults of the board. /var/lib is a file system that holds nothing else of the board's.
    private static func faults(_ box: LocalBox, _ origin: LocalOrigin?, _ remote: UinputHand) -> [any Fault] {
        let network = NetworkFault.all(on: origin == nil ? BoardNetwork.link : .loopback, shell: Board.run)
        return [
            ConnectorFault(), EDIDFault(), SoundCardFault(), RemoteFault(remote), DiskFault(mount: "/var/lib"),
            ClockFault(), DaemonFault(box), MemoryFault(),
        ] + network + [origin.map { OriginFault($0) }].compactMap(\.self) + [ScreenDriverFault()].compactMap(\.self)
    }
}
