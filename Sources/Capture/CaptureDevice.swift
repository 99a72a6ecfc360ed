import Base
import CLinux
import Glibc
import MediaCore

/// A Video4Linux capture device, open and set to what was asked of it, not yet streaming.
///
/// For one thread at a time. The format is single-plane: what USB and PCIe grabbers for HDMI have.
package final class CaptureDevice {
    package let path: String
    let descriptor: OwnedDescriptor
    package private(set) var format = CaptureFormat.yuyv
    package private(set) var size = PixelSize(width: 0, height: 0)
    package private(set) var stride = 0
    package private(set) var isBT709 = true
    package private(set) var isFullRange = false
    /// The rate in pictures a second; 0: the device does not state it.
    package private(set) var rate = 0.0
    /// What is asked of a device that does not say what comes.
    private static let usual = PixelSize(width: 1920, height: 1080)
    /// The signal on the wire; nil: the device does not measure it.
    private var signal: hearth_v4l2_signal?

    package init(_ settings: CaptureSettings) throws(CaptureError) {
        path = try Self.find(settings.device)
        descriptor = try Self.open(path)
        let capability = Self.capability(of: descriptor.raw)
        guard capability & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0, capability & UInt32(V4L2_CAP_STREAMING) != 0 else {
            throw .cannotStream(device: path)
        }
        if let input = settings.input {
            var number = Int32(clamping: input)
            try call("VIDIOC_S_INPUT \(input)") { hearth_v4l2_set_input($0, &number) }
        }
        try adoptSignal()
        try chooseFormat(settings)
    }

    /// Makes a request, again when a signal interrupts it.
    func call(_ name: String, _ body: (Int32) -> Int32) throws(CaptureError) {
        do throws(SystemCallError) {
            try checked("\(name) on \(path)") { body(descriptor.raw) }
        } catch {
            throw .call(error)
        }
    }

    /// Throws `noSignal` when the driver reports none. A grabber that makes blue pictures of its own
    /// without a signal does not report that.
    func checkSignal() throws(CaptureError) {
        var input = v4l2_input()
        var number: Int32 = 0
        guard hearth_v4l2_get_input(descriptor.raw, &number) == 0 else { return }
        input.index = UInt32(number)
        guard hearth_v4l2_enumerate_input(descriptor.raw, &input) == 0 else { return }
        if input.status & Self.noSignal != 0 { throw .noSignal(device: path) }
    }

    /// Throws when the signal is no longer the one that the device was set to.
    func checkSameSignal() throws(CaptureError) {
        try checkSignal()
        guard let signal else { return }
        var found = hearth_v4l2_signal()
        guard hearth_v4l2_query_signal(descriptor.raw, 0, &found) == 0, found.width == signal.width,
            found.height == signal.height, abs(found.rate - signal.rate) < 0.5
        else { throw .signalChanged(device: path) }
    }

    /// The bits of a connector's status that say that nothing comes by it.
    static let noSignal = UInt32(V4L2_IN_ST_NO_POWER | V4L2_IN_ST_NO_SIGNAL | V4L2_IN_ST_NO_SYNC)

    // MARK: Finding a device

    /// The number of nodes that are looked at.
    static let nodes = 64

    private static func find(_ name: String) throws(CaptureError) -> String {
        if name.hasPrefix("/") { return name }
        for index in 0..<nodes {
            let path = "/dev/video\(index)"
            guard let descriptor = try? open(path) else { continue }
            var capability = v4l2_capability()
            guard hearth_v4l2_query_capability(descriptor.raw, &capability) == 0,
                self.capability(of: descriptor.raw) & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0
            else { continue }
            let (card, driver) = (text(&capability.card), text(&capability.driver))
            if card == name || driver == name { return path }
        }
        throw .noDevice(name)
    }

    static func open(_ path: String) throws(CaptureError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            return try OwnedDescriptor(open: path, flags: O_RDWR | O_NONBLOCK)
        } catch {
            throw .call(error)
        }
    }

    /// The capabilities of this very node, not of all that belong to the card.
    static func capability(of descriptor: Int32) -> UInt32 {
        var capability = v4l2_capability()
        guard hearth_v4l2_query_capability(descriptor, &capability) == 0 else { return 0 }
        let hasOwn = capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        return hasOwn ? capability.device_caps : capability.capabilities
    }

    static func text<Tuple>(_ characters: inout Tuple) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    // MARK: Setting the format

    /// Sets an HDMI receiver's timings to the signal; USB grabbers do that by themselves and refuse the
    /// request.
    private func adoptSignal() throws(CaptureError) {
        try checkSignal()
        var found = hearth_v4l2_signal()
        if hearth_v4l2_query_signal(descriptor.raw, 1, &found) == 0 {
            signal = found
            rate = found.rate
        } else if errno == ENOLINK || errno == ENOLCK {
            throw .noSignal(device: path)
        }
    }

    /// Chooses the best format in which the device gives the wanted size, or else the most pixels in motion.
    private func chooseFormat(_ settings: CaptureSettings) throws(CaptureError) {
        let offered = Self.offeredFormats(descriptor.raw)
        let wanted = settings.format.map { [$0] } ?? CaptureFormat.allCases
        let candidates = wanted.flatMap { format in
            format.codes.filter(offered.contains).prefix(1).map { (format, $0) }
        }
        var best: (format: CaptureFormat, code: UInt32, merit: Merit)?
        for (format, code) in candidates {
            let rate: Double
            do throws(CaptureError) {
                rate = try set(format, code, settings)
            } catch {
                if case .call(let call) = error, call.errno == EBUSY { throw .busy(device: path) }
                continue
            }
            let merit = Merit(rate: rate, wanted: settings.rate, size: size)
            if best.map({ $0.merit < merit }) ?? true { best = (format, code, merit) }
            if rate >= settings.rate - 0.5, settings.size != nil { break }
        }
        guard let best else {
            throw .noFormat(device: path, wanted: settings.size, offered: offered.map(CaptureFormat.name))
        }
        rate = try set(best.format, best.code, settings)
    }

    /// How good a format is: motion first, then detail, then the rate.
    private struct Merit: Comparable {
        private static let motion = 24.0
        private let order: [Int]

        init(rate: Double, wanted: Double, size: PixelSize) {
            order = [
                rate >= min(Self.motion, wanted) - 0.5 ? 1 : 0, size.width * size.height,
                Int(min(max(0, rate), wanted) + 0.5),
            ]
        }

        static func < (a: Merit, b: Merit) -> Bool { a.order.lexicographicallyPrecedes(b.order) }
    }

    static func offeredFormats(_ descriptor: Int32) -> [UInt32] {
        var codes: [UInt32] = []
        var description = v4l2_fmtdesc()
        description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        while codes.count < 256, hearth_v4l2_enumerate_format(descriptor, &description) == 0 {
            codes.append(description.pixelformat)
            description.index += 1
        }
        return codes
    }

    /// Sets a format; returns the resulting rate. Throws `noFormat` when the device gives another size
    /// or format.
    private func set(
        _ format: CaptureFormat, _ code: UInt32, _ settings: CaptureSettings
    ) throws(CaptureError) -> Double {
        var request = v4l2_format()
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        let sent = signal.map { PixelSize(width: Int($0.width), height: Int($0.height)) }
        let asked = settings.size ?? sent ?? Self.usual
        request.fmt.pix.width = UInt32(clamping: asked.width)
        request.fmt.pix.height = UInt32(clamping: asked.height)
        request.fmt.pix.pixelformat = code
        request.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        try call("VIDIOC_S_FMT") { hearth_v4l2_set_format($0, &request) }
        let given = request.fmt.pix
        size = PixelSize(width: Int(given.width), height: Int(given.height))
        guard given.pixelformat == code, !size.isEmpty, settings.size.map({ $0 == size }) ?? true else {
            throw .noFormat(device: path, wanted: settings.size, offered: [CaptureFormat.name(of: given.pixelformat)])
        }
        self.format = format
        stride = max(Int(given.bytesperline), format.bytesPerRow(width: size.width) ?? 0)
        isFullRange = given.quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue
        // HDMI carries BT.709 from 720 rows on, whatever a grabber leaves unstated.
        isBT709 =
            given.ycbcr_enc == V4L2_YCBCR_ENC_DEFAULT.rawValue
            ? size.height >= 720 : given.ycbcr_enc == V4L2_YCBCR_ENC_709.rawValue
        return setRate(settings.rate)
    }

    private func setRate(_ wanted: Double) -> Double {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        guard hearth_v4l2_get_parameters(descriptor.raw, &parameters) == 0 else { return rate }
        if parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 {
            parameters.parm.capture.timeperframe = v4l2_fract(numerator: 1_000, denominator: UInt32(wanted * 1_000))
            _ = hearth_v4l2_set_parameters(descriptor.raw, &parameters)
        }
        let time = parameters.parm.capture.timeperframe
        return time.numerator == 0 ? rate : Double(time.denominator) / Double(time.numerator)
    }
}
