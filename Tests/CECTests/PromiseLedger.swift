import CEC
import MediaCore

/// A judge of the CEC promise, by what was on the line and not by anything the session reports.
struct PromiseLedger {
    private(set) var violations: [String] = []
    /// How many messages somebody would have noticed.
    private(set) var noticed = 0

    var oneTouchPlay = CECPolicy.OneTouchPlay.press
    var switchesTelevisionOff = false
    private(set) var address: UInt16?
    private var lastPress: HostTime?
    private var lastInvitation: HostTime?
    /// Whether the TV shows the box, by what the box could know.
    private var isShown = false
    /// When the box took the TV with a reason, if nobody has chosen otherwise since.
    private var taken: HostTime?

    /// The opcodes that nobody notices, listed here byte by byte and not taken from the code under test.
    private static let quiet: Set<UInt8> = [
        0x00, 0x1a, 0x1b, 0x45, 0x46, 0x47, 0x71, 0x7d, 0x83, 0x84, 0x87, 0x8c, 0x8e, 0x8f, 0x90, 0x91, 0x9e, 0x9f,
        0xa5, 0xa6,
    ]

    mutating func pressed(at time: HostTime) { lastPress = max(lastPress ?? time, time) }

    mutating func moved() {
        (isShown, lastInvitation, taken) = (false, nil, nil)
    }

    /// Records a new physical address, or none. A TV that was just woken drops hotplug while it boots.
    mutating func plugged(_ address: UInt16?, at now: HostTime) {
        let isBack = address != nil && address == takenAddress && taken.map { now - $0 <= .seconds(15) } ?? false
        (isShown, lastInvitation) = (isBack, nil)
        if address != nil, !isBack { taken = nil }
        self.address = address
    }

    private var takenAddress: UInt16?

    /// Records that the box was switched off, by itself or by a person: it is no longer the source.
    mutating func switchedOff() { moved() }

    /// Records a message that the box received.
    mutating func heard(_ frame: CECFrame, by own: UInt8, at now: HostTime) {
        guard frame.initiator != own, frame.destination == own || frame.isBroadcast else { return }
        if frame.says(.userControlPressed), !frame.isBroadcast { lastPress = now }
        guard let address else { return }
        let first = frame.physicalAddress()
        switch (frame.opcode, frame.isBroadcast) {
        case (0x85?, true): if isShown { lastInvitation = now }
        case (0x86?, true) where frame.initiator == 0: shown(first, at: now, address)
        case (0x80?, true): routed(frame.physicalAddress(at: 2), at: now, address)
        case (0x81?, true): routed(first, at: now, address)
        case (0x82?, true): if let first, first != address { moved() }
        case (0x90?, _) where frame.initiator == 0 && [1, 3].contains(frame.operands.first): moved()
        case (0x36?, true): moved()
        case (0x36?, false) where frame.initiator == 0: moved()
        default: break
        }
    }

    private mutating func shown(_ path: UInt16?, at now: HostTime, _ own: UInt16) {
        guard let path else { return }
        if path == own { (isShown, lastInvitation) = (true, now) } else { moved() }
    }

    private mutating func routed(_ path: UInt16?, at now: HostTime, _ own: UInt16) {
        guard let path else { return }
        if path == own { return shown(path, at: now, own) }
        // A path whose digits up to the first zero are those of the box's own address may lead to it.
        let digits = [12, 8, 4, 0].map { (path >> UInt16($0) & 15, own >> UInt16($0) & 15) }
        let leads = digits.prefix { $0.0 != 0 }.allSatisfy { $0.0 == $0.1 } && path != 0xffff
        if !leads { moved() }
    }

    /// Records a message that the box sent.
    mutating func said(_ frame: CECFrame, at now: HostTime) {
        guard let opcode = frame.opcode, !Self.quiet.contains(opcode) else { return }
        noticed += 1
        let isPressed = lastPress.map { now >= $0 && now - $0 <= .seconds(5) } ?? false
        let isInvited = lastInvitation.map { now - $0 <= .seconds(2) } ?? false
        let mayTake =
            switch oneTouchPlay {
            case .never: false
            case .press: isPressed
            case .always: true
            }
        let isAllowed =
            switch opcode {
            case 0x04, 0x0d: mayTake
            case 0x82: mayTake || isInvited
            case 0x9d: isPressed
            case 0x36: isPressed && switchesTelevisionOff
            case 0x44: isPressed && [0x41, 0x42, 0x43].contains(frame.operands.first)
            default: false
            }
        if !isAllowed { violations.append("\(now): \(frame)") }
        if opcode == 0x82 {
            isShown = true
            if !isInvited { (taken, takenAddress) = (now, frame.physicalAddress()) }
        }
    }
}
