import Devices
import MediaCore

/// Asks every address which device is there: a poll, then one question at a time to each that
/// acknowledged it.
struct CECScan: Sendable {
    private enum Step: Sendable, Hashable {
        case poll(UInt8)
        case ask(UInt8, CECOpcode)
    }

    /// How long an answer is waited for. A device answers within one second (CEC 9.2).
    static let patience = Duration.milliseconds(1_100)

    /// The time at which `wake` has something to do.
    private(set) var deadline: HostTime?
    private(set) var partners: [CECPartner] = []
    /// The steps that are left; the next is at the end.
    private var steps: [Step]
    private let own: UInt8

    private static let questions: [CECOpcode] = [
        .givePhysicalAddress, .giveOSDName, .giveDeviceVendorID, .getCECVersion, .giveDevicePowerStatus,
    ]

    /// Starts a scan.
    /// - Parameter own: this box's logical address, which is not asked
    init(own: UInt8) {
        self.own = own
        steps = (0..<CECAddress.broadcast).reversed().filter { $0 != own }.map { .poll($0) }
    }

    /// The message to send now; nil when the scan is over.
    var frame: CECFrame? {
        switch steps.last {
        case .poll(let address)?: CECFrame(from: own, to: address, opcode: nil)
        case .ask(let address, let question)?: CECFrame(from: own, to: address, question)
        case nil: nil
        }
    }

    /// Takes the outcome of a message; returns whether `frame` has changed.
    mutating func said(_ frame: CECFrame, _ outcome: CECOutcome, at now: HostTime) -> Bool {
        guard frame == self.frame, deadline == nil, let step = steps.last else { return false }
        switch step {
        case .poll(let address):
            steps.removeLast()
            if outcome == .acknowledged {
                partners.append(CECPartner(logicalAddress: address))
                steps += Self.questions.reversed().map { .ask(address, $0) }
            }
            return true
        case .ask:
            if outcome == .acknowledged {
                deadline = now + Self.patience
                return false
            }
            return skip()
        }
    }

    mutating func heard(_ frame: CECFrame) -> Bool {
        guard let index = partners.firstIndex(where: { $0.logicalAddress == frame.initiator }) else { return false }
        var answered: CECOpcode?
        switch frame.opcode.flatMap(CECOpcode.init(rawValue:)) {
        case .reportPhysicalAddress?:
            partners[index].physicalAddress = frame.physicalAddress() ?? partners[index].physicalAddress
            answered = .givePhysicalAddress
        case .setOSDName?:
            partners[index].name = CECText.read(frame.operands) ?? partners[index].name
            answered = .giveOSDName
        case .deviceVendorID? where frame.operands.count >= 3:
            partners[index].vendor = frame.operands.prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
            answered = .giveDeviceVendorID
        case .cecVersion?:
            partners[index].version = frame.operands.first ?? partners[index].version
            answered = .getCECVersion
        case .reportPowerStatus?:
            partners[index].power = frame.operands.first ?? partners[index].power
            answered = .giveDevicePowerStatus
        case .featureAbort?: answered = frame.operands.first.flatMap(CECOpcode.init(rawValue:))
        default: break
        }
        guard deadline != nil, let answered, steps.last == .ask(frame.initiator, answered) else { return false }
        return skip()
    }

    mutating func wake(at now: HostTime) -> Bool {
        guard let deadline, now >= deadline else { return false }
        return skip()
    }

    private mutating func skip() -> Bool {
        deadline = nil
        if !steps.isEmpty { steps.removeLast() }
        return true
    }
}
