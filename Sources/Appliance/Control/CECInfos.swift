import ControlProtocol
import Devices
import MediaCore

extension CECInfo {
    init(_ status: CECStatus) {
        let isOpen = status.adapter != nil
        self.init(
            adapter: status.adapter, physicalAddress: status.physicalAddress.map(Self.text),
            logicalAddress: status.logicalAddress.map { Int($0) }, activeSource: isOpen ? status.isActiveSource : nil,
            television: status.television?.rawValue, takesVolume: isOpen ? status.takesVolume : nil,
            volume: status.volume, muted: status.isMuted, menuLanguage: status.menuLanguage, trouble: status.trouble)
    }

    fileprivate static func text(_ address: UInt16) -> String {
        [12, 8, 4, 0].map { String(address >> UInt16($0) & 0xf) }.joined(separator: ".")
    }
}

extension CECMessageInfo {
    init(_ entry: CECLogEntry, now: HostTime) {
        let kind: Kind =
            switch entry.kind {
            case .received: .received
            case .sent: .sent
            case .withheld: .withheld
            }
        self.init(
            ageMilliseconds: max(0, (now - entry.time).nanoseconds / 1_000_000), kind: kind, frame: entry.frame,
            meaning: entry.meaning, noticeable: entry.isNoticeable, cause: entry.cause, outcome: entry.outcome)
    }
}

extension CECDeviceInfo {
    init(_ partner: CECPartner) {
        let vendor = partner.vendor.map { vendor in
            let digits = String(vendor & 0xff_ffff, radix: 16)
            return String(repeating: "0", count: 6 - digits.count) + digits
        }
        let versions: [UInt8: String] = [4: "1.3a", 5: "1.4", 6: "2.0"]
        let powers: [UInt8: String] = [0: "on", 1: "standby", 2: "waking", 3: "going to standby"]
        self.init(
            logicalAddress: Int(partner.logicalAddress), physicalAddress: partner.physicalAddress.map(CECInfo.text),
            name: partner.name, vendor: vendor, version: partner.version.map { versions[$0] ?? "\($0)" },
            power: partner.power.map { powers[$0] ?? "\($0)" })
    }
}
