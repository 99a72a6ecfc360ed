import Devices
import MediaCore

/// Teaches remotes, one lesson at a time: from the order until what was learnt is kept. No clock and no device inside.
package struct RemoteLessons: Sendable {
    private enum Phase: Sendable {
        case none
        /// The receiver is about to be listened to.
        case opening(RemoteLesson)
        case teaching(RemoteLesson)
        /// What was learnt is being kept, and the receiver let go.
        case finishing(RemoteLesson)
    }

    private var phase = Phase.none
    private var effects: [RemoteLessonsEffect] = []

    package init() {}

    /// Whether there is a lesson, or one is about to begin: no other can.
    package var isBusy: Bool { if case .none = phase { false } else { true } }

    /// The lesson under way, until it is kept; nil: none is.
    package var lesson: RemoteLesson? {
        switch phase {
        case .none, .opening: nil
        case .teaching(let lesson), .finishing(let lesson): lesson
        }
    }

    /// When `RemoteLessonsEvent.wake` is to come; nil: not at all.
    package var nextWake: HostTime? {
        if case .teaching(let lesson) = phase { lesson.learning.nextWake } else { nil }
    }

    /// - Returns: what is to be done, in order
    package mutating func handle(_ event: RemoteLessonsEvent, at now: HostTime) -> [RemoteLessonsEffect] {
        switch event {
        case .begin(let order): begin(order, now)
        case .listening(let restriction): listen(restriction, now)
        case .deaf(let reason): fail(reason)
        case .infrared(let event): learn(.infrared(event), now)
        case .skip: learn(.skip, now)
        case .back: learn(.back, now)
        case .stop: learn(.stop, now)
        case .cancel: learn(.cancel, now)
        case .finished(let file): end(file.map { .kept(file: $0) }, file == nil ? .nothing : .kept)
        case .notKept(let reason): end(.notKept(reason), .failed(reason))
        case .wake: learn(.wake, now)
        }
        defer { effects = [] }
        return effects
    }

    private mutating func begin(_ order: LessonOrder, _ now: HostTime) {
        guard case .none = phase else { return }
        phase = .opening(RemoteLesson(order, at: now))
        effects.append(.listen(order.receiver))
    }

    private mutating func listen(_ restriction: String?, _ now: HostTime) {
        guard case .opening(var lesson) = phase else { return }
        if let restriction {
            lesson.note = .limited(restriction)
            effects.append(.tell(lesson, .limited(restriction)))
        }
        phase = .teaching(lesson)
        effects.append(.began(lesson))
        if let asked = lesson.learning.asked { tell([.asked(asked)]) }
        learn(.wake, now)
    }

    private mutating func fail(_ reason: String) {
        guard case .opening(let lesson) = phase else { return }
        phase = .none
        effects += [.show(lesson, .over(.failed(reason))), .tell(lesson, .deaf(reason))]
    }

    private mutating func learn(_ event: RemoteLearning.Event, _ now: HostTime) {
        guard case .teaching(var lesson) = phase else { return }
        let news = lesson.learning.handle(event, at: now)
        phase = .teaching(lesson)
        tell(news)
        if let ending = lesson.learning.ending { finish(ending) }
    }

    /// Tells what came of an event, and shows where the lesson is.
    private mutating func tell(_ news: [RemoteLearning.News]) {
        guard case .teaching(var lesson) = phase, !news.isEmpty else { return }
        for item in news {
            switch item {
            case .asked, .ended: break
            case .heard, .different, .learnt, .otherProtocol, .taken, .leftOut, .unwanted, .undecodable:
                lesson.note = .news(item)
            }
            effects.append(.tell(lesson, .news(item)))
        }
        phase = .teaching(lesson)
        guard let asked = lesson.learning.asked else { return }
        effects.append(.show(lesson, .asking(asked, number: lesson.learning.index + 1)))
    }

    private mutating func finish(_ ending: RemoteLearning.Ending) {
        guard case .teaching(let lesson) = phase else { return }
        phase = .finishing(lesson)
        guard ending != .cancelled, !lesson.learning.codes.isEmpty else {
            return effects.append(.finish(lesson, keymap: nil))
        }
        effects += [
            .show(lesson, .keeping), .finish(lesson, keymap: lesson.learning.keymap(named: lesson.name)),
        ]
    }

    private mutating func end(_ step: RemoteLesson.Step?, _ outcome: RemoteLesson.Outcome) {
        guard case .finishing(let lesson) = phase else { return }
        phase = .none
        if let step { effects.append(.tell(lesson, step)) }
        effects += [.show(lesson, .over(outcome)), .ended]
    }
}
