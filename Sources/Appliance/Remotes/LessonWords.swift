import Commands
import ControlProtocol
import Devices
import Logging
import Screens

// What `RemoteLessons` tells, as the control API, the screen and the log word it.

extension LessonInfo {
    init(_ lesson: RemoteLesson, _ step: RemoteLesson.Step) {
        self.init(
            remote: lesson.name, receiver: lesson.receiver.id, step: Step(step), learnt: lesson.learning.codes.count,
            count: lesson.learning.keys.count)
        switch step {
        case .news(let news): fill(news)
        case .limited(let reason), .deaf(let reason), .notKept(let reason): self.reason = reason
        case .kept(let file): self.file = file
        }
    }

    private mutating func fill(_ news: RemoteLearning.News) {
        switch news {
        case .asked(let key), .leftOut(let key): self.key = key.description
        case .heard(let code), .different(let code, _), .otherProtocol(let code, _), .unwanted(let code):
            self.code = code.info
        case .learnt(let key, let code), .taken(let code, let key): (self.key, self.code) = (key.description, code.info)
        case .undecodable:
            reason =
                "light comes, but no decoder of the kernel understands it: take another remote, or see docs/keys.md for "
                + "decoders that ir-keytable loads"
        case .ended(let ending): self.ending = ending.rawValue
        }
    }
}

extension LessonInfo.Step {
    fileprivate init(_ step: RemoteLesson.Step) {
        self =
            switch step {
            case .news(.asked): .asked
            case .news(.heard): .heard
            case .news(.different): .different
            case .news(.learnt): .learnt
            case .news(.otherProtocol): .otherProtocol
            case .news(.taken): .taken
            case .news(.leftOut): .leftOut
            case .news(.unwanted): .unwanted
            case .news(.undecodable): .undecodable
            case .news(.ended): .ended
            case .limited: .limited
            case .kept: .kept
            case .deaf, .notKept: .failed
            }
    }
}

extension LearningState {
    init(_ lesson: RemoteLesson, _ phase: RemoteLesson.Phase) {
        self.init(
            remote: lesson.name, count: lesson.learning.keys.count, phase: Phase(phase, lesson),
            note: lesson.note.flatMap(Note.init))
    }
}

extension LearningState.Phase {
    fileprivate init(_ phase: RemoteLesson.Phase, _ lesson: RemoteLesson) {
        self =
            switch phase {
            case .asking(let key, let number): .asking(key: RemoteLearning.name(of: key), number: number)
            case .keeping: .keeping
            case .over(.kept): .over(.kept(keys: lesson.learning.codes.count))
            case .over(.nothing): .over(.nothing)
            case .over(.failed(let reason)): .over(.failed(reason))
            }
    }
}

extension LearningState.Note {
    fileprivate init?(_ note: RemoteLesson.Note) {
        switch note {
        case .limited(let reason): self = .limited(reason)
        case .news(.heard(let code)): self = .heard(code: code.text)
        case .news(.different(let code, _)): self = .different(code: code.text)
        case .news(.learnt(let key, let code)): self = .learnt(key: RemoteLearning.name(of: key), code: code.text)
        case .news(.otherProtocol(let code, _)): self = .otherProtocol(code: code.text)
        case .news(.taken(_, let key)): self = .taken(by: RemoteLearning.name(of: key))
        case .news(.leftOut(let key)): self = .leftOut(RemoteLearning.name(of: key))
        case .news(.unwanted(let code)): self = .unwanted(code: code.text)
        case .news(.undecodable): self = .undecodable
        case .news(.asked), .news(.ended): return nil
        }
    }
}

extension Logger {
    /// Logs what an administrator would look for of a lesson.
    func log(_ step: RemoteLesson.Step, of lesson: RemoteLesson) {
        switch step {
        case .kept(let file):
            notice("a remote was learnt", metadata: ["file": "\(file)", "keys": "\(lesson.learning.codes.count)"])
        case .notKept(let reason): warning("a remote could not be kept", metadata: ["reason": "\(reason)"])
        case .news, .limited, .deaf: break
        }
    }
}

extension RemoteLearning.Code {
    /// The code as text: `rc-6-mce 0x800f0422`.
    fileprivate var text: String { "\(kind.variant) 0x\(String(scancode, radix: 16))" }

    fileprivate var info: LessonInfo.Code {
        LessonInfo.Code(protocol: kind.family, variant: kind.variant, scancode: "0x\(String(scancode, radix: 16))")
    }
}
