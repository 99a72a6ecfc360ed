import MediaCore
import Testing

@testable import Appliance

@Suite("Artwork that a viewer rests on")
struct RestedTests {
    @Test("It is wanted once what is seen has come to rest, once")
    func rest() {
        var rested = Rested<String>(after: .milliseconds(200))
        let now = Sample.now
        #expect(rested.nextWake == nil && rested.wake(at: now).isEmpty)
        rested.see(["one"], at: now)
        rested.see(["two"], at: now + .milliseconds(150))
        // What is drawn anew as it was does not put it off.
        rested.see(["two"], at: now + .milliseconds(300))
        #expect(rested.nextWake == now + .milliseconds(350) && rested.wake(at: now + .milliseconds(349)).isEmpty)
        #expect(rested.wake(at: now + .milliseconds(350)) == ["two"])
        #expect(rested.nextWake == nil && rested.wake(at: now + .seconds(9)).isEmpty)
    }

    @Test("What is no longer seen is not waited for")
    func none() {
        var rested = Rested<String>(after: .milliseconds(200))
        rested.see(["one"], at: Sample.now)
        rested.see([], at: Sample.now)
        #expect(rested.nextWake == nil)
    }
}
