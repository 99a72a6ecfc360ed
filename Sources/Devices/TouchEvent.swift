import MediaCore

/// One contact of a finger with a touch surface, at one moment.
package struct TouchEvent: Sendable, Hashable {
    package enum Phase: Sendable, Hashable {
        case began, moved, ended
        /// The contact is gone without having been lifted: the device vanished, or a palm lay down. Nothing is to
        /// come of it.
        case cancelled
    }

    /// A number that tells the contact from the others on its surface while it lasts.
    package var contact: Int
    package var phase: Phase
    package var position: TouchPosition
    /// The pressure, 0…1 of what the surface can tell; nil: it tells none.
    package var pressure: Double?
    /// The kernel's time.
    package var time: HostTime
    package var surface: TouchSurface

    package init(
        contact: Int, phase: Phase, position: TouchPosition, pressure: Double? = nil, time: HostTime,
        surface: TouchSurface
    ) {
        self.contact = contact
        self.phase = phase
        self.position = position
        self.pressure = pressure
        self.time = time
        self.surface = surface
    }
}

/// A place on a surface: 0…1 from its left and from its top.
package struct TouchPosition: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A device that feels fingers: a remote's pad, a touch pad, a touch screen.
package struct TouchSurface: Sendable, Hashable {
    package var device: InputDevice
    /// The ratio of its width to its height.
    package var aspect: Double
    /// Whether it can be clicked: then its button comes as a key, `BTN_LEFT`.
    package var hasButton: Bool

    package init(device: InputDevice, aspect: Double = 1, hasButton: Bool = false) {
        self.device = device
        self.aspect = aspect
        self.hasButton = hasButton
    }
}
