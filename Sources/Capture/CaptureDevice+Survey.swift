import Base
import CLinux
import Devices
import Glibc

extension CaptureDevice {
    /// The devices of this machine that capture pictures, in the order of their nodes. Changes nothing of them; asks
    /// drivers, which may take a moment.
    static func survey() -> [InputDevices.Video] {
        (0..<nodes).compactMap { index in
            let path = "/dev/video\(index)"
            guard let descriptor = try? open(path) else { return nil }
            return video(path, descriptor.raw)
        }
    }

    private static func video(_ path: String, _ descriptor: Int32) -> InputDevices.Video? {
        let capabilities = capability(of: descriptor)
        var capability = v4l2_capability()
        guard capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0, capabilities & UInt32(V4L2_CAP_STREAMING) != 0,
            hearth_v4l2_query_capability(descriptor, &capability) == 0
        else { return nil }
        var video = InputDevices.Video(path: path, card: text(&capability.card), driver: text(&capability.driver))
        video.connectors = connectors(descriptor)
        let offered = Set(offeredFormats(descriptor))
        video.formats = CaptureFormat.allCases.filter { !offered.isDisjoint(with: $0.codes) }.map(\.rawValue)
        var signal = hearth_v4l2_signal()
        if hearth_v4l2_query_signal(descriptor, 0, &signal) == 0 {
            video.signal = "\(signal.width)x\(signal.height)@\(Int(min(max(0, signal.rate), 1_000).rounded()))"
        }
        return video
    }

    private static func connectors(_ descriptor: Int32) -> [InputDevices.Connector] {
        var selected: Int32 = -1
        _ = hearth_v4l2_get_input(descriptor, &selected)
        var connectors: [InputDevices.Connector] = []
        var input = v4l2_input()
        while connectors.count < 64, hearth_v4l2_enumerate_input(descriptor, &input) == 0 {
            let isSelected = Int32(clamping: input.index) == selected
            connectors.append(
                InputDevices.Connector(
                    number: Int(input.index), name: text(&input.name), isSelected: isSelected,
                    hasSignal: isSelected ? input.status & noSignal == 0 : nil))
            input = v4l2_input()
            input.index = UInt32(connectors.count)
        }
        return connectors
    }
}
