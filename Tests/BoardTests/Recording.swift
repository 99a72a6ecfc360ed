import Foundation
import Rig

/// What the loopback card's other end heard.
func record(_ body: () async throws -> Void) async throws -> [Beep] {
    let microphone = try PCMCapture("hw:Loopback,1,0")
    do {
        try await body()
    } catch {
        _ = try? microphone.finish()
        throw error
    }
    return Beep.all(in: try microphone.finish().samples)
}

/// The remote's keys (`linux/input-event-codes.h`).
enum RemoteKey {
    static let back: UInt16 = 158
    static let ok: UInt16 = 0x160
    static let up: UInt16 = 103
    static let mute: UInt16 = 113
    static let volumeDown: UInt16 = 114
    static let last: UInt16 = 0x195
    static let channelUp: UInt16 = 0x192
    static let channelDown: UInt16 = 0x193
    static func digit(_ digit: Int) -> UInt16 { digit == 0 ? 11 : UInt16(digit + 1) }
}
