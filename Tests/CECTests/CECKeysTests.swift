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
        #expect(CECKeyTranslation.code(forUserControl: userControl) == UInt16(key))
    }

    @Test("Codes that are reserved or carry an operand are no keys")
    func reserved() {
        for code in [UInt8(0x0e), 0x2d, 0x56, 0x57, 0x67, 0x6a, 0x70, 0x77, 0xff] {
            #expect(CECKeyTranslation.code(forUserControl: code) == nil)
        }
        var keys = CECKeys(device: Self.device)
        let events = keys.handle(userControl: 0xff, milliseconds: 0, time: time(0))
        #expect(events.isEmpty && keys.deadline == nil)
    }

    @Test("A press, its repeats and its release are one press and one release")
    func held() {
        var keys = CECKeys(device: Self.device)
        let reports: [(UInt32, Int64)] = [(0, 0), (0, 300), (0, 600), (700, 700)]
        let events = reports.flatMap { keys.handle(userControl: 1, milliseconds: $0.0, time: time($0.1)) }
        #expect(events.map(\.phase) == [.press, .release])
        #expect(events.map(\.time) == [time(0), time(700)])
        #expect(keys.deadline == nil)
    }

    @Test("A lost release comes after 650 ms without a sign, and a late one is dropped")
    func lostRelease() {
        var keys = CECKeys(device: Self.device)
        _ = keys.handle(userControl: 1, milliseconds: 0, time: time(0))
        #expect(keys.deadline == time(650))
        let early = keys.expire(at: time(649))
        let due = keys.expire(at: time(650))
        let late = keys.handle(userControl: 1, milliseconds: 900, time: time(900))
        #expect(early.isEmpty)
        #expect(due.map(\.phase) == [.release])
        #expect(late.isEmpty)
    }

    @Test("Over all orders of five reports and pauses: presses and releases pair, one key at a time")
    func exhaustive() {
        var checked = 0
        let reports: [(UInt8, UInt32)?] = [(1, 0), (1, 100), (2, 0), (2, 100), nil]
        func visit(_ keys: CECKeys, down: UInt16?, now: Int64, depth: Int) {
            for report in reports {
                for pause in [Int64(100), 700] {
                    var keys = keys
                    var down = down
                    let at = time(now + pause)
                    let events =
                        report.map { keys.handle(userControl: $0.0, milliseconds: $0.1, time: at) }
                        ?? keys.expire(at: at)
                    var isSound = true
                    for event in events {
                        switch event.phase {
                        case .press:
                            isSound = isSound && down == nil
                            down = event.code
                        case .release:
                            isSound = isSound && down == event.code
                            down = nil
                        }
                    }
                    isSound = isSound && (keys.deadline != nil) == (down != nil)
                    if let report, report.1 == 0 {
                        isSound = isSound && down == CECKeyTranslation.code(forUserControl: report.0)
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
