import ControlProtocol

/// Prints the messages of the CEC line for people.
enum CECTable {
    static func log(_ messages: [CECMessageInfo]) -> [String] {
        guard !messages.isEmpty else { return ["Nothing was said yet."] }
        return Output.table(
            [["ago", "", "message", "", ""]]
                + messages.map { [age($0.ageMilliseconds), mark($0), $0.meaning, $0.frame, reason($0)] },
            rightAligned: [0])
    }

    static func why(_ messages: [CECMessageInfo]) -> [String] {
        guard !messages.isEmpty else { return ["Nothing was said or withheld that a TV or an AVR would notice."] }
        var lines: [String] = []
        for message in messages {
            lines.append(
                Output.printable("\(age(message.ageMilliseconds)) ago: \(message.kind.rawValue) \(message.meaning)"))
            lines.append(Output.printable("    \(reason(message))"))
        }
        return lines
    }

    static func devices(_ devices: [CECDeviceInfo]) -> [String] {
        guard !devices.isEmpty else { return ["Nobody answers. Is CEC switched on in the TV's menus?"] }
        return Output.table(
            [["address", "at", "name", "vendor", "CEC", "power"]]
                + devices.map { device in
                    ["\(device.logicalAddress)"]
                        + [device.physicalAddress, device.name, device.vendor, device.version, device.power].map {
                            $0 ?? "-"
                        }
                })
    }

    private static func mark(_ message: CECMessageInfo) -> String {
        switch message.kind {
        case .received: ">"
        case .sent: message.noticeable ? "<!" : "<"
        case .withheld: "withheld"
        }
    }

    private static func reason(_ message: CECMessageInfo) -> String {
        [message.cause, message.outcome].compactMap(\.self).joined(separator: "; ")
    }

    /// An age as text: `0.3 s`, `12 s`, `5 min`, `3 h`.
    static func age(_ milliseconds: Int64) -> String {
        switch milliseconds {
        case ..<10_000: "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
        case ..<120_000: "\(milliseconds / 1_000) s"
        case ..<7_200_000: "\(milliseconds / 60_000) min"
        default: "\(milliseconds / 3_600_000) h"
        }
    }
}
