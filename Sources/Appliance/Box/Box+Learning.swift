import Commands
import ControlProtocol
import Devices
import Logging
import MediaCore
import RemoteKeymaps
import Screens

/// The order to teach a remote.
struct LearnOrder: Sendable {
    var name: String?
    var receiver: InfraredReceiver?
    var families: Set<String>?
    var keys = RemoteLearning.usualKeys
}

/// A lesson in progress: a remote that is being taught.
struct Lesson {
    let name: String
    let receiver: InfraredReceiver
    var learning: RemoteLearning
    let steps: AsyncStream<RemoteLearning.Event>.Continuation
    var note: LearningState.Note?
}

/// Teaches an infrared remote, on the screen and for clients that follow the events. One lesson at
/// a time.
extension Box {
    func learnRemote(_ order: LearnOrder) -> CommandResult {
        guard !isTeaching else { return .nothingToDo }
        guard let receiver = order.receiver ?? devices.infrared?.all().first else {
            return .notNow("there is no infrared receiver")
        }
        var order = order
        order.receiver = receiver
        isTeaching = true
        lessons.continuation.yield(order)
        return .done
    }

    func keepTeaching() async {
        for await order in lessons.stream {
            await teach(order)
            isTeaching = false
        }
    }

    private func teach(_ order: LearnOrder) async {
        guard let infrared = devices.infrared, let receiver = order.receiver else { return }
        let name = order.name ?? KeymapOrder.newName(besides: infrared.kept())
        let (steps, continuation) = AsyncStream.makeStream(of: RemoteLearning.Event.self)
        var lesson = Lesson(
            name: name, receiver: receiver,
            learning: RemoteLearning(keys: order.keys, families: order.families, now: now), steps: continuation)
        let listening: any InfraredListening
        do {
            listening = try await infrared.listen(to: receiver)
        } catch {
            tell(.learning(LearningState(remote: name, count: 0, phase: .over(.failed("\(error)")))))
            publish(failed: "\(error)", lesson)
            return
        }
        if let restriction = listening.restriction {
            lesson.note = .limited(restriction)
            publish(.limited, lesson) { $0.reason = restriction }
        }
        self.lesson = lesson
        logger.notice("a remote is taught", metadata: ["name": "\(name)", "receiver": "\(receiver.id)"])
        if let key = lesson.learning.asked { tell(.asked(key)) }
        learn(.wake)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await event in listening.events { continuation.yield(.infrared(event)) } }
            for await step in steps {
                learn(step)
                if self.lesson?.learning.ending != nil { break }
            }
            group.cancelAll()
        }
        await finish(listening)
    }

    /// Gives an event to the lesson that is under way, and tells what came of it.
    func learn(_ event: RemoteLearning.Event) {
        guard var current = lesson else { return }
        let news = current.learning.handle(event, at: now)
        lesson = current
        for item in news { tell(item) }
        alarms.set(.learning, at: lesson?.learning.nextWake)
        if current.learning.ending != nil { current.steps.finish() }
    }

    func perform(_ deed: LearningDeed) {
        switch deed {
        case .skip: lesson?.steps.yield(.skip)
        case .back: lesson?.steps.yield(.back)
        case .stop: lesson?.steps.yield(.stop)
        }
    }

    /// Whether the device is being taught: its keys mean nothing while its codes are learnt.
    func isTaught(_ device: InputDevice) -> Bool {
        lesson.map { $0.receiver.input == device.id } ?? false
    }

    private func finish(_ listening: any InfraredListening) async {
        defer {
            listening.stop()
            lesson = nil
            alarms.set(.learning, at: nil)
        }
        guard let lesson else { return }
        let learning = lesson.learning
        let isKept = !learning.codes.isEmpty && learning.ending != .cancelled && learning.ending != nil
        guard isKept else {
            tell(.learning(state(lesson, .over(.nothing))))
            return
        }
        tell(.learning(state(lesson, .keeping)))
        do {
            let file = try await listening.keep(lesson.name, keymap: learning.keymap(named: lesson.name))
            logger.notice("a remote was learnt", metadata: ["file": "\(file)", "keys": "\(learning.codes.count)"])
            tell(.learning(state(lesson, .over(.kept(keys: learning.codes.count)))))
            publish(.kept, lesson) { $0.file = file }
        } catch {
            logger.warning("a remote could not be kept", metadata: ["reason": "\(error)"])
            tell(.learning(state(lesson, .over(.failed("\(error)")))))
            publish(failed: "\(error)", lesson)
        }
    }

    // MARK: Reports

    private func tell(_ news: RemoteLearning.News) {
        guard let lesson else { return }
        func name(_ key: KeyCode) -> String { RemoteLearning.name(of: key) }
        switch news {
        case .asked(let key): publish(.asked, lesson) { $0.key = key.description }
        case .heard(let code):
            note(.heard(code: code.text))
            publish(.heard, lesson) { $0.code = code.info }
        case .different(let code, _):
            note(.different(code: code.text))
            publish(.different, lesson) { $0.code = code.info }
        case .learnt(let key, let code):
            note(.learnt(key: name(key), code: code.text))
            publish(.learnt, lesson) { ($0.key, $0.code) = (key.description, code.info) }
        case .otherProtocol(let code, _):
            note(.otherProtocol(code: code.text))
            publish(.otherProtocol, lesson) { $0.code = code.info }
        case .taken(let code, let key):
            note(.taken(by: name(key)))
            publish(.taken, lesson) { ($0.key, $0.code) = (key.description, code.info) }
        case .leftOut(let key):
            note(.leftOut(name(key)))
            publish(.leftOut, lesson) { $0.key = key.description }
        case .unwanted(let code):
            note(.unwanted(code: code.text))
            publish(.unwanted, lesson) { $0.code = code.info }
        case .undecodable:
            note(.undecodable)
            publish(.undecodable, lesson) { $0.reason = Self.undecodableAdvice }
        case .ended(let ending): publish(.ended, lesson) { $0.ending = ending.rawValue }
        }
        if let lesson = self.lesson, let asked = lesson.learning.asked {
            tell(.learning(state(lesson, .asking(key: name(asked), number: lesson.learning.index + 1))))
        }
    }

    static let undecodableAdvice =
        "light comes, but no decoder of the kernel understands it: take another remote, or see docs/keys.md for decoders that "
        + "ir-keytable loads"

    private func note(_ note: LearningState.Note) { lesson?.note = note }

    private func state(_ lesson: Lesson, _ phase: LearningState.Phase) -> LearningState {
        LearningState(remote: lesson.name, count: lesson.learning.keys.count, phase: phase, note: lesson.note)
    }

    private func publish(failed reason: String, _ lesson: Lesson) { publish(.failed, lesson) { $0.reason = reason } }

    private func publish(_ step: LessonInfo.Step, _ lesson: Lesson, _ fill: (inout LessonInfo) -> Void = { _ in }) {
        var info = LessonInfo(
            remote: lesson.name, receiver: lesson.receiver.id, step: step, learnt: lesson.learning.codes.count,
            count: lesson.learning.keys.count)
        fill(&info)
        publish(.lesson(info))
    }

    // MARK: The control API

    package func learn(_ request: LearnRequest) async throws {
        var order = LearnOrder()
        if let name = request.name {
            guard KeymapOrder.isName(name) else {
                throw ControlError(
                    .badRequest, cause: "\"\(name.prefix(60))\" can't be a remote's name",
                    nextStep: "use small letters, digits, - and _")
            }
            order.name = name
        }
        let receivers = devices.infrared?.all() ?? []
        guard let receiver = request.receiver.map({ id in receivers.first { $0.id == id } }) ?? receivers.first else {
            throw ControlError(
                .notFound,
                cause: "there is no infrared receiver" + (request.receiver.map { " \($0.prefix(20))" } ?? ""),
                nextStep: receivers.isEmpty
                    ? "plug one in; 'ls /sys/class/rc' shows what the kernel has"
                    : "there are \(receivers.map(\.id).joined(separator: ", "))")
        }
        order.receiver = receiver
        if let protocols = request.protocols {
            if let wrong = protocols.first(where: { !InfraredProtocol.families.contains($0) }) {
                throw ControlError(
                    .badRequest, cause: "no protocol is called \(wrong.prefix(60))",
                    nextStep: "use \(InfraredProtocol.families.joined(separator: ", "))")
            }
            order.families = Set(protocols)
        }
        if let keys = request.keys, !keys.isEmpty {
            order.keys = try keys.map { text in
                guard let code = RemoteLearning.code(named: text) else {
                    throw ControlError(
                        .badRequest, cause: "no key is called \(text.prefix(60))",
                        nextStep: "'hearthctl keys list' lists the keys")
                }
                return code
            }
        }
        guard !isTeaching else {
            throw ControlError(
                .notNow, cause: "another remote is being taught", nextStep: "end that first: hearthctl remote stop")
        }
        if case .notNow(let reason) = learnRemote(order) {
            throw ControlError(.notNow, cause: "can't teach a remote: \(reason)", nextStep: "see 'hearthctl status'")
        }
    }

    package func lesson(_ deed: LessonRequest.Deed) async throws {
        guard let lesson else {
            throw ControlError(.notNow, cause: "no remote is being taught", nextStep: "hearthctl remote learn")
        }
        switch deed {
        case .skip: lesson.steps.yield(.skip)
        case .back: lesson.steps.yield(.back)
        case .stop: lesson.steps.yield(.stop)
        case .cancel: lesson.steps.yield(.cancel)
        }
    }
}

extension RemoteLearning.Code {
    /// The code as text: `rc-6-mce 0x800f0422`.
    var text: String { "\(kind.variant) 0x\(String(scancode, radix: 16))" }

    var info: LessonInfo.Code {
        LessonInfo.Code(protocol: kind.family, variant: kind.variant, scancode: "0x\(String(scancode, radix: 16))")
    }
}
