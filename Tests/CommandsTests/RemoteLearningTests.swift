import Devices
import MediaCore
import Testing

@testable import Commands

@Suite("Learning of remotes")
struct RemoteLearningTests {
    private static let ok = KeyCode(0x160)
    private static let up = KeyCode(103)
    private static let red = KeyCode(0x18e)

    /// A lesson in a test, and the hand that presses keys.
    private struct Desk {
        var learning: RemoteLearning
        var now = HostTime.zero
        var news: [RemoteLearning.News] = []

        init(_ keys: [KeyCode] = [ok, up], families: Set<String>? = nil) {
            learning = RemoteLearning(keys: keys, families: families, now: .zero)
        }

        @discardableResult
        mutating func handle(_ event: RemoteLearning.Event) -> [RemoteLearning.News] {
            let told = learning.handle(event, at: now)
            news += told
            return told
        }

        /// Lets time pass, waking the lesson when it wants to be woken.
        mutating func wait(_ milliseconds: Int) {
            let end = now + .milliseconds(milliseconds)
            while let wake = learning.nextWake, wake <= end {
                now = max(now, wake)
                handle(.wake)
            }
            now = end
        }

        mutating func frame(_ kind: InfraredProtocol, _ scancode: UInt64, toggle: Bool = false, isRepeat: Bool = false)
        {
            handle(
                .infrared(
                    .signal(
                        InfraredSignal(time: now, kind: kind, scancode: scancode, toggle: toggle, isRepeat: isRepeat))))
        }

        /// Presses and releases a key once.
        mutating func press(_ kind: InfraredProtocol, _ scancode: UInt64, toggle: Bool = false) {
            frame(kind, scancode, toggle: toggle)
            wait(500)
        }
    }

    @Test("Each key is pressed twice, and the next is asked for")
    func twice() {
        var desk = Desk()
        desk.press(.nec, 0x4001)
        #expect(desk.news == [.heard(.init(.nec, 0x4001))])
        #expect(desk.learning.heard == .init(.nec, 0x4001))
        desk.press(.nec, 0x4001)
        #expect(desk.news.suffix(2) == [.learnt(Self.ok, .init(.nec, 0x4001)), .asked(Self.up)])
        desk.press(.nec, 0x4002)
        desk.press(.nec, 0x4002)
        #expect(desk.news.suffix(2) == [.learnt(Self.up, .init(.nec, 0x4002)), .ended(.complete)])
        #expect(desk.learning.codes == [Self.ok: .init(.nec, 0x4001), Self.up: .init(.nec, 0x4002)])
        #expect(desk.learning.nextWake == nil && desk.learning.asked == nil)
    }

    @Test("A held key is one press: NEC's repeats, whole frames again, and RC-6 with the same toggle")
    func held() {
        var desk = Desk()
        desk.frame(.nec, 0x4001)
        for _ in 0..<20 {
            desk.wait(110)
            desk.frame(.nec, 0x4001, isRepeat: true)
        }
        desk.wait(500)
        #expect(desk.news == [.heard(.init(.nec, 0x4001))])
        for (kind, code) in [
            (InfraredProtocol.sony12, UInt64(0x10015)), (.rc6, 0x10), (.rc5, 0x1e01), (.necx, 0x866b17),
        ] {
            var desk = Desk()
            for _ in 0..<20 {
                desk.frame(kind, code, toggle: true)
                desk.wait(114)
            }
            // One frame is lost on the way.
            desk.wait(100)
            desk.frame(kind, code, toggle: true)
            desk.wait(500)
            #expect(desk.news == [.heard(.init(kind, code))], "\(kind)")
        }
    }

    @Test(
        "Two quick presses are two where the toggle bit says so",
        arguments: [InfraredProtocol.rc5, .rc6, .rc6mce, .rc5sz])
    func toggle(kind: InfraredProtocol) {
        var desk = Desk()
        desk.frame(kind, 0x21, toggle: false)
        desk.wait(114)
        desk.frame(kind, 0x21, toggle: true)
        desk.wait(100)
        #expect(desk.news == [.heard(.init(kind, 0x21)), .learnt(Self.ok, .init(kind, 0x21)), .asked(Self.up)])
    }

    @Test("A repeat whose key nobody saw is no press")
    func lateRepeat() {
        var desk = Desk()
        desk.frame(.nec, 0x4001, isRepeat: true)
        desk.wait(500)
        #expect(desk.news.isEmpty)
    }

    @Test("Another code the second time: that one has to come again")
    func different() {
        var desk = Desk()
        desk.press(.nec, 0x4001)
        desk.press(.nec, 0x4003)
        #expect(desk.news.last == .different(.init(.nec, 0x4003), before: .init(.nec, 0x4001)))
        desk.press(.nec, 0x4001)
        desk.press(.nec, 0x4001)
        #expect(desk.learning.codes == [Self.ok: .init(.nec, 0x4001)])
    }

    @Test("A key's code is another key's already: told, and the same again leaves the key out")
    func taken() {
        var desk = Desk([Self.ok, Self.up, Self.red])
        for _ in 0..<2 { desk.press(.nec, 0x4001) }
        desk.press(.nec, 0x4001)
        #expect(desk.news.last == .taken(.init(.nec, 0x4001), by: Self.ok))
        desk.press(.nec, 0x4001)
        #expect(desk.news.suffix(2) == [.leftOut(Self.up), .asked(Self.red)])
        // The kernel looks up keys by the scancode alone.
        desk.press(.rc6, 0x4001)
        #expect(desk.news.last == .taken(.init(.rc6, 0x4001), by: Self.ok))
        // A new code between the presses: the first was not received twice in a row.
        desk.press(.nec, 0x4007)
        desk.press(.nec, 0x4001)
        #expect(desk.news.last == .taken(.init(.nec, 0x4001), by: Self.ok))
        desk.press(.nec, 0x4007)
        #expect(desk.learning.codes[Self.red] == .init(.nec, 0x4007))
    }

    @Test("Of one light that several decoders speak of, the one of least doubt counts, and what comes both times")
    func severalDecoders() {
        var desk = Desk()
        for (code, stray) in [(UInt64(0x10), UInt64(0)), (0x10, 0x7f)] {
            desk.frame(.sony20, stray)
            desk.frame(.rc6, code, toggle: code == 0)
            desk.wait(500)
        }
        #expect(desk.learning.codes == [Self.ok: .init(.rc6, 0x10)])
        // The second time only a stray decoder's code comes; the code that both presses share
        // counts.
        desk.frame(.nec, 0x4444)
        desk.frame(.rc6, 0x11)
        desk.wait(500)
        desk.press(.rc6, 0x11)
        #expect(desk.learning.codes[Self.up] == .init(.rc6, 0x11))
    }

    @Test("Another protocol than before is told, and taken")
    func otherProtocol() {
        var desk = Desk()
        for _ in 0..<2 { desk.press(.nec, 0x4001) }
        for _ in 0..<2 { desk.press(.rc6, 0x10) }
        #expect(
            desk.news.suffix(3) == [
                .learnt(Self.up, .init(.rc6, 0x10)), .otherProtocol(.init(.rc6, 0x10), usual: .nec), .ended(.complete),
            ])
    }

    @Test("With a protocol that is asked for, others are told and left")
    func families() {
        var desk = Desk(families: ["rc-6"])
        desk.press(.nec, 0x4001)
        #expect(desk.news == [.unwanted(.init(.nec, 0x4001))])
        for _ in 0..<2 { desk.press(.rc6mce, 0x800f_0422) }
        #expect(desk.learning.codes == [Self.ok: .init(.rc6mce, 0x800f_0422)])
    }

    @Test("Skip leaves out, back asks anew and forgets, stop keeps, cancel does not")
    func deeds() {
        var desk = Desk([Self.ok, Self.up, Self.red])
        desk.press(.nec, 0x4001)
        #expect(desk.handle(.skip) == [.leftOut(Self.ok), .asked(Self.up)])
        for _ in 0..<2 { desk.press(.nec, 0x4002) }
        #expect(desk.handle(.back) == [.asked(Self.up)])
        #expect(desk.learning.codes.isEmpty)
        // The key's old code is free again.
        for _ in 0..<2 { desk.press(.nec, 0x4002) }
        #expect(desk.handle(.back) == [.asked(Self.up)])
        #expect(desk.handle(.back) == [.asked(Self.ok)])
        #expect(desk.handle(.back) == [.asked(Self.ok)])
        for _ in 0..<2 { desk.press(.nec, 0x4001) }
        #expect(desk.handle(.stop) == [.ended(.stopped)])
        #expect(desk.learning.codes == [Self.ok: .init(.nec, 0x4001)])
        #expect(desk.handle(.skip) == [])
        #expect(desk.handle(.cancel) == [])
        var other = Desk()
        #expect(other.handle(.cancel) == [.ended(.cancelled)])
    }

    @Test("After a minute without a key it is over; each key and deed gives another")
    func patience() {
        var desk = Desk()
        desk.wait(59_000)
        desk.press(.nec, 0x4001)
        desk.wait(58_000)
        #expect(desk.learning.ending == nil)
        desk.handle(.skip)
        desk.wait(59_999)
        #expect(desk.learning.ending == nil)
        desk.wait(1)
        #expect(desk.learning.ending == .idle)
    }

    @Test("Light that no decoder understands is told after two presses; decoded light and a flicker are not")
    func undecodable() {
        var desk = Desk()
        func dark(_ desk: inout Desk) {
            desk.handle(.infrared(.light(desk.now)))
            desk.wait(500)
        }
        dark(&desk)
        #expect(desk.news.isEmpty)
        dark(&desk)
        #expect(desk.news == [.undecodable])
        var decoded = Desk()
        for _ in 0..<6 {
            decoded.handle(.infrared(.light(decoded.now)))
            decoded.wait(67)
            decoded.frame(.nec, 0x4001)
            decoded.wait(500)
        }
        #expect(!decoded.news.contains(.undecodable))
        // The frames of a held key are one press.
        var held = Desk()
        for _ in 0..<15 {
            held.handle(.infrared(.light(held.now)))
            held.wait(110)
        }
        held.wait(500)
        #expect(held.news.isEmpty)
    }

    @Test("The receiver is unplugged: over")
    func gone() {
        var desk = Desk()
        #expect(desk.handle(.infrared(.gone)) == [.ended(.gone)])
    }

    @Test("Over all orders of seven events: no code is two keys', each came twice, and waking alone ends it")
    func exhaustive() {
        enum Step: CaseIterable { case nec, necAgain, rc6, stray, skip, back, pause }
        var checked = 0
        func visit(_ desk: Desk, _ presses: [RemoteLearning.Code: Int], _ depth: Int) {
            for step in Step.allCases {
                var (desk, presses) = (desk, presses)
                func count(_ code: RemoteLearning.Code) { presses[code, default: 0] += 1 }
                switch step {
                case .nec:
                    count(.init(.nec, 1))
                    desk.press(.nec, 1)
                case .necAgain: desk.frame(.nec, 1, isRepeat: true)
                case .rc6:
                    count(.init(.rc6, 2))
                    desk.press(.rc6, 2)
                case .stray:
                    count(.init(.rc6, 1))
                    count(.init(.sony12, 0))
                    desk.frame(.rc6, 1)
                    desk.frame(.sony12, 0)
                    desk.wait(300)
                case .skip: desk.handle(.skip)
                case .back: desk.handle(.back)
                case .pause: desk.wait(300)
                }
                let codes = desk.learning.codes
                let isSound =
                    Set(codes.values.map(\.scancode)).count == codes.count
                    && codes.values.allSatisfy { presses[$0, default: 0] >= 2 }
                    && (desk.learning.ending == nil) == (desk.learning.nextWake != nil)
                if !isSound { Issue.record("\(desk.news)") }
                checked += 1
                if depth > 1 {
                    visit(desk, presses, depth - 1)
                } else {
                    desk.wait(61_000)
                    if desk.learning.ending == nil { Issue.record("it does not end: \(desk.news)") }
                }
            }
        }
        visit(Desk([Self.ok, Self.up, Self.red]), [:], 5)
        #expect(checked == 7 + 49 + 343 + 2_401 + 16_807)
    }

    @Test("People's words are keys, and each usual key has another name")
    func names() {
        #expect(RemoteLearning.code(named: "ok") == Self.ok)
        #expect(RemoteLearning.code(named: "KEY_RED") == Self.red)
        #expect(RemoteLearning.code(named: "channel_up") == KeyCode(0x192))
        #expect(RemoteLearning.code(named: "7") == KeyCode(0x207))
        #expect(RemoteLearning.code(named: "nonsense") == nil)
        #expect(RemoteLearning.usualKeys.count == 34)
        #expect(Set(RemoteLearning.usualKeys.map(RemoteLearning.name)).count == 34)
    }

    @Test("What is learnt makes the whole interface reachable")
    func reach() {
        #expect(Reach(plan: KeyPlan(), codes: Set(RemoteLearning.usualKeys)).missing.isEmpty)
    }
}

@Suite("Low batteries")
struct BatteryWatchTests {
    @Test("A low battery is told once, again only after it was charged or changed")
    func once() {
        var watch = BatteryWatch()
        func tells(_ percent: Int, of remote: String = "a", charging: Bool = false, canTell: Bool = true) -> Bool {
            watch.handle(BatteryLevel(percent: percent, isCharging: charging), of: remote, canTell: canTell)
        }
        #expect(!tells(15))
        #expect(!tells(14, canTell: false))
        #expect(tells(14))
        for percent in [13, 16, 29, 10, 1] { #expect(!tells(percent)) }
        #expect(tells(5, of: "b"))
        #expect(!tells(30))
        #expect(tells(14))
        #expect(!tells(9, charging: true))
        #expect(tells(9))
    }

    @Test("Where there is no number the kernel's word counts", arguments: BatteryLevel.Word.allCases)
    func words(_ word: BatteryLevel.Word) {
        #expect(BatteryWatch.isLow(BatteryLevel(word: word)) == (word == .low || word == .critical))
    }
}
