import MediaCore
import Testing

@testable import Screens

@Suite("The volume sign")
struct VolumeTests {
    private let start = Gallery.time

    private func at(_ milliseconds: Int) -> HostTime { start + .milliseconds(milliseconds) }

    @Test("The volume's bar glides from where it was, and stands within 120 ms")
    func glides() throws {
        var interface = Interface()
        _ = interface.handle(.volume(level: 0.2, isMuted: false), at: start)
        // There was no bar before: it is there at once.
        #expect(interface.nextWake == at(2000))
        _ = interface.handle(.volume(level: 0.6, isMuted: false), at: at(500))
        var seen: [Double] = []
        var wakes = 0
        while let screen = interface.presented(VolumeScreen.self) {
            seen.append(screen.shownLevel(at: interface.moment.now))
            guard screen.nextTurn(after: interface.moment.now) != nil else { break }
            wakes += 1
            _ = interface.handle(.wake, at: try #require(interface.nextWake))
        }
        #expect(wakes == 6 && seen.first == 0.2 && seen.last == 0.6)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
        #expect(interface.moment.now == at(620))
    }
}
