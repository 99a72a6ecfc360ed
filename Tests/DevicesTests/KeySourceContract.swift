import Devices
import MediaCore
import Testing

/// A device whose keys a test can press, and which it can unplug.
protocol KeyHand {
    var name: String { get }
    func press(_ code: UInt16)
    func release(_ code: UInt16)
    func vanish()
}

/// Checks what every key source promises about a device that appears while it runs.
func checkKeySourceContract(_ source: some KeySource, appear: () throws -> any KeyHand) async throws {
    var events = source.events.makeAsyncIterator()
    try source.start()
    let hand = try appear()
    var device: InputDevice?
    while let event = await events.next() {
        guard case .attached(let attached) = event, attached.name == hand.name else { continue }
        device = attached
        break
    }
    let attached = try #require(device)

    let clock = MonotonicClock()
    let before = clock.now
    hand.press(103)
    hand.release(103)
    hand.press(0x192)
    let after = clock.now
    var keys: [KeyEvent] = []
    while keys.count < 3, let event = await events.next() {
        if case .key(let key) = event { keys.append(key) }
    }
    #expect(keys.map(\.code) == [103, 103, 0x192])
    #expect(keys.map(\.phase) == [.press, .release, .press])
    #expect(keys.allSatisfy { $0.device == attached })
    // The kernel's timestamps are in microseconds.
    #expect(keys.allSatisfy { $0.time >= before - .microseconds(1) && $0.time <= after })

    hand.vanish()
    guard case .key(let released) = await events.next() else {
        Issue.record("no release of the held key")
        return
    }
    #expect(released.code == 0x192 && released.phase == .release)
    #expect(await events.next() == .detached(attached))

    source.stop()
    var rest: [KeySourceEvent] = []
    while let event = await events.next() { rest.append(event) }
    #expect(!rest.contains { if case .key = $0 { true } else { false } })
}
