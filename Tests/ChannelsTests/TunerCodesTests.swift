import MediaCore
import Testing

@testable import Channels

@Suite("Codes that do not come from the prompt")
struct TunerCodesTests {
    @Test("One is checked at a time, and wrong ones count with those of the prompt")
    func throttle() {
        var world = TunerWorld()
        #expect(world.tuner.obstacleToCode(at: world.now) == nil)
        world.send(.codeTried)
        #expect(world.tuner.obstacleToCode(at: world.now) == .busy)
        // What can't be checked is no wrong code.
        world.send(.codeChecked(nil))
        #expect(world.tuner.obstacleToCode(at: world.now) == nil)
        for count in 1...3 {
            world.send(.codeTried)
            world.send(.codeChecked(false))
            #expect(world.tuner.wrongCodes == count)
        }
        #expect(world.tuner.obstacleToCode(at: world.now) == .tooManyWrong(until: world.now + .seconds(30)))
        world.pass(.seconds(30))
        #expect(world.tuner.obstacleToCode(at: world.now) == nil)
        world.send(.codeTried)
        world.send(.codeChecked(true))
        #expect(world.tuner.wrongCodes == 0)
    }

    @Test("Without a passcode there is no lock; what waits for the code goes on")
    func cleared() {
        var world = TunerWorld(restricted: ["B"])
        world.send(.tune("A", key: world.now))
        world.send(.tune("B", key: world.now))
        #expect(world.prompt == "B")
        let effects = world.send(.passcodeCleared)
        #expect(effects.contains { if case .dismissPasscode = $0 { true } else { false } })
        #expect(world.tuner.lineup["B"].map { world.tuner.isRestricted($0) } == false)
    }
}
