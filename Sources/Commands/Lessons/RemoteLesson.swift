import Devices
import MediaCore

/// A remote that is being taught.
package struct RemoteLesson: Hashable, Sendable {
    /// What the learner sees.
    package enum Phase: Hashable, Sendable {
        /// This key is asked for; `number` is its place among all, from 1.
        case asking(KeyCode, number: Int)
        case keeping
        case over(Outcome)
    }

    package enum Outcome: Hashable, Sendable {
        case kept
        case nothing
        /// The receiver can't be listened to, or what was learnt can't be kept; with the reason.
        case failed(String)
    }

    /// What the last press led to, while the next is waited for.
    package enum Note: Hashable, Sendable {
        case news(RemoteLearning.News)
        /// Not every protocol is decoded; with the reason.
        case limited(String)
    }

    /// What those who follow are told.
    package enum Step: Hashable, Sendable {
        case news(RemoteLearning.News)
        /// Not every protocol is decoded; with the reason.
        case limited(String)
        /// The receiver can't be listened to; with the reason.
        case deaf(String)
        /// What was learnt is in this file.
        case kept(file: String)
        /// What was learnt can't be kept; with the reason.
        case notKept(String)
    }

    /// The name under which what is learnt is kept.
    package let name: String
    package let receiver: InfraredReceiver
    package internal(set) var learning: RemoteLearning
    package internal(set) var note: Note?

    init(_ order: LessonOrder, at now: HostTime) {
        name = order.name
        receiver = order.receiver
        learning = RemoteLearning(keys: order.keys, families: order.families, now: now)
    }
}
