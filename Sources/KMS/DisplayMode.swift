import Devices
import MediaCore

/// One timing that a TV accepts.
struct DisplayMode: Hashable, Sendable {
    var size: PixelSize
    /// The refresh rate in vblanks a second; 0 when the timing is nonsense.
    var refreshRate: Double
    var isPreferred: Bool
    var isInterlaced: Bool

    init(size: PixelSize, refreshRate: Double, isPreferred: Bool = false, isInterlaced: Bool = false) {
        self.size = size
        self.refreshRate = refreshRate
        self.isPreferred = isPreferred
        self.isInterlaced = isInterlaced
    }

    /// Whether a change between the two modes would show no difference to a viewer.
    func isSameTiming(as other: DisplayMode) -> Bool {
        size == other.size && isInterlaced == other.isInterlaced && abs(refreshRate - other.refreshRate) < 0.01
    }
}

/// The setting of the screen's mode.
package enum ModeSetting: Sendable, Hashable {
    /// The mode that the screen is lit in already, else the TV's preferred one.
    case automatic
    case preferred
    /// The mode of this size with this refresh rate; nil: near 60.
    case size(PixelSize, refreshRate: Double? = nil)
}

extension DisplayMode {
    /// The index of the mode to set, or nil when there is none.
    ///
    /// - Parameter current: the mode the screen was found in.
    /// - Parameter frameRate: of the content, when the screen shall follow it: a mode of the same size
    ///   whose rate is a whole multiple, the lit one or else the one nearest to the rate otherwise chosen.
    /// - Parameter lit: the mode the screen is in now, content being followed.
    static func choose(
        from modes: [DisplayMode], current: Int?, setting: ModeSetting, frameRate: Double? = nil, lit: Int? = nil
    ) -> Int? {
        guard let base = base(of: modes, current: current, setting: setting) else { return nil }
        guard let frameRate, frameRate >= 1 else { return base }
        // A lit mode that fits is kept: it may be there for another content of the same rate.
        if let lit, modes.indices.contains(lit), modes[lit].size == modes[base].size, fits(modes[lit], frameRate) {
            return lit
        }
        if fits(modes[base], frameRate) { return base }
        let rate = modes[base].refreshRate
        let fitting = modes.indices.filter {
            modes[$0].size == modes[base].size && !modes[$0].isInterlaced && fits(modes[$0], frameRate)
        }
        return fitting.min { abs(modes[$0].refreshRate - rate) < abs(modes[$1].refreshRate - rate) } ?? base
    }

    private static func base(of modes: [DisplayMode], current: Int?, setting: ModeSetting) -> Int? {
        let preferred = modes.firstIndex { $0.isPreferred } ?? modes.indices.first
        switch setting {
        case .automatic:
            if let current, modes.indices.contains(current) { return current }
            return preferred
        case .preferred:
            return preferred
        case .size(let size, let rate):
            let fitting = modes.indices.filter { modes[$0].size == size && !modes[$0].isInterlaced }
            if let rate,
                let nearest = fitting.min(by: { abs(modes[$0].refreshRate - rate) < abs(modes[$1].refreshRate - rate) })
            {
                return nearest
            }
            if let current, fitting.contains(current) { return current }
            return fitting.first { modes[$0].isPreferred }
                ?? fitting.min { abs(modes[$0].refreshRate - 60) < abs(modes[$1].refreshRate - 60) }
                ?? base(of: modes, current: current, setting: .automatic)
        }
    }

    private static func fits(_ mode: DisplayMode, _ frameRate: Double) -> Bool {
        Cadence.isEven(refreshRate: mode.refreshRate, framesPerSecond: frameRate)
    }
}
