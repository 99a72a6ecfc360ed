/// Logical and physical addresses on the line.
package enum CECAddress {
    /// The TV's logical address (HDMI 1.4 CEC table 5).
    package static let television: UInt8 = 0
    package static let audioSystem: UInt8 = 5
    package static let broadcast: UInt8 = 15
    /// The logical addresses of a playback device, best first.
    package static let players: [UInt8] = [4, 8, 11]

    /// The physical address of an adapter with nothing plugged in.
    package static let nowhere: UInt16 = 0xffff

    package static func name(of address: UInt8) -> String {
        let names = [
            "TV", "Recorder 1", "Recorder 2", "Tuner 1", "Playback 1", "Audio", "Tuner 2", "Tuner 3", "Playback 2",
            "Recorder 3", "Tuner 4", "Playback 3", "Backup 1", "Backup 2", "Specific", "Unregistered",
        ]
        return names[Int(address & 15)]
    }

    /// A physical address as text: 0x1200 is `1.2.0.0`.
    package static func text(_ physical: UInt16) -> String {
        [12, 8, 4, 0].map { String(physical >> UInt16($0) & 0xf) }.joined(separator: ".")
    }

    /// Whether the way from the TV to `inner` leads through `outer`, or ends there: 1.0.0.0 holds 1.2.0.0.
    package static func path(_ outer: UInt16, holds inner: UInt16) -> Bool {
        guard outer != nowhere, inner != nowhere else { return outer == inner }
        var mask: UInt16 = 0
        for shift in [UInt16(12), 8, 4, 0] {
            guard outer >> shift & 0xf != 0 else { break }
            mask |= 0xf << shift
        }
        return inner & mask == outer
    }
}
