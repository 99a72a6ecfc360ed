import Commands
import Devices
import MediaCore
import Testing

@Suite("Lessons of remotes")
struct RemoteLessonsTests {
    private static let receiver: InfraredReceiver = {
        var receiver = InfraredReceiver(id: "rc0", name: "Receiver", driver: "mceusb", table: "rc-rc6-mce")
        receiver.input = "/dev/input/event9"
        return receiver
    }()

    /// A box on paper that listens and keeps, and checks that a lesson is told as one.
    private struct World {
        var lessons = RemoteLessons()
        var now = HostTime(nanoseconds: 1_000_000_000_000)
        /// What the box was asked for and has not answered.
        var isOpening = false
        var keymap: String??
        var isListening = false
        /// The device whose keys mean nothing.
        var isTaught = false
        var phases: [RemoteLesson.Phase] = []
        var steps: [RemoteLesson.Step] = []
        var kept = 0
        var wasCancelled = false
        var violations: [String] = []

        mutating func send(_ event: RemoteLessonsEvent) {
            let wasTeaching = lessons.lesson != nil && keymap == nil
            if case .cancel = event, wasTeaching { wasCancelled = true }
            for effect in lessons.handle(event, at: now) { carryOut(effect) }
            if case .wake = event, let wake = lessons.nextWake, wake <= now { fail("to be woken in the past") }
            if lessons.isBusy != (isOpening || isListening) { fail("busy with nothing, or idle while it listens") }
            if isTaught != isListening { fail("keys count while it listens, or not while it does not") }
            if (lessons.lesson != nil) != isListening { fail("another lesson than the one that is heard") }
        }

        private mutating func carryOut(_ effect: RemoteLessonsEffect) {
            switch effect {
            case .listen:
                if isOpening || isListening { fail("two lessons at once") }
                isOpening = true
                wasCancelled = false
            case .began:
                if !isListening { fail("a lesson that nobody hears") }
                isTaught = true
            case .show(_, let phase):
                if case .asking? = phases.last {
                } else if case .over? = phases.last, case .keeping = phase {
                    fail("kept what is over")
                }
                phases.append(phase)
            case .tell(_, let step): steps.append(step)
            case .finish(let lesson, let text):
                if keymap != nil || !isListening { fail("finished twice") }
                if text != nil, wasCancelled { fail("kept what was cancelled") }
                if text == nil, !wasCancelled, !lesson.learning.codes.isEmpty { fail("forgot what was learnt") }
                keymap = .some(text)
            case .ended: isTaught = false
            }
        }

        mutating func open(_ isHeard: Bool, restriction: String? = nil) {
            guard isOpening else { return }
            isOpening = false
            isListening = isHeard
            send(isHeard ? .listening(restriction: restriction) : .deaf("no keeper"))
        }

        mutating func close(_ isKept: Bool) {
            guard let text = keymap else { return }
            keymap = nil
            isListening = false
            if text != nil, isKept { kept += 1 }
            let answer: RemoteLessonsEvent =
                text == nil ? .finished(file: nil) : isKept ? .finished(file: "/etc/x.toml") : .notKept("full")
            // The keys count again with the answer.
            isTaught = isTaught && !lessons.isBusy
            send(answer)
        }

        mutating func fail(_ text: String) { violations.append(text) }
    }

    private enum Move: CaseIterable {
        case begin, heard, limited, deaf, one, other, dark, gone, skip, back, stop, cancel, wake, minute, kept, notKept
    }

    private static func play(_ move: Move, on world: inout World) {
        func light(_ scancode: UInt64) {
            world.send(.infrared(.signal(InfraredSignal(time: world.now, kind: .nec, scancode: scancode))))
            world.now = world.now + .milliseconds(400)
            world.send(.wake)
        }
        switch move {
        case .begin:
            world.send(.begin(LessonOrder(name: "remote", receiver: receiver, keys: [KeyCode(1), KeyCode(2)])))
        case .heard: world.open(true)
        case .limited: world.open(true, restriction: "only nec")
        case .deaf: world.open(false)
        case .one: light(1)
        case .other: light(2)
        case .dark: world.send(.infrared(.light(world.now)))
        case .gone: world.send(.infrared(.gone))
        case .skip: world.send(.skip)
        case .back: world.send(.back)
        case .stop: world.send(.stop)
        case .cancel: world.send(.cancel)
        case .wake:
            if let wake = world.lessons.nextWake { world.now = max(world.now, wake) }
            world.send(.wake)
        case .minute:
            world.now = world.now + .seconds(61)
            world.send(.wake)
        case .kept: world.close(true)
        case .notKept: world.close(false)
        }
    }

    private static func explore(_ world: World, _ depth: Int, _ path: [Move], _ wrong: inout [String]) -> Int {
        for text in world.violations { wrong.append("\(path): \(text)") }
        // Time alone ends every lesson.
        var rest = world
        play(.heard, on: &rest)
        for _ in 0..<4 where rest.lessons.nextWake != nil { play(.wake, on: &rest) }
        play(.kept, on: &rest)
        if rest.lessons.isBusy || rest.lessons.nextWake != nil { wrong.append("\(path): a lesson without end") }
        guard depth > 0, wrong.count < 5 else { return 1 }
        var seen = 1
        for move in Move.allCases {
            var next = world
            play(move, on: &next)
            seen += explore(next, depth - 1, path + [move], &wrong)
        }
        return seen
    }

    @Test(
        "Whatever happens in whatever order: one lesson at a time, kept once or not at all, and ended by time alone",
        arguments: [[], [Move.begin, .heard], [.begin, .heard, .one, .one]])
    private func everyOrder(_ start: [Move]) {
        var world = World()
        for move in start { Self.play(move, on: &world) }
        var wrong: [String] = []
        let seen = Self.explore(world, 3, [], &wrong)
        #expect(wrong == [] && seen > 4_000)
    }

    @Test("A lesson from its first word to the file")
    func whole() {
        var world = World()
        for move in [Move.begin, .limited, .one, .one, .other, .other] { Self.play(move, on: &world) }
        #expect(world.phases.last == .keeping && world.keymap??.contains("0x2 = ") == true)
        #expect(world.lessons.lesson?.note == .news(.learnt(KeyCode(2), RemoteLearning.Code(.nec, 2))))
        Self.play(.kept, on: &world)
        #expect(world.violations == [] && world.phases.last == .over(.kept))
        let asked = world.phases.first
        #expect(asked == .asking(KeyCode(1), number: 1))
        #expect(world.steps.first == .limited("only nec") && world.steps.last == .kept(file: "/etc/x.toml"))
        #expect(world.steps.count == 9)
    }

    @Test("A receiver that can't be listened to is told, and the next lesson may begin")
    func deaf() {
        var world = World()
        for move in [Move.begin, .deaf] { Self.play(move, on: &world) }
        #expect(world.phases == [.over(.failed("no keeper"))] && world.steps == [.deaf("no keeper")])
        Self.play(.begin, on: &world)
        #expect(world.isOpening && world.violations == [])
    }
}
