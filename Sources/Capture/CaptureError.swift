import Base
import MediaCore

/// The reason why a capture device gives no pictures, and what to do about it.
package enum CaptureError: Error, Equatable, CustomStringConvertible {
    case call(SystemCallError)
    /// No node under this name can be captured from.
    case noDevice(String)
    /// The device is there, but it does not stream single-plane video.
    case cannotStream(device: String)
    /// The device offers none of our formats; `offered` by their four characters.
    case noFormat(device: String, wanted: PixelSize?, offered: [String])
    /// Another reader has it.
    case busy(device: String)
    case noSignal(device: String)
    /// The picture's size or rate changed, or the cable was pulled.
    case signalChanged(device: String)

    package var description: String {
        switch self {
        case .call(let error): error.description
        case .noDevice(let name):
            "no capture device \(name): see v4l2-ctl --list-devices, and name its node, card or driver"
        case .cannotStream(let device):
            "\(device) does not stream single-plane video: name another node of it"
        case .noFormat(let device, let wanted, let offered):
            "\(device) gives no \(wanted.map { "\($0)" } ?? "picture") in a format that is read here; it has "
                + "\(offered.joined(separator: " ")): see v4l2-ctl --list-formats-ext"
        case .busy(let device): "\(device) is busy: another program, or the corner, shows it: see fuser -v \(device)"
        case .noSignal(let device):
            "no signal at \(device): is what is plugged into it on, and the cable in? See v4l2-ctl --query-dv-timings"
        case .signalChanged(let device):
            "the signal at \(device) changed or went: another mode was set, or the cable was unplugged"
        }
    }
}
