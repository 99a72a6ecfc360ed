import MediaCore

/// The parts of board Q, as QEMU takes them: an emulated PC without KVM, which is 10 to 20 times slower
/// than its host. (`/dev/kvm` proves nothing: in a virtual machine it may open and never boot a kernel.)
package struct EmulatedMachine: Sendable, Hashable {
    /// The folder that `scripts/board/build-q` made: `vmlinuz`, `initrd`, `disk.ext4`.
    package var image: String
    /// The disk that it writes to (qcow2).
    package var disk: String
    /// The disk that it only reads, from which Hearth is installed.
    package var payload: String
    /// The folder of this machine's sockets and logs. Short: a socket's path has 107 bytes.
    package var folder: String
    /// The emulated screen's preferred mode. Each pixel costs the emulated processor dear.
    package var screen = PixelSize(width: 640, height: 360)

    package init(image: String, disk: String, payload: String, folder: String) {
        self.image = image
        self.disk = disk
        self.payload = payload
        self.folder = folder
    }

    package static let display = "gpu0"
    package static let networkCard = "net0"
    package static let keyboard = "kbd0"
    package static let keyboardDriver = "virtio-keyboard-pci"
    /// The port into which the keyboard is plugged; the root bus itself takes no device while it runs.
    package static let keyboardPort = "port0"

    package var monitor: String { "\(folder)/qmp" }
    package var shell: String { "\(folder)/shell" }
    package var serialLog: String { "\(folder)/serial.log" }
    /// The path of QEMU's own output.
    package var log: String { "\(folder)/qemu.log" }
    package var sound: String { "\(folder)/sound.wav" }
    /// A credential for systemd, read when the machine is switched on: lines of tmpfiles.d.
    package var credential: String { "\(folder)/tmpfiles.extra" }

    /// The program and its arguments.
    package var command: [String] {
        // Without the rig nobody would be left to watch it.
        ["/usr/bin/setpriv", "--pdeathsig", "KILL", "/usr/bin/qemu-system-x86_64"]
            + ["-nodefaults", "-display", "none", "-no-reboot"]
            + ["-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "2048"]
            + ["-kernel", "\(image)/vmlinuz", "-initrd", "\(image)/initrd"]
            // A panic ends the machine: see SerialLog.
            + ["-append", "root=/dev/vda rw console=ttyS0 quiet panic=-1"]
            + ["-drive", "file=\(disk),format=qcow2,if=virtio"]
            + ["-drive", "file=\(payload),format=raw,if=virtio,readonly=on"]
            + ["-fw_cfg", "name=opt/io.systemd.credentials/tmpfiles.extra,file=\(credential)"]
            + ["-qmp", "unix:\(monitor),server=on,wait=off"]
            + ["-chardev", "pty,id=serial,logfile=\(serialLog)"]
            + ["-serial", "chardev:serial", "-device", "virtio-serial-pci"]
            + ["-chardev", "socket,id=shell,path=\(shell),server=on,wait=off"]
            + ["-device", "virtserialport,chardev=shell,name=hearth.shell"]
            + ["-device", "virtio-vga,id=\(Self.display),xres=\(screen.width),yres=\(screen.height)"]
            + ["-audiodev", "wav,id=wav,path=\(sound),out.frequency=48000"]
            + ["-device", "ich9-intel-hda", "-device", "hda-output,audiodev=wav"]
            + ["-device", "pcie-root-port,id=\(Self.keyboardPort),chassis=1,slot=1"]
            + ["-device", "\(Self.keyboardDriver),id=\(Self.keyboard),bus=\(Self.keyboardPort)"]
            // Its gateway, 10.0.2.2, is the host's own loopback.
            + ["-netdev", "user,id=network", "-device", "virtio-net-pci,id=\(Self.networkCard),netdev=network"]
    }
}
