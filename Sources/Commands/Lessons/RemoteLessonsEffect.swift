import Devices

/// What `RemoteLessons` wants done. To be carried out in order.
package enum RemoteLessonsEffect: Hashable, Sendable {
    /// Listen to the receiver, and answer with `RemoteLessonsEvent.listening` or `.deaf`.
    case listen(InfraredReceiver)
    /// The lesson has begun: from now on the receiver's keys mean nothing.
    case began(RemoteLesson)
    /// Show this on the screen.
    case show(RemoteLesson, RemoteLesson.Phase)
    /// Tell those who follow.
    case tell(RemoteLesson, RemoteLesson.Step)
    /// Keep the keymap, if there is one, and listen no longer; answer with `RemoteLessonsEvent.finished` or `.notKept`.
    case finish(RemoteLesson, keymap: String?)
    /// The lesson is over: the receiver's keys mean something again.
    case ended
}
