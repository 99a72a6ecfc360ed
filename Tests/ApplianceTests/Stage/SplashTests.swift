import MediaCore
import Testing

@testable import Appliance

@Suite("The owner's film, where nothing plays")
struct SplashTests {
    private let start = HostTime(nanoseconds: 7_000_000_000)

    @Test("Where nothing is to come it is seen at once, and goes when something is there")
    func nothing() {
        var splash = Splash()
        #expect(splash.handle(.looked(isFree: false, isComing: false), at: start) == nil)
        #expect(splash.handle(.looked(isFree: true, isComing: false), at: start) == .show)
        #expect(splash.handle(.looked(isFree: true, isComing: false), at: start) == nil)
        // Under the channel that is on its way it goes on.
        #expect(splash.handle(.looked(isFree: true, isComing: true), at: start) == nil)
        #expect(splash.nextWake == nil)
        #expect(splash.handle(.looked(isFree: false, isComing: false), at: start) == .hide)
    }

    @Test("A channel that comes soon is seen without it; of one that takes long it is seen meanwhile")
    func coming() {
        for soon in [true, false] {
            var splash = Splash()
            let due = start + Splash.patience
            #expect(splash.handle(.looked(isFree: true, isComing: true), at: start) == nil)
            #expect(splash.nextWake == due)
            // Told again, it waits no longer.
            #expect(splash.handle(.looked(isFree: true, isComing: true), at: start + .milliseconds(100)) == nil)
            #expect(splash.nextWake == due)
            #expect(splash.handle(.wake, at: due - .milliseconds(1)) == nil)
            if soon {
                #expect(splash.handle(.looked(isFree: false, isComing: false), at: due - .milliseconds(1)) == nil)
                #expect(splash.nextWake == nil)
                #expect(splash.handle(.wake, at: due) == nil)
            } else {
                #expect(splash.handle(.wake, at: due) == .show)
            }
        }
    }

    @Test("Stopped while it was waited for, it is seen at once")
    func stopped() {
        var splash = Splash()
        _ = splash.handle(.looked(isFree: true, isComing: true), at: start)
        #expect(splash.handle(.looked(isFree: true, isComing: false), at: start) == .show)
    }

    @Test("One that can't be played is not tried again")
    func broken() {
        var splash = Splash()
        _ = splash.handle(.looked(isFree: true, isComing: false), at: start)
        #expect(splash.handle(.failed, at: start) == .hide)
        for event in [
            Splash.Event.looked(isFree: false, isComing: false), .looked(isFree: true, isComing: false), .wake,
        ] {
            #expect(splash.handle(event, at: start) == nil && splash.nextWake == nil)
        }
    }
}
