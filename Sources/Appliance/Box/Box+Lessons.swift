import Commands
import ControlProtocol
import Devices
import Logging
import RemoteKeymaps
import Screens

/// Carries out what `RemoteLessons` wants done: on the screen, and for clients that follow the events.
extension Box {
    func doForLessons(_ effect: RemoteLessonsEffect) {
        switch effect {
        case .listen(let receiver): errands.lessons.continuation.yield(.listen(receiver))
        case .began(let lesson):
            logger.notice(
                "a remote is taught", metadata: ["name": "\(lesson.name)", "receiver": "\(lesson.receiver.id)"])
            tellRemotes(.taught(lesson.receiver.input))
        case .show(let lesson, let phase): tell(.learning(LearningState(lesson, phase)))
        case .tell(let lesson, let step):
            logger.log(step, of: lesson)
            publish(.lesson(LessonInfo(lesson, step)))
        case .finish(let lesson, let keymap): errands.lessons.continuation.yield(.finish(lesson.name, keymap: keymap))
        case .ended: tellRemotes(.taught(nil))
        }
    }

    /// Begins a lesson with the first receiver, as the screen asks.
    func learnRemote() -> CommandResult {
        guard !lessons.isBusy else { return .nothingToDo }
        guard let infrared = devices.infrared, let receiver = infrared.all().first else {
            return .notNow("there is no infrared receiver")
        }
        tellLessons(.begin(LessonOrder(name: KeymapOrder.newName(besides: infrared.kept()), receiver: receiver)))
        return .done
    }

    // MARK: The control API

    package func learn(_ request: LearnRequest) async throws {
        let order = try LessonOrder(request, infrared: devices.infrared)
        guard !lessons.isBusy else {
            throw ControlError(
                .notNow, cause: "another remote is being taught", nextStep: "end that first: hearthctl remote stop")
        }
        tellLessons(.begin(order))
    }

    package func lesson(_ deed: LessonRequest.Deed) async throws {
        guard lessons.lesson != nil else {
            throw ControlError(.notNow, cause: "no remote is being taught", nextStep: "hearthctl remote learn")
        }
        tellLessons(RemoteLessonsEvent(deed))
    }
}
