import Devices

/// Everything that `RemoteLessons` is told.
package enum RemoteLessonsEvent: Hashable, Sendable {
    /// Begin a lesson. Passed over while there is one.
    case begin(LessonOrder)
    /// The receiver decodes all it can.
    ///
    /// - Parameter restriction: why it is less than everything; nil: it is everything
    case listening(restriction: String?)
    /// The receiver can't be listened to; with the reason.
    case deaf(String)
    case infrared(InfraredEvent)
    /// Leave out the key that is asked for.
    case skip
    /// Go back to the key before.
    case back
    /// Stop, and keep what is learnt.
    case stop
    /// Stop, and keep nothing.
    case cancel
    /// The listening has ended.
    ///
    /// - Parameter file: where the keymap is kept; nil: there was none to keep
    case finished(file: String?)
    /// The listening has ended, and the keymap can't be kept; with the reason.
    case notKept(String)
    /// The time of `RemoteLessons.nextWake` has come.
    case wake
}
