import Foundation

/// Board U from inside: everything the rig needs is a device of this very kernel.
package enum BoardUBench {
    /// Starts an origin beside the box, which lives as long as the bench.
    ///
    /// - Parameter programs: the folder of the built programs
    package static func make(programs: String) throws -> Bench {
        let folder = "/tmp/hearth-rig"
        let origin = try LocalOrigin(programs: programs, folder: folder, arguments: ["--profile", "rates"])
        let box = LocalBox(programs: programs, folder: "\(folder)/box", origin: origin.address)
        return Bench(
            name: "u", isSimulated: Board.isSimulated, box: box, eyes: ScanOutTap(), ears: LoopbackEars(),
            hands: [try UinputHand()], keeps: [origin])
    }
}
