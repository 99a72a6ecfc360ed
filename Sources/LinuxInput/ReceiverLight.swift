import Base
import Devices
import Glibc
import MediaCore

/// The keys of one infrared receiver, by its lirc node. Confined to `hearth-input`.
final class ReceiverLight {
    private let codes: LircCodes
    private let directory: InfraredDirectory
    private let receiver: String
    private var keys: InfraredKeys

    /// Nil: it has no such node, or one that may not be read. Then the kernel's key events are all there is.
    init?(of device: InputDevice, _ directory: InfraredDirectory = InfraredDirectory()) {
        guard let receiver = directory.receivers().first(where: { $0.input == device.id }), let lirc = receiver.lirc,
            let codes = try? LircCodes(opening: lirc)
        else { return nil }
        self.codes = codes
        self.directory = directory
        self.receiver = receiver.id
        keys = InfraredKeys(device: device)
    }

    var descriptor: Int32 { codes.descriptor }
    /// When `expire` has something to do.
    var deadline: HostTime? { keys.deadline }

    /// Nil: the receiver is gone.
    func read() -> [KeyEvent]? {
        guard let records = codes.read() else { return nil }
        // Who loads a keymap changes what is decoded.
        let decoders = records.isEmpty ? [] : directory.decoders(of: receiver)
        return records.flatMap { keys.handle($0.signal, code: $0.code, decoders: decoders) }
    }

    func expire(at now: HostTime) -> [KeyEvent] { keys.expire(at: now) }

    func vanish(at time: HostTime) -> [KeyEvent] { keys.vanish(at: time) }
}
