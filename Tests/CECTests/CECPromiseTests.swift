import Devices
import MediaCore
import Testing

@testable import CEC

@Suite("The CEC promise")
struct CECPromiseTests {
    private static let at = HostTime(nanoseconds: 100_000_000_000)

    private func frame(_ opcode: UInt8, _ operands: [UInt8] = [], to destination: UInt8 = 0) -> CECFrame {
        CECFrame(from: 4, to: destination, opcode: opcode, operands)
    }

    @Test(
        "Over thousands of random lines nothing that anybody would notice leaves without its ground", arguments: 0..<16)
    func simulated(block: UInt64) {
        var (noticed, withheld) = (0, 0)
        for seed in 0..<1_000 as Range<UInt64> {
            var line = SimulatedLine(seed: block << 32 | seed)
            line.run(steps: 40)
            let wrong = line.ledger.violations + line.faults
            if let first = wrong.first {
                Issue.record("block \(block), seed \(seed): \(first), and \(wrong.count - 1) more")
                return
            }
            noticed += line.ledger.noticed
            withheld += line.session.log.entries.count { $0.kind == .withheld }
        }
        // Both happen often: the runs do not pass for silence.
        #expect(noticed > 1_000)
        #expect(withheld > 200)
    }

    @Test("The ledger finds what breaks the promise")
    func ledger() {
        var ledger = PromiseLedger()
        ledger.plugged(0x1200, at: Self.at)
        ledger.said(frame(0x04), at: Self.at)
        ledger.said(frame(0x82, [0x12, 0], to: 15), at: Self.at)
        #expect(ledger.violations.count == 2)
        ledger.pressed(at: Self.at)
        ledger.said(frame(0x04), at: Self.at + .seconds(5))
        #expect(ledger.violations.count == 2)
        ledger.said(frame(0x04), at: Self.at + .milliseconds(5_001))
        ledger.said(frame(0x89), at: Self.at)
        #expect(ledger.violations.count == 4)
        #expect(ledger.noticed == 5)
    }

    @Test("Of all 256 messages without a ground only those leave that ask, answer or report")
    func everyOpcode() {
        let quiet = (0...255).map { UInt8($0) }.filter { opcode in
            if case .allowed = CECPolicy().verdict(on: frame(opcode, [0x10, 0]), at: Self.at) { return true }
            return false
        }
        #expect(
            quiet == [
                0x00, 0x1a, 0x1b, 0x45, 0x46, 0x47, 0x71, 0x7d, 0x83, 0x84, 0x87, 0x8c, 0x8e, 0x8f, 0x90, 0x91, 0x9e,
                0x9f,
                0xa5, 0xa6,
            ])
        let poll = CECFrame(from: 4, to: 0, opcode: nil)
        #expect(CECPolicy().verdict(on: poll, at: Self.at) == .allowed("nobody notices it"))
    }

    @Test("A key is a ground for five seconds, and never before it was pressed")
    func window() {
        var policy = CECPolicy()
        policy.pressed(at: Self.at)
        let wakes = [Int64(-1), 0, 5_000, 5_001].map { offset in
            policy.verdict(on: frame(0x04), at: Self.at + .milliseconds(offset))
        }
        #expect(wakes[1] == .allowed("a key was pressed") && wakes[2] == wakes[1])
        #expect(wakes[0] != wakes[1])
        #expect(wakes[3] == .withheld("the last key was pressed 5 s ago"))
        // An older key that is reported later changes nothing.
        policy.pressed(at: Self.at - .seconds(60))
        #expect(policy.hasPress(at: Self.at))
    }

    @Test("The settings: never, after a key, always; the TV goes off only where that is set")
    func settings() {
        func isAllowed(_ policy: CECPolicy, _ frame: CECFrame) -> Bool {
            if case .allowed = policy.verdict(on: frame, at: Self.at) { return true }
            return false
        }
        for setting in CECPolicy.OneTouchPlay.allCases {
            for isPressed in [false, true] {
                var policy = CECPolicy(oneTouchPlay: setting)
                if isPressed { policy.pressed(at: Self.at) }
                let expected = setting == .always || (setting == .press && isPressed)
                #expect(isAllowed(policy, frame(0x04)) == expected, "\(setting) \(isPressed)")
                #expect(isAllowed(policy, frame(0x82, [0x10, 0], to: 15)) == expected, "\(setting) \(isPressed)")
                #expect(!isAllowed(policy, frame(0x36)))
                policy.switchesTelevisionOff = true
                #expect(isAllowed(policy, frame(0x36)) == isPressed)
                // The TV selected the box: that is the TV's own wish.
                policy.invited(at: Self.at)
                #expect(isAllowed(policy, frame(0x82, [0x10, 0], to: 15)))
                #expect(isAllowed(policy, frame(0x04)) == expected)
                policy.dismissed()
                #expect(isAllowed(policy, frame(0x82, [0x10, 0], to: 15)) == expected)
            }
        }
    }

    @Test("Power keys to others wake them, volume keys are heard, what else keys do nobody knows")
    func keysToOthers() {
        func effect(_ code: UInt8) -> CECEffect { CECEffect(of: frame(0x44, [code])) }
        #expect([0x40, 0x6b, 0x6d].map(effect) == [.wakes, .wakes, .wakes])
        #expect(effect(0x6c) == .sleeps)
        #expect([0x41, 0x42, 0x43, 0x65, 0x66].allSatisfy { effect($0) == .changesSound })
        #expect(effect(0x00) == .unknown)
        #expect(CECEffect(of: frame(0x44)) == .unknown)
    }
}
