import CEvdev
import Devices
import MediaCore
import Testing

@testable import CEC

@Suite("CEC keys")
struct CECKeysTests {
    private static let device = InputDevice(id: "cec:Linux", name: "TV", bus: .cec)

    private func time(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

    @Test(
        "User control codes are the kernel's keys, but Exit is back, and Forward and Backward skip",
        arguments: [
            (0x00, KEY_OK), (0x01, KEY_UP), (0x0d, KEY_BACK), (0x20, KEY_NUMERIC_0), (0x29, KEY_NUMERIC_9),
            (0x30, KEY_CHANNELUP), (0x31, KEY_CHANNELDOWN), (0x32, KEY_PREVIOUS), (0x4b, KEY_NEXTSONG),
            (0x4c, KEY_PREVIOUSSONG), (0x53, KEY_EPG), (0x71, KEY_BLUE), (0x72, KEY_RED),
            (0x73, KEY_GREEN), (0x74, KEY_YELLOW),
        ] as [(UInt8, Int32)])
    func translation(userControl: UInt8, key: Int32) {
        #expect(CECKeyTranslation.code(forUserControl: [userControl]) == UInt16(key))
    }

    @Test(
        "Play Function says in its operand what it is to do",
        arguments: [
            (0x05, KEY_FASTFORWARD), (0x0b, KEY_REWIND), (0x15, KEY_SLOW), (0x20, KEY_REWIND), (0x24, KEY_PLAYCD),
            (0x25, KEY_PAUSECD),
        ] as [(UInt8, Int32)])
    func playFunction(mode: UInt8, key: Int32) {
        #expect(CECKeyTranslation.code(forUserControl: [0x60, mode]) == UInt16(key))
        #expect(CECKeyTranslation.code(forUserControl: [0x60, 0x7f]) == nil)
        #expect(CECKeyTranslation.code(forUserControl: [0x60]) == UInt16(KEY_PLAYCD))
    }

    @Test("Codes that are reserved or carry an operand are no keys")
    func reserved() {
        for code in [UInt8(0x0e), 0x2d, 0x56, 0x57, 0x67, 0x6a, 0x70, 0x77, 0xff] {
            #expect(CECKeyTranslation.code(forUserControl: [code]) == nil)
        }
        #expect(CECKeyTranslation.code(forUserControl: []) == nil)
        var keys = CECKeys(device: Self.device)
        let events = keys.press([0xff], at: time(0))
        #expect(events.isEmpty && keys.deadline == nil)
    }

    @Test("A press, its repeats and its release are one press and one release")
    func held() {
        var keys = CECKeys(device: Self.device)
        var events = [Int64(0), 300, 600].flatMap { keys.press([1], at: time($0)) }
        events += keys.release(at: time(700))
        #expect(events.map(\.phase) == [.press, .held, .held, .release])
        #expect(events.map(\.time) == [time(0), time(300), time(600), time(700)])
        #expect(keys.deadline == nil)
    }

    @Test(
        "A TV that was caught saying nothing before a late release holds its keys from their press on, until it says one again"
    )
    func silent() {
        for release in [Int64(510), 900] {
            var keys = CECKeys(device: Self.device)
            var phases = keys.press([1], at: time(0)).map(\.phase)
            phases += keys.expire(at: time(650)).map(\.phase)
            phases += keys.release(at: time(release)).map(\.phase)
            #expect(phases == [.press, .release])
            #expect(keys.press([1], at: time(2_000)).map(\.phase) == [.press, .held])
            #expect(keys.press([1], at: time(2_400)).map(\.phase) == [.held])
            _ = keys.release(at: time(2_500))
            #expect(keys.press([1], at: time(3_000)).map(\.phase) == [.press])
        }
    }

    @Test(
        "A release that belongs to no key that is known tells nothing of the TV: quick presses, lost releases, another key since"
    )
    func notSilent() {
        for course: [(Int64, UInt8?)] in [
            [(0, 1), (150, nil)], [(0, 1), (1_000, 2), (1_100, nil)], [(0, 1), (400, 1), (1_200, nil)], [(0, nil)],
        ] {
            var keys = CECKeys(device: Self.device)
            for (at, code) in course {
                _ = keys.expire(at: time(at))
                _ = code.map { keys.press([$0], at: time(at)) } ?? keys.release(at: time(at))
            }
            #expect(keys.press([3], at: time(5_000)).map(\.phase) == [.press], "\(course)")
        }
    }

    @Test("A lost release comes after 650 ms without a sign, and a late one is dropped")
    func lostRelease() {
        var keys = CECKeys(device: Self.device)
        _ = keys.press([1], at: time(0))
        #expect(keys.deadline == time(650))
        let early = keys.expire(at: time(649))
        let due = keys.expire(at: time(650))
        let late = keys.release(at: time(900))
        #expect(early.isEmpty)
        #expect(due.map(\.phase) == [.release])
        #expect(late.isEmpty)
    }

    @Test("Over all orders of five reports and pauses: presses and releases pair, one key at a time")
    func exhaustive() {
        var checked = 0
        /// The code of a press, 0 for a release, nil for no report.
        let reports: [UInt8?] = [1, 2, 3, 0, nil]
        func visit(_ keys: CECKeys, down: UInt16?, now: Int64, depth: Int) {
            for report in reports {
                for pause in [Int64(100), 700] {
                    var keys = keys
                    var down = down
                    let at = time(now + pause)
                    let events: [KeyEvent] =
                        switch report {
                        case nil: keys.expire(at: at)
                        case 0: keys.release(at: at)
                        case let code?: keys.press([code], at: at)
                        }
                    var isSound = true
                    for event in events {
                        switch event.phase {
                        case .press:
                            isSound = isSound && down == nil
                            down = event.code
                        case .release:
                            isSound = isSound && down == event.code
                            down = nil
                        case .held:
                            isSound = isSound && down == event.code
                        }
                    }
                    isSound = isSound && (keys.deadline != nil) == (down != nil)
                    if let report, report > 0 {
                        isSound = isSound && down == CECKeyTranslation.code(forUserControl: [report])
                    }
                    if !isSound { Issue.record("after \(String(describing: report)): \(events)") }
                    checked += 1
                    if depth > 1 { visit(keys, down: down, now: now + pause, depth: depth - 1) }
                }
            }
        }
        visit(CECKeys(device: Self.device), down: nil, now: 0, depth: 5)
        #expect(checked == 111_110)
    }
}
