import Base
import Foundation
import Glibc
import MediaCore

/// Makes a bench of board Q from outside, with an origin on the host. The board is off; starting the box
/// switches it on.
package enum BoardQBench {
    /// Makes the bench.
    /// - Parameters:
    ///   - programs: the folder of the host's `hearth-origin`
    ///   - folder: of the machine's disk, sockets and logs, as `scripts/board/run-q` made it
    ///   - image: what `scripts/board/build-q` made
    ///   - installed: the disk with Hearth on it; made here, by the project's own `scripts/install` on the
    ///     board, when it is not there yet
    package static func make(
        programs: String, folder: String, image: String, installed: String, screen: PixelSize
    ) throws -> Bench {
        let origin = try LocalOrigin(
            programs: programs, folder: folder, arguments: ["--profile", "test", "--channels", "3"])
        var machine = EmulatedMachine(
            image: image, disk: "\(folder)/disk.qcow2", payload: "\(folder)/payload.ext4", folder: folder)
        machine.screen = screen
        if !FileManager.default.fileExists(atPath: installed) {
            try layer(over: "\(image)/disk.ext4", format: "raw", at: machine.disk)
            try install(on: BoardQ(machine))
            guard rename(machine.disk, installed) == 0 else {
                throw SystemCallError(call: "rename \(machine.disk) to \(installed)", errno: errno)
            }
        }
        machine.disk = "\(folder)/box.qcow2"
        try layer(over: installed, format: "qcow2", at: machine.disk)
        let board = BoardQ(machine)
        // The emulated network's gateway is the host's loopback.
        let address = origin.address.replacing("127.0.0.1", with: "10.0.2.2")
        return Bench(
            name: "q", isSimulated: false, box: try GuestBox(board, origin: address), eyes: ScreenDump(board),
            ears: WAVEars(path: machine.sound), hands: [QMPKeyboard(board)], faults: GuestFault.all(of: board),
            keeps: [origin, board])
    }

    /// Makes the bench from what `scripts/board/run-q` prepared; nil when this program was not started by
    /// it.
    package static func ofLauncher(programs: String) throws -> Bench? {
        let environment = ProcessInfo.processInfo.environment
        guard let folder = environment["HEARTH_Q_FOLDER"], let image = environment["HEARTH_Q_IMAGE"],
            let installed = environment["HEARTH_Q_INSTALLED"], let screen = environment["HEARTH_Q_SCREEN"]
        else { return nil }
        let sides = screen.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (64...4_096).contains($0) }) else {
            throw BoardQFailure(what: "'\(screen)' is no size of a screen: 640x360", log: "")
        }
        return try make(
            programs: programs, folder: folder, image: image, installed: installed,
            screen: PixelSize(width: sides[0], height: sides[1]))
    }

    /// Installs Hearth as an administrator would: from the clone's folder, then the unit is enabled.
    private static func install(on board: BoardQ) throws {
        try board.powerOn()
        try board.demand("mkdir -p /run/payload && mount -o ro /dev/disk/by-label/payload /run/payload")
        try board.demand(
            "LD_LIBRARY_PATH=/run/payload/usr/lib/swift/linux /run/payload/scripts/install --unlocked && systemctl enable hearthd",
            timeout: .seconds(180))
        try board.powerOff()
    }

    /// Makes a disk that begins as a copy of another one, and leaves that one as it is.
    private static func layer(over base: String, format: String, at path: String) throws {
        let said = try Board.run("qemu-img create -q -f qcow2 -F \(format) -b '\(base)' '\(path)'")
        guard said.isEmpty else { throw BoardQFailure(what: "its disk cannot be made: \(said)", log: "") }
    }
}
