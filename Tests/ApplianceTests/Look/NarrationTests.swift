import ControlProtocol
import Devices
import MediaCore
import Screens
import Testing

@testable import Appliance

@Suite("Telling and saying the focus")
struct NarrationTests {
    private static let list: Interface = {
        var interface = Interface()
        let rows = (1...3).map { ListState.Row(id: "\($0)", title: "Row \($0)") }
        _ = interface.handle(.showList(ListState(.menu, rows: rows)), at: .zero)
        return interface
    }()

    private static func label(_ moves: Int) -> SpokenLabel? {
        var interface = list
        for _ in 0..<moves { _ = interface.handle(.move(.down), at: .zero) }
        return interface.spoken
    }

    @Test("A label is told and said once, with the heading of a screen that has just come")
    func once() {
        var narration = Narration()
        let first = narration.handle(Self.label(0), on: "list", mode: .speak)
        #expect(first.count == 2 && first.last == .say("Menu, Row 1, 1 of 3"))
        #expect(narration.handle(Self.label(0), on: "list", mode: .speak) == [])
        let second = narration.handle(Self.label(1), on: "list", mode: .speak)
        #expect(second.last == .say("Row 2, 2 of 3"))
        guard case .tell(let info?) = second.first else {
            Issue.record("the second is not told: \(second)")
            return
        }
        #expect(info.screen == "list" && info.name == "Row 2" && info.number == 2 && info.count == 3)
        #expect(info.label == "Row 2, 2 of 3")
        #expect(narration.handle(nil, on: nil, mode: .speak) == [.tell(nil)])
    }

    @Test("It is only told where nobody wants it aloud, and neither where it is off or the box sleeps")
    func modes() {
        var narration = Narration()
        let told = narration.handle(Self.label(0), on: "list", mode: .events)
        #expect(told.count == 1)
        #expect(narration.handle(Self.label(1), on: "list", mode: .off) == [.tell(nil)])
        #expect(narration.handle(Self.label(2), on: "list", mode: .off) == [])
        _ = narration.handle(Self.label(0), on: "list", mode: .speak)
        #expect(narration.handle(Self.label(1), on: "list", mode: .speak, isOn: false) == [.tell(nil), .hush])
        _ = narration.handle(Self.label(0), on: "list", mode: .speak)
        // Who turns it off in the middle of a word has silence at once.
        #expect(narration.handle(Self.label(0), on: "list", mode: .events) == [.hush])
    }
}
