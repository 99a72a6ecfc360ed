import Base
import Devices
import Foundation
import Glibc
import MediaCore

/// Board Q: an emulated PC with a real screen connector, sound card and keyboard, on which Debian's own
/// kernel and systemd boot from a disk. Its disk outlives its power. For one thread at a time.
package final class BoardQ {
    package let machine: EmulatedMachine
    private var emulator: ChildProcess?
    private var monitor: QMP?
    private var port: GuestShell?
    private let clock = MonotonicClock()
    /// The time when it was last switched on; nil: never.
    package private(set) var poweredOn: HostTime?

    /// Makes a board that is off.
    package init(_ machine: EmulatedMachine) { self.machine = machine }

    deinit { cutPower() }

    package var isOn: Bool { emulator?.isRunning ?? false }

    package var serialLog: SerialLog { SerialLog(path: machine.serialLog) }

    private var emulatorLog: String { (try? String(contentsOfFile: machine.log, encoding: .utf8)) ?? "" }

    /// The host's end of its serial line, where one logs in as root without a password; nil while it is off.
    package var serialLine: String? { isOn ? SerialLog.terminal(in: emulatorLog) : nil }

    // MARK: Power

    /// Switches it on, and returns while its firmware still looks for a kernel.
    package func powerOn() throws {
        guard !isOn else { return }
        cutPower()
        for path in [machine.monitor, machine.shell] { unlink(path) }
        if !FileManager.default.fileExists(atPath: machine.credential) {
            try "".write(toFile: machine.credential, atomically: true, encoding: .utf8)
        }
        poweredOn = clock.now
        emulator = try ChildProcess(machine.command, output: machine.log)
        // It listens at its sockets before the machine starts.
        let connected = waitUntil(timeout: .seconds(20), interval: .milliseconds(50)) { () -> (QMP, GuestShell)? in
            guard isOn, let monitor = try? QMP(path: machine.monitor) else { return nil }
            return (try? GuestShell(path: machine.shell)).map { (monitor, $0) }
        }
        guard let (monitor, port) = connected else { throw failure("it did not start") }
        (self.monitor, self.port) = (monitor, port)
    }

    /// Cuts the power: what was not on the disk is lost.
    package func cutPower() {
        (monitor, port) = (nil, nil)
        if let emulator, emulator.isRunning { kill(emulator.identifier, SIGKILL) }
        emulator?.stop()
        emulator = nil
    }

    /// Shuts it down and returns when it is off. Not by the power button, which an installed Hearth takes
    /// for the television's.
    package func powerOff(timeout: Duration = .seconds(90)) throws {
        guard isOn else { return }
        try demand("systemctl --no-block poweroff")
        guard waitUntil(timeout: timeout, { isOn ? nil : true }) != nil else {
            throw failure("it did not switch itself off")
        }
        cutPower()
    }

    // MARK: Commands

    package func qmp() throws -> QMP {
        guard let monitor else { throw failure("it is off") }
        return monitor
    }

    /// Waits for the guest to have booted so far that it takes commands.
    package func waitUntilUp(timeout: Duration = .seconds(180)) throws {
        guard let port else { throw failure("it is off") }
        let deadline = clock.now + timeout
        while try !port.waitUntilReady(timeout: .seconds(1)) {
            if !isOn { throw failure("it went off while it booted") }
            if let trouble = serialLog.trouble { throw failure(trouble) }
            if clock.now > deadline { throw failure("it did not boot within \(timeout)") }
        }
    }

    /// Runs a command as root; waits for the guest to be up. Returns its output and errors, and its exit
    /// code.
    package func run(_ command: String, timeout: Duration = .seconds(60)) throws -> (output: String, code: Int32) {
        try waitUntilUp()
        guard let port else { throw failure("it is off") }
        return try port.run(command, timeout: timeout)
    }

    /// Runs a command that must succeed; returns its output.
    @discardableResult
    package func demand(_ command: String, timeout: Duration = .seconds(60)) throws -> String {
        let (output, code) = try run(command, timeout: timeout)
        guard code == 0 else { throw GuestShellError.failed(command: command, code: code, output: output) }
        return output
    }

    private func failure(_ what: String) -> BoardQFailure {
        BoardQFailure(what: what, log: "\(serialLog.end)\n\(emulatorLog.suffix(1_000))")
    }
}

package struct BoardQFailure: Error, CustomStringConvertible {
    package var what: String
    /// The end of its serial line, and QEMU's output.
    package var log: String

    package var description: String { "board Q: \(what)\n\(log)" }
}
