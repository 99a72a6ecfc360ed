/// The timing of a mode, progressive, with both sync pulses positive, in pixels and lines.
package struct VideoTiming: Sendable, Hashable {
    package var kilohertz: Int
    package var active: (width: Int, height: Int)
    package var blanking: (width: Int, height: Int)
    package var frontPorch: (width: Int, height: Int)
    package var sync: (width: Int, height: Int)

    /// 1280x720 at 50 Hz: CTA-861's VIC 19.
    package static let hd50 = VideoTiming(
        kilohertz: 74_250, active: (1280, 720), blanking: (700, 30), frontPorch: (440, 5), sync: (40, 5))

    package var refreshRate: Double {
        Double(kilohertz) * 1000 / Double((active.width + blanking.width) * (active.height + blanking.height))
    }

    /// The timing as the 18 bytes of an EDID's detailed timing (VESA E-EDID 1.4, 3.10.2), of a screen
    /// of 80 by 45 cm.
    package var descriptor: [UInt8] {
        func low(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: value) }
        func halves(_ high: Int, _ low: Int, _ shift: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: (high >> shift & 15) << 4 | low >> shift & 15)
        }
        let clock = kilohertz / 10
        let porch = halves(frontPorch.height, sync.height, 0)
        let rest =
            (frontPorch.width >> 8 & 3) << 6 | (sync.width >> 8 & 3) << 4
            | (frontPorch.height >> 4 & 3) << 2 | sync.height >> 4 & 3
        return [
            low(clock), low(clock >> 8),
            low(active.width), low(blanking.width), halves(active.width, blanking.width, 8),
            low(active.height), low(blanking.height), halves(active.height, blanking.height, 8),
            low(frontPorch.width), low(sync.width), porch, low(rest),
            low(800), low(450), halves(800, 450, 8), 0, 0, 0x1e,
        ]
    }

    package static func == (a: VideoTiming, b: VideoTiming) -> Bool {
        a.kilohertz == b.kilohertz && a.descriptor == b.descriptor
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(descriptor) }
}
