import ControlProtocol

/// Prints a lesson's steps for people.
enum LessonText {
    static func line(_ lesson: LessonInfo) -> String {
        let key = lesson.key ?? "a key"
        let code = lesson.code.map { "\($0.variant) \($0.scancode)" } ?? "a code"
        switch lesson.step {
        case .asked: return "[\(lesson.learnt) of \(lesson.count)] press \(key)"
        case .heard: return "  got \(code), again to be sure"
        case .different: return "  another one: \(code), again to be sure"
        case .learnt: return "  \(key) is \(code)"
        case .taken: return "  \(code) is \(key) already; press it again to leave this key out"
        case .leftOut: return "  \(key) is left out"
        case .unwanted: return "  \(code) is of a protocol that was not asked for"
        case .otherProtocol: return "  \(code) is of another protocol than the keys before: is it the same remote?"
        case .undecodable: return "  \(lesson.reason ?? "light comes, but nothing understands it")"
        case .limited: return "note: \(lesson.reason ?? "not every protocol is decoded")"
        case .ended: return "ended (\(lesson.ending ?? "")): \(lesson.learnt) of \(lesson.count) keys"
        case .kept:
            return
                "\(lesson.remote): \(lesson.learnt) keys, kept in \(lesson.file ?? "?"), loaded now and at every start"
        case .failed: return "failed: \(lesson.reason ?? "")"
        }
    }
}
