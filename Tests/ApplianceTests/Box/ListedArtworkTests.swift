import Devices
import MediaCore
import Screens
import Testing

@testable import Appliance

@Suite("Logos in a list")
struct ListedArtworkTests {
    private let one = ChannelLabel(id: "1", number: "1", name: "One", logo: "http://h/1.png")
    private let two = ChannelLabel(id: "2", number: "2", name: "Two", logo: "http://h/2.png")

    @Test("They are wanted once the list has come to rest, once")
    func rest() {
        var artwork = ListedArtwork()
        let now = Sample.now
        #expect(artwork.nextWake == nil && artwork.wake(at: now).isEmpty)
        artwork.see([one], at: now)
        artwork.see([two], at: now + .milliseconds(150))
        // What is drawn anew as it was does not put it off.
        artwork.see([two], at: now + .milliseconds(300))
        #expect(artwork.nextWake == now + .milliseconds(350) && artwork.wake(at: now + .milliseconds(349)).isEmpty)
        #expect(artwork.wake(at: now + .milliseconds(350)) == [two])
        #expect(artwork.nextWake == nil && artwork.wake(at: now + .seconds(9)).isEmpty)
    }

    @Test("A list that was closed, or has no logos, waits for nothing")
    func none() {
        var artwork = ListedArtwork()
        artwork.see([one], at: Sample.now)
        artwork.see([], at: Sample.now)
        #expect(artwork.nextWake == nil)
        var bare = one
        bare.logo = nil
        artwork.see([bare], at: Sample.now)
        #expect(artwork.nextWake == nil)
    }
}
