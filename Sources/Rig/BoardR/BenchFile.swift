import Capture
import MediaCore

/// A bench with a real box, as its owner describes it: how the box is reached, what sees, hears and
/// presses, and which faults can be made. Every key is described in `docs/benches/example.toml`.
package struct BenchFile: Sendable, Equatable {
    package var name = ""
    package var box = Box()
    /// The address of an origin that runs already, as the box reaches it; nil: the rig starts one
    /// beside itself.
    package var origin: String?
    package var display = Display()
    /// The capture device; nil: none.
    package var eyes: Eyes?
    /// The sound input; nil: none.
    package var ears: Ears?
    package var hands = Hands()
    package var faults: [FaultKind: FaultCommands] = [:]

    package init() {}

    package struct Box: Sendable, Equatable {
        /// The destination for ssh, `root@10.0.0.7`; nil: the box is the rig's own machine.
        package var ssh: String?
        package var port = 22
        /// The file of a private key; nil: what ssh finds.
        package var identity: String?
        /// The box's host key, `ssh-ed25519 AAAA…`; nil: what the rig's user knows already.
        package var hostKey: String?
        package var hearthctl = "hearthctl"
        package var socket = "/run/hearth/control.sock"
        /// The rig's part of the daemon's configuration; removed when the bench is left.
        package var configuration = "/etc/hearth/conf.d/zz-rig.toml"
        /// The folder of the daemon's state while it is under test; removed with `configuration`.
        package var state = "/var/lib/hearth/rig"
        /// The name of the systemd unit.
        package var service = "hearthd"
        /// The commands that start and stop the daemon, in place of systemd's, for a box without
        /// it.
        package var start: String?
        package var stop: String?
        /// The command that prints the daemon's process identifier, 0 when it does not run.
        package var process: String?
        /// The command that prints the daemon's log.
        package var log: String?
    }

    package struct Display: Sendable, Equatable {
        package var size = PixelSize(width: 1280, height: 720)
        /// The refresh rate in hertz.
        package var rate: Double = 60
    }

    package struct Eyes: Sendable, Equatable {
        package var device = ""
        package var input: Int?
        package var format: CaptureFormat?
        package var latency = Duration.zero
    }

    package struct Ears: Sendable, Equatable {
        package var device = ""
        package var latency = Duration.zero
    }

    package struct Hands: Sendable, Equatable {
        /// The path of the infrared emitter's node.
        package var lirc: String?
        /// The protocols that it sends: `nec`, `rc5`, `rc6`.
        package var protocols: [HandKind] = [.nec]
        /// The rig's own CEC adapter, which plays the TV.
        package var cec: String?
        package var control = true
        package var web = false
    }

    package struct FaultCommands: Sendable, Equatable {
        package enum Place: String, Sendable, CaseIterable { case rig, box }
        package var strike = ""
        package var mend = ""
        /// The place where the commands run.
        package var on = Place.rig
    }
}
