import Commands
import MediaCore
import Testing

@testable import Appliance

@Suite("Picture and sound fade when the viewer stops")
struct CurtainTests {
    private func at(_ milliseconds: Int) -> HostTime { .zero + .milliseconds(milliseconds) }
    private let off = Curtain.Wish.standby(key: .zero)

    @Test("it is locked at once, fades, and is done 300 ms later, once")
    func falls() {
        var curtain = Curtain()
        #expect(curtain.handle(.fall(.stop, isSeen: true), at: at(0)) == [.lock, .fade(to: 0)])
        #expect(curtain.nextWake == at(300))
        #expect(curtain.handle(.wake, at: at(299)).isEmpty)
        #expect(curtain.handle(.wake, at: at(300)) == [.carryOut(.stop)])
        #expect(curtain.handle(.wake, at: at(400)).isEmpty && curtain.nextWake == nil)
        // The next channel is seen and heard whole.
        #expect(curtain.handle(.reveal, at: at(900)) == [.open])
        #expect(curtain.handle(.reveal, at: at(901)).isEmpty)
    }

    @Test("taken back, it comes back, and nothing is done")
    func takenBack() {
        var curtain = Curtain()
        _ = curtain.handle(.fall(off, isSeen: true), at: at(0))
        #expect(curtain.handle(.takeBack, at: at(150)) == [.fade(to: 1)])
        #expect(curtain.nextWake == nil)
        #expect(curtain.handle(.wake, at: at(300)).isEmpty)
        #expect(curtain.handle(.takeBack, at: at(301)).isEmpty)
    }

    @Test("off after stop is off, stop after off too, at the time of the first")
    func both() {
        for (first, second) in [(Curtain.Wish.stop, off), (off, .stop)] {
            var curtain = Curtain()
            _ = curtain.handle(.fall(first, isSeen: true), at: at(0))
            #expect(curtain.handle(.fall(second, isSeen: true), at: at(200)).isEmpty)
            #expect(curtain.handle(.wake, at: at(300)) == [.carryOut(off)])
        }
    }

    @Test("where nothing is seen it is done at once; what is seen meanwhile does not undo what is wanted")
    func unseen() {
        var curtain = Curtain()
        #expect(curtain.handle(.fall(.stop, isSeen: false), at: at(0)) == [.carryOut(.stop)])
        #expect(!curtain.isFalling)
        _ = curtain.handle(.fall(.stop, isSeen: true), at: at(0))
        #expect(curtain.handle(.reveal, at: at(100)).isEmpty && curtain.isFalling)
        _ = curtain.handle(.wake, at: at(300))
        // Stopped, it may still be turned off.
        #expect(curtain.handle(.fall(off, isSeen: false), at: at(500)) == [.carryOut(off)])
    }

    @Test("a key that asks for what plays takes it back, one for the volume does not")
    func commands() {
        #expect([Command.togglePower, .resume, .back].allSatisfy { Curtain.Meaning($0) == .takesBack })
        #expect([Command.channelUp, .tune(.number(2)), .showMenu].allSatisfy { Curtain.Meaning($0) == .replaces })
        #expect([Command.volumeUp, .stop, .setMute(true)].allSatisfy { Curtain.Meaning($0) == .none })
    }
}
