import Devices
import MediaCore

@testable import CEC

/// Gives any frames, one after the other, to a session that is on the line: nothing leaves that is longer than a frame,
/// and whatever is written about them is plain text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCEC(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))[...]
    var session = CECSession(device: InputDevice(id: "cec", name: "CEC", bus: .cec))
    var now = HostTime(nanoseconds: 1_000_000_000)
    _ = session.handle(.line(CECLineFacts(port: "fuzz", logicalAddress: 4, physicalAddress: 0x1000)), at: now)
    while let length = bytes.popFirst() {
        let frame = CECFrame(bytes: bytes.prefix(Int(length % 18)))
        bytes = bytes.dropFirst(Int(length % 18))
        now = now + .milliseconds(Int64(length))
        var actions = session.handle(.wake, at: now)
        if let frame {
            precondition(frame.bytes.count <= 16, "a frame that is longer than the line's")
            for text in [frame.description, frame.logged] {
                precondition(
                    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }, "control characters")
            }
            actions += session.handle(.frame(frame), at: now)
        }
        for case .transmit(let sent) in actions {
            precondition(sent.bytes.count <= 16, "a frame that the line does not take")
            _ = session.handle(.outcome(sent, .acknowledged), at: now)
        }
    }
    return 0
}
