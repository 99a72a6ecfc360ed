import CEvdev
import MediaCore

/// The axes that a touch surface reports (`Documentation/input/multi-touch-protocol.rst`), and the conversion of
/// their values to parts of the surface.
package struct TouchAxes: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        /// Type B: contacts have slots and tracking ids.
        case slots
        /// Type A: every contact is reported anew in each frame, one after the other. The first counts.
        case anonymous
        /// One finger is reported: ABS_X, ABS_Y and BTN_TOUCH.
        case single
    }

    package struct Axis: Sendable, Hashable {
        package var minimum: Int32
        package var maximum: Int32
        /// The resolution in units a millimetre; 0: not known.
        package var resolution: Int32

        package init(minimum: Int32, maximum: Int32, resolution: Int32 = 0) {
            self.minimum = minimum
            self.maximum = maximum
            self.resolution = resolution
        }

        /// The part, 0…1, of the way from minimum to maximum; a half where they are equal.
        func part(_ value: Int32) -> Double {
            let length = Double(maximum) - Double(minimum)
            guard length > 0 else { return 0.5 }
            return min(1, max(0, (Double(value) - Double(minimum)) / length))
        }

        /// The axis' length in millimetres; nil: not known.
        fileprivate var length: Double? {
            guard resolution > 0, maximum > minimum else { return nil }
            return (Double(maximum) - Double(minimum)) / Double(resolution)
        }
    }

    package var style: Style
    package var x: Axis
    package var y: Axis
    package var pressure: Axis?

    package init(style: Style, x: Axis, y: Axis, pressure: Axis? = nil) {
        self.style = style
        self.x = x
        self.y = y
        self.pressure = pressure
    }

    /// The ratio of width to height: in millimetres where they are known, else as if a unit were as long either way.
    /// A ratio more extreme than a ribbon's is not believed.
    package var aspect: Double {
        let lengths = x.length.flatMap { width in y.length.map { (width, $0) } }
        let (width, height) =
            lengths ?? (Double(x.maximum) - Double(x.minimum), Double(y.maximum) - Double(y.minimum))
        guard width > 0, height > 0 else { return 1 }
        let aspect = width / height
        return (0.125...8).contains(aspect) ? aspect : 1
    }

    /// Reads the axes of a device with these axes and buttons; nil when it is no touch surface.
    ///
    /// - Parameters:
    ///   - axis: the device's facts of an ABS_ code; nil: it has none such
    ///   - has: whether it has a BTN_ code
    package init?(_ axis: (Int32) -> Axis?, has: (Int32) -> Bool, isAccelerometer: Bool = false) {
        guard !isAccelerometer else { return nil }
        // Joysticks with very many axes reach into the numbers of multi-touch: there they have the code before, too.
        let isManyAxes = axis(ABS_MT_SLOT) != nil && axis(ABS_MT_SLOT - 1) != nil
        if !isManyAxes, let x = axis(ABS_MT_POSITION_X), let y = axis(ABS_MT_POSITION_Y) {
            let hasSlots = axis(ABS_MT_SLOT) != nil && axis(ABS_MT_TRACKING_ID) != nil
            self.init(style: hasSlots ? .slots : .anonymous, x: x, y: y, pressure: axis(ABS_MT_PRESSURE))
            return
        }
        let isPen = has(BTN_TOOL_PEN) || has(BTN_STYLUS)
        guard has(BTN_TOUCH), !isPen || has(BTN_TOOL_FINGER), let x = axis(ABS_X), let y = axis(ABS_Y) else {
            return nil
        }
        self.init(style: .single, x: x, y: y, pressure: axis(ABS_PRESSURE))
    }
}
