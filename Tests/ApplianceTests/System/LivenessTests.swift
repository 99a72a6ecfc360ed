import Testing

@testable import Appliance

@Suite("The watchdog's judgement")
struct LivenessTests {
    @Test("A box that answers no more is told, though pictures go on; one question waits for it, not many")
    func box() {
        var liveness = Liveness(scenes: 0)
        var asks = 0
        func check(_ scenes: UInt64, answers: UInt64) -> [Liveness.Trouble] {
            let result = liveness.check(scenes: scenes, answers: answers)
            asks += result.asks ? 1 : 0
            return result.troubles
        }
        #expect(check(1, answers: 0) == [])
        #expect(check(2, answers: 1) == [])
        #expect(check(3, answers: 1) == [.box])
        #expect(check(4, answers: 1) == [.box])
        #expect(asks == 2)
        #expect(check(5, answers: 2) == [])
        #expect(asks == 3)
    }

    @Test("A display that asks for no scene is told, though the box answers")
    func display() {
        var liveness = Liveness(scenes: 7)
        #expect(liveness.check(scenes: 7, answers: 0).troubles == [.display])
        #expect(liveness.check(scenes: 8, answers: 1).troubles == [])
        #expect(liveness.check(scenes: 8, answers: 1).troubles == [.display, .box])
    }
}
