import Devices
import MediaCore
import TestSupport

@testable import CEC

/// A box on a line with a TV, an AVR and another player, where messages get lost, nobody acknowledges, addresses
/// change, and TVs repeat themselves, steal the input, and send messages that no standard has.
struct SimulatedLine {
    private(set) var session: CECSession
    private(set) var ledger = PromiseLedger()
    private(set) var now = HostTime(nanoseconds: 1_000_000_000)
    private(set) var keysDown: Set<UInt16> = []
    private(set) var faults: [String] = []
    private(set) var television: TelevisionActor
    private(set) var receiver = AudioSystemActor()
    /// The messages that the other devices are about to send.
    private var answers: [CECFrame] = []
    private var random: SplitMix
    private var facts = CECLineFacts(port: "simulated", logicalAddress: 4, physicalAddress: 0x1200)
    private var isOpen = false
    private var isStandby = false
    /// How many of a hundred messages are lost.
    private let lost: Int
    private let deaf: Int

    init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var settings = CECSettings()
        settings.oneTouchPlay = CECPolicy.OneTouchPlay.allCases.randomElement(using: &random) ?? .press
        settings.switchesTelevisionOff = Bool.random(using: &random)
        settings.inputLost = CECSettings.InputLost.allCases.randomElement(using: &random) ?? .nothing
        settings.televisionOff = CECSettings.TelevisionOff.allCases.randomElement(using: &random) ?? .nothing
        settings.volume = CECSettings.Volume.allCases.randomElement(using: &random) ?? .box
        lost = [0, 10, 40].randomElement(using: &random) ?? 0
        deaf = [0, 20, 100].randomElement(using: &random) ?? 0
        television = TelevisionActor(TelevisionActor.Manner.allCases.randomElement(using: &random) ?? .polite)
        receiver.isPresent = Bool.random(using: &random)
        session = CECSession(
            settings: settings, device: InputDevice(id: "cec:0", name: "TV", bus: .cec),
            remembered: [nil, 0x1200, 0x2000].randomElement(using: &random) ?? nil)
        ledger.oneTouchPlay = settings.oneTouchPlay
        ledger.switchesTelevisionOff = settings.switchesTelevisionOff
        if Bool.random(using: &random) { facts.answeredBelow = CECLineFacts.kernel }
        self.random = random
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps {
            now = now + .milliseconds([1, 30, 200, 900, 3_000, 9_000].randomElement(using: &random) ?? 1)
            step()
            hearAnswers()
            if let wake = session.nextWake, wake <= now { feed(.wake) }
        }
    }

    private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func step() {
        switch roll(26) {
        case 0, 1: press()
        case 2:
            press()
            setStandby(!isStandby)
        // A program, a timer, the TV's order: no hand.
        case 3: setStandby(!isStandby)
        case 4, 5: fromTelevision(0x86, to: 15, path())
        case 6: fromTelevision(0x80, to: 15, path() + path())
        case 7: hear(CECFrame(from: [0, 5, 8][roll(3)], to: 15, opcode: 0x81, path()))
        case 8: hear(CECFrame(from: [0, 5, 8][roll(3)], to: 15, opcode: 0x85))
        // Another device claims to be the source.
        case 9:
            hear(CECFrame(from: [0, 8][roll(2)], to: 15, opcode: 0x82, [[0, 0], [0x20, 0], [0x12, 0]][roll(3)]))
        case 10: fromTelevision(0x36, to: [4, 15][roll(2)], [])
        case 11: fromTelevision(0x90, to: 4, [UInt8(roll(5))])
        case 12:
            let key = [0x40, 0x41, 0x00, 0x0d, 0x6b, 0x6c, 0x6d, 0x30, 0xff, 0x60][roll(10)]
            for _ in 0...roll(4) { fromTelevision(0x44, to: 4, [UInt8(key)] + (roll(3) == 0 ? [0x24] : [])) }
        case 13: fromTelevision(0x45, to: 4, [])
        case 14: garbage()
        case 15: address()
        case 16: audioSystem()
        case 17: feed(.news(.volume([.up, .down, .mute][roll(3)], now - .milliseconds(roll(600)))))
        case 18: feed(.news(.deck([.playing, .paused, .stopped][roll(3)])))
        case 19: feed(.scan)
        case 20: answers += receiver.toggle()
        default: answers += television.act(roll(TelevisionActor.choices), box: isOpen ? facts.physicalAddress : nil)
        }
    }

    private mutating func hearAnswers() {
        // Bounded: two devices that answer each other could go on for ever.
        for _ in 0..<8 where !answers.isEmpty {
            now = now + .milliseconds([30, 400, 2_000][roll(3)])
            hear(answers.removeFirst())
        }
        answers = []
    }

    // MARK: Who acts

    private mutating func press() {
        ledger.pressed(at: now)
        feed(.news(.pressed(now)))
    }

    private mutating func setStandby(_ standby: Bool) {
        isStandby = standby
        feed(.news(.standby(standby)))
        if standby { ledger.switchedOff() }
    }

    private mutating func path() -> [UInt8] {
        [[0x12, 0], [0x12, 0], [0x10, 0], [0, 0], [0x20, 0], [0x12, 0x10]][roll(6)]
    }

    private mutating func fromTelevision(_ opcode: UInt8, to destination: UInt8, _ operands: [UInt8]) {
        let frame = CECFrame(from: 0, to: destination, opcode: opcode, operands)
        hear(frame)
        // Some devices send everything twice.
        if roll(6) == 0 { hear(frame) }
    }

    private mutating func garbage() {
        let operands = (0..<roll(16)).map { _ in UInt8(roll(256)) }
        hear(CECFrame(from: UInt8(roll(16)), to: [4, 15, 0][roll(3)], opcode: UInt8(roll(256)), operands))
    }

    private mutating func audioSystem() {
        switch roll(3) {
        case 0: hear(CECFrame(from: 5, to: 15, opcode: 0x72, [UInt8(roll(3))]))
        case 1: hear(CECFrame(from: 5, to: 4, opcode: 0x7e, [UInt8(roll(2))]))
        default: hear(CECFrame(from: 5, to: 4, opcode: 0x7a, [UInt8(roll(256))]))
        }
    }

    private mutating func address() {
        switch roll(5) {
        case 0: facts.logicalAddress = [4, 8, nil][roll(3)]
        case 1: facts.physicalAddress = [0x1200, 0x2000, nil][roll(3)]
        case 2 where isOpen:
            isOpen = false
            feed(.lost)
            return ledger.moved()
        default: (facts.logicalAddress, facts.physicalAddress) = (4, 0x1200)
        }
        isOpen = true
        if session.line?.logicalAddress != facts.logicalAddress
            || session.line?.physicalAddress != facts.physicalAddress
        {
            ledger.plugged(facts.logicalAddress == nil ? nil : facts.physicalAddress, at: now)
        }
        feed(.line(facts))
    }

    // MARK: The line

    private mutating func hear(_ frame: CECFrame) {
        guard isOpen, roll(100) >= lost else { return }
        ledger.heard(frame, by: facts.logicalAddress ?? 15, at: now)
        feed(.frame(frame))
    }

    private mutating func feed(_ event: CECSession.Event) {
        var waiting = [event]
        while !waiting.isEmpty {
            for action in session.handle(waiting.removeFirst(), at: now) {
                switch action {
                case .transmit(let frame):
                    if frame.initiator != facts.logicalAddress { faults.append("said as somebody else: \(frame)") }
                    if !isOpen { faults.append("said without a line: \(frame)") }
                    ledger.said(frame, at: now)
                    let isHeard = roll(100) >= deaf && (frame.destination != 5 || receiver.isPresent)
                    if isHeard { answers += television.hear(frame) + receiver.hear(frame) }
                    waiting.append(.outcome(frame, isHeard ? .acknowledged : [.notAcknowledged, .failed][roll(2)]))
                case .key(let key): keyed(key)
                case .order(.standBy): setStandbyByOrder(true)
                case .order(.wake): setStandbyByOrder(false)
                case .order, .scanned, .remember: break
                }
            }
            // A message takes 20 ms on the line.
            now = now + .milliseconds(20)
        }
    }

    /// Switches standby by order, with no hand behind it; the box reports it.
    private mutating func setStandbyByOrder(_ standby: Bool) {
        guard standby != isStandby else { return }
        setStandby(standby)
    }

    private mutating func keyed(_ key: KeyEvent) {
        switch key.phase {
        case .press: if !keysDown.insert(key.code).inserted { faults.append("pressed twice: \(key)") }
        case .release: if keysDown.remove(key.code) == nil { faults.append("released twice: \(key)") }
        case .held: if !keysDown.contains(key.code) { faults.append("held and not down: \(key)") }
        }
    }
}
